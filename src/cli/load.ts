import type { CommandModule } from 'yargs';
import type { Profile } from '../profile/profile.ts';
import type { Dashboard } from '../report/live/dashboard.ts';
import type { ProgressView } from '../report/text/progress.ts';
import type { RunResult } from '../result/runResult.ts';
import { type MillOptions, millResult, shrinkOption } from './millResult.ts';
import { type CommonOptions, type ProfileOptions, portNumber, profileRequest, shown, withProfile } from './options.ts';
import { metaOf } from './runMeta.ts';
import { exitCodeOf, printResult } from './runOutcome.ts';

interface LoadOptions extends CommonOptions, ProfileOptions, MillOptions {
  readonly dashboard: number | undefined;
}

/** `canvass load`: many respondents walk the profile's surveys; every response is judged and measured. */
export const loadCommand: CommandModule<CommonOptions, LoadOptions> = {
  command: 'load [profile]',
  describe: 'Walk many respondents through surveys; judge and measure every response',
  builder: (cli) =>
    withProfile(cli)
      .option('dashboard', {
        type: 'string',
        requiresArg: true,
        describe: 'Port of a live page of the run on this machine; 0 takes a free one',
        coerce: (value: unknown) => portNumber('dashboard', value),
      })
      .option('shrink', shrinkOption)
      .example(...shown('$0 load smoke', 'ten seconds against the embedded service'))
      .example(
        ...shown('$0 load ci-regression --base-url http://127.0.0.1:8080', 'the same load against another service'),
      )
      .example(...shown('$0 load smoke --seed 7 --set load.stages.0.arrivalsPerSecond=100', 'one value changed')),
  handler: async (options) => {
    const { loadProfile } = await import('../profile/loadProfile.ts');
    const profile = loadProfile(profileRequest(options));
    const { result, directory } = await runInFolder(profile, options);
    const { announceInCi } = await import('../report/announceInCi.ts');
    await announceInCi(result, process.env, (text) => process.stderr.write(text));
    await printResult(result, directory, options);
    process.exitCode = exitCodeOf(result);
  },
};

/** Runs a profile and writes everything that belongs to the run into a folder of its own. */
async function runInFolder(
  profile: Profile,
  options: LoadOptions,
): Promise<{ readonly result: RunResult; readonly directory: string }> {
  const { runLoad } = await import('../load/runLoad.ts');
  const { newRunTag } = await import('../load/runTag.ts');
  const { plannedSecondsOf, workersOf } = await import('../load/loadPlan.ts');
  const { JournalWriter } = await import('../result/journal/writeJournal.ts');
  const { writeReports } = await import('../report/writeReports.ts');
  const { writeIndex } = await import('../report/history/writeIndex.ts');
  const { checkThresholds } = await import('../load/thresholds/thresholdJudge.ts');
  const { reachTarget } = await import('./embeddedService.ts');
  const { makeRunFolder } = await import('./runFolder.ts');
  const { onInterrupt } = await import('./interrupts.ts');
  checkThresholds(profile.thresholds);
  const target = await reachTarget(profile);
  let dashboard: Dashboard | null = null;
  try {
    const view = await progressOn(options);
    const say = (text: string): void => {
      view?.close();
      process.stderr.write(`canvass: ${text}\n`);
    };
    const stop = new AbortController();
    // Before the folder, so that a port in use leaves none behind.
    dashboard = await dashboardOn(options.dashboard, say, () => stop.abort());
    const startedAt = new Date();
    const directory = await makeRunFolder(options.out, profile.name, startedAt);
    const runTag = newRunTag();
    const meta = metaOf(profile, runTag, startedAt, workersOf(profile), plannedSecondsOf(profile));
    const interrupts = onInterrupt(say);
    const journal = await JournalWriter.open(directory, meta);
    try {
      const measured = await runLoad(profile, {
        meta,
        baseUrl: target.baseUrl,
        runTag,
        journal,
        interrupt: AbortSignal.any([interrupts.signal, stop.signal]),
        onProgress: (progress) => {
          view?.update(progress);
          dashboard?.update(progress);
        },
        onNotice: say,
      });
      view?.close();
      const result = options.shrink
        ? await millResult(measured, profile, target.baseUrl, interrupts.signal, say)
        : measured;
      await dashboard?.finish(result);
      const formats = new Set(['json' as const, ...profile.output.formats]);
      await writeReports(result, directory, [
        ...formats,
        ...(profile.output.har === 'violations' ? ['har' as const] : []),
      ]);
      await journal.remove();
      await writeIndex(options.out);
      return { result, directory };
    } finally {
      interrupts.release();
    }
  } finally {
    await dashboard?.close();
    await target.close();
  }
}

async function dashboardOn(
  port: number | undefined,
  say: (text: string) => void,
  onStop: () => void,
): Promise<Dashboard | null> {
  if (port === undefined) return null;
  const { startDashboard } = await import('../report/live/dashboard.ts');
  const dashboard = await startDashboard({ port, onStop });
  say(`live page: ${dashboard.url}`);
  return dashboard;
}

async function progressOn(options: LoadOptions): Promise<ProgressView | null> {
  if (options.json || options.quiet) return null;
  const { progressView } = await import('../report/text/progress.ts');
  const { styleFor } = await import('../report/text/style.ts');
  return progressView(process.stderr, styleFor(process.stderr.isTTY, process.env));
}

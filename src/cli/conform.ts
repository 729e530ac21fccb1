import type { CommandModule } from 'yargs';
import { ToolError } from '../errors.ts';
import type { Profile } from '../profile/profile.ts';
import { Secret } from '../profile/secret.ts';
import { type MillOptions, millResult, shrinkOption } from './millResult.ts';
import {
  type CommonOptions,
  one,
  type ProfileOptions,
  profileRequest,
  shown,
  wholeNumber,
  withProfile,
} from './options.ts';
import { metaOf } from './runMeta.ts';
import { exitCodeOf, printResult } from './runOutcome.ts';

interface ConformOptions extends CommonOptions, ProfileOptions, MillOptions {
  readonly clause: string | undefined;
  readonly baseline: string;
  readonly accept: boolean;
  readonly 'min-coverage': number | undefined;
  readonly respondents: number;
}

const standardBaseline = 'baseline.yaml';

/** `canvass conform`: exercises every clause of the document, and asks where it is silent. */
export const conformCommand: CommandModule<CommonOptions, ConformOptions> = {
  command: 'conform [profile]',
  describe: 'Exercise every clause of the document; record what the service does where it is silent',
  builder: (cli) =>
    withProfile(cli)
      .option('clause', {
        type: 'string',
        requiresArg: true,
        describe: 'Only this clause or open question, by its id',
        coerce: (value: unknown) => one('clause', value),
      })
      .option('baseline', {
        type: 'string',
        requiresArg: true,
        default: standardBaseline,
        describe: 'File of accepted answers and known violations',
        coerce: (value: unknown) => one('baseline', value) ?? standardBaseline,
      })
      .option('accept', {
        type: 'boolean',
        default: false,
        describe: 'Write what was observed into the baseline: later runs report what drifted',
      })
      .option('min-coverage', {
        type: 'string',
        requiresArg: true,
        describe: 'Fail when fewer percent of the clauses were exercised',
        coerce: (value: unknown) => percentage(value),
      })
      .option('respondents', {
        type: 'string',
        requiresArg: true,
        default: 150,
        describe: 'Respondents who walk beside the probes, with every behaviour often',
        coerce: (value: unknown) => (typeof value === 'number' ? value : (wholeNumber('respondents', value) ?? 150)),
      })
      .option('shrink', shrinkOption)
      .example(...shown('$0 conform smoke', 'everything, against the embedded service'))
      .example(
        ...shown('$0 conform alpha-validation --accept', 'pin what this release does where the document is silent'),
      )
      .example(...shown('$0 conform smoke --clause MOVE-BACK-01', 'one clause again')),
  handler: async (options) => {
    const { loadProfile } = await import('../profile/loadProfile.ts');
    const profile = loadProfile(profileRequest(options));
    const { result, directory } = await runInFolder(profile, options);
    const { sectionTree } = await import('../report/text/sectionTree.ts');
    await printResult(result, directory, options, (style) => `${sectionTree(result, style)}\n`);
    process.exitCode = exitCodeOf(result);
  },
};

async function runInFolder(profile: Profile, options: ConformOptions) {
  const { conform } = await import('../conformance/run/conform.ts');
  const { conformResult } = await import('../conformance/run/conformResult.ts');
  const { ExchangeLog } = await import('../conformance/run/exchangeLog.ts');
  const { acceptedFrom } = await import('../conformance/ledger/verdicts.ts');
  const { emptyBaseline, readBaseline, writeBaseline } = await import('../conformance/baseline/baseline.ts');
  const { writeReports } = await import('../report/writeReports.ts');
  const { writeIndex } = await import('../report/history/writeIndex.ts');
  const { selectProbes } = await import('../conformance/run/selection.ts');
  const { reachTarget } = await import('./embeddedService.ts');
  const { makeRunFolder } = await import('./runFolder.ts');
  const { onInterrupt } = await import('./interrupts.ts');
  const selection = selectProbes(options.clause ?? null);
  const pinned = await readBaseline(options.baseline);
  if (pinned === null && options.baseline !== standardBaseline && !options.accept) {
    throw new ToolError('USAGE', `there is no baseline ${options.baseline}; --accept writes one`);
  }
  const baseline = pinned ?? emptyBaseline;
  const target = await reachTarget(profile);
  const startedAt = new Date();
  const interrupts = onInterrupt((text) => process.stderr.write(`canvass: ${text}\n`));
  const log = new ExchangeLog();
  try {
    const directory = await makeRunFolder(options.out, profile.name, startedAt);
    const findings = await conform({
      profile,
      baseUrl: target.baseUrl,
      probes: selection.probes,
      respondents: selection.walks ? options.respondents : 0,
      seed: profile.seed,
      isOver: () => interrupts.signal.aborted,
      onExchange: (exchange) => log.onExchange(exchange),
      onProbe: (probe, done, total) => showProgress(options, `${done}/${total} ${probe.id}`),
    });
    showProgress(options, '');
    const found = conformResult(metaOf(profile, `conform-${startedAt.getTime()}`, startedAt, 1, 0), log, findings, {
      endedAt: new Date(),
      interrupted: interrupts.signal.aborted,
      only: selection.only,
      asked: selection.asked,
      baseline,
      minCoveragePercent: options['min-coverage'] ?? null,
    });
    const say = (text: string): void => {
      if (!options.json && !options.quiet) process.stderr.write(`canvass: ${text}\n`);
    };
    const result = options.shrink
      ? await millResult(found, withKey(profile, findings.ground.keys.valid), target.baseUrl, interrupts.signal, say)
      : found;
    const formats = new Set(['json' as const, ...profile.output.formats]);
    await writeReports(result, directory, [
      ...formats,
      ...(profile.output.har === 'violations' ? ['har' as const] : []),
    ]);
    if (options.accept) {
      await writeBaseline(options.baseline, acceptedFrom(result.observations, baseline, profile.target.release));
    }
    await writeIndex(options.out);
    return { result, directory };
  } finally {
    interrupts.release();
    await target.close();
  }
}

/** The profile with the key that is good now: the run may have regenerated the one that it began with. */
function withKey(profile: Profile, key: string): Profile {
  const [, ...others] = profile.target.apiKeys;
  const apiKeys = key === '' ? profile.target.apiKeys : [new Secret(key), ...others];
  return { ...profile, target: { ...profile.target, apiKeys } };
}

/** One line that is written over; only where a person watches. */
function showProgress({ json, quiet }: ConformOptions, text: string): void {
  if (json || quiet || !process.stderr.isTTY) return;
  process.stderr.write(`\r\x1b[K${text}`);
}

function percentage(value: unknown): number | undefined {
  const text = one('min-coverage', value);
  if (text === undefined) return undefined;
  const percent = Number(text.replace(/%$/, ''));
  if (text === '' || !(percent >= 0 && percent <= 100)) {
    throw new ToolError('USAGE', `--min-coverage takes a percentage from 0 to 100, not "${text}"`);
  }
  return percent;
}

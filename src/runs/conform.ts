import { conform as exercise } from '../conformance/run/conform.ts';
import { conformResult } from '../conformance/run/conformResult.ts';
import { ExchangeLog } from '../conformance/run/exchangeLog.ts';
import { selectProbes } from '../conformance/run/selection.ts';
import { unseenQuestions } from '../judging/run/unseenQuestions.ts';
import { newRunTag } from '../judging/tokens.ts';
import { loadProfile } from '../profile/loadProfile.ts';
import { namedQuestions } from '../profile/namedQuestions.ts';
import type { Profile } from '../profile/profile.ts';
import { Secret } from '../profile/secret.ts';
import { type Acceptance, acceptObserved } from './accept.ts';
import { commandOf } from './commandOf.ts';
import { expressionProblems } from './expressionProblems.ts';
import { inRun, type RunOptions } from './inRun.ts';
import { repeatViolations } from './repeatViolations.ts';
import { type WrittenRun, writeRun } from './runFolder.ts';
import { metaOf, withCommand } from './runMeta.ts';
import { type RunWatch, troublesOf } from './runWatch.ts';
import { usableBaseline } from './usableBaseline.ts';

export interface ConformOptions extends RunOptions {
  /** Id of the only clause or open question that the run is about; null for all. */
  readonly clause: string | null;
  /** Whether what was observed is written into the baseline. */
  readonly accept: boolean;
  readonly minCoveragePercent: number | null;
  readonly respondents: number;
  /** Whether violations are repeated and shrunk afterwards. */
  readonly shrink: boolean;
}

export type { Acceptance };

/** A run that was written, and what of it was accepted. */
export interface ConformRun extends WrittenRun {
  readonly accepted: Acceptance | null;
}

/** A probe that has ended. */
export interface ConformProgress {
  readonly probe: string;
  readonly done: number;
  readonly total: number;
}

const keyExpires =
  'admin.regenerateKey is on: the first of target.apiKeys expires in this run, and nobody is told the key in its place';

/**
 * Exercises every clause of the document, and writes everything that belongs to the run into a folder of its own.
 *
 * @throws ToolError for a profile, a clause or a baseline that cannot be used, a folder that cannot be written
 */
export async function conform(options: ConformOptions, watch: RunWatch<ConformProgress>): Promise<ConformRun> {
  const profile = loadProfile(options.profile, expressionProblems);
  const selection = selectProbes(options.clause);
  const baseline = usableBaseline(options.baseline, options.accept);
  const plan = {
    ...options,
    kind: 'conform',
    profiles: [profile],
    threads: 1,
    fleet: null,
    dashboardPort: null,
    name: profile.name,
  } as const;
  return await inRun(plan, watch, async ({ directory, startedAt, monitoring, baseUrls: [baseUrl = ''] }) => {
    if (profile.admin.regenerateKey && profile.target.baseUrl !== 'embedded') watch.onNotice(keyExpires);
    const meta = withCommand(
      metaOf(profile, newRunTag(), startedAt, 1, 0),
      commandOf('conform', options.profile, { clause: options.clause, baseline: options.baseline }),
    );
    const metrics = monitoring?.watch({ kind: 'conform', meta });
    const log = new ExchangeLog((second) => metrics?.second(second));
    const findings = await exercise({
      profile,
      baseUrl,
      probes: selection.probes,
      respondents: selection.walks ? options.respondents : 0,
      seed: profile.seed,
      runTag: meta.run.id,
      isOver: () => watch.interrupt.aborted,
      abandon: watch.abandon,
      onExchange: (exchange) => log.onExchange(exchange),
      onProbe: ({ id }, done, total) => {
        metrics?.probes(done, total);
        watch.onProgress({ probe: id, done, total });
      },
    });
    const found = conformResult(meta, log, findings, {
      endedAt: new Date(),
      interrupted: watch.interrupt.aborted,
      troubles: [...troublesOf(watch.abandon), ...unseenQuestions(namedQuestions(profile), findings.shown)],
      only: selection.only,
      asked: selection.asked,
      acceptable: baseline.acceptableFor(meta),
      minCoveragePercent: options.minCoveragePercent,
    });
    const result = options.shrink
      ? await repeatViolations(found, withKey(profile, findings.environment.keys.valid), baseUrl, watch)
      : found;
    metrics?.violations(result.violations);
    metrics?.finished(result.verdict);
    const written = await writeRun({ result, directory }, options.out, profile.output, watch.onTrouble);
    const accepted = options.accept ? await acceptObserved(result, baseline.path) : null;
    return { ...written, accepted };
  });
}

/** The profile with the key that is good now: the run may have regenerated the one that it began with. */
function withKey(profile: Profile, key: string): Profile {
  const [, ...others] = profile.target.apiKeys;
  const apiKeys = key === '' ? profile.target.apiKeys : [new Secret(key), ...others];
  return { ...profile, target: { ...profile.target, apiKeys } };
}

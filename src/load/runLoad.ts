import { wordsOf } from '../errors.ts';
import { rateLimit } from '../judging/run/rateLimitedRun.ts';
import { respondentsOf } from '../judging/run/runResultOf.ts';
import { shownByCrowd, unseenQuestions } from '../judging/run/unseenQuestions.ts';
import { namedQuestions } from '../profile/namedQuestions.ts';
import type { Profile } from '../profile/profile.ts';
import type { JournalWriter } from '../result/journal.ts';
import type { RunProgress } from '../result/progress.ts';
import type { Reason } from '../result/reason.ts';
import { reasonWords } from '../result/reasonWords.ts';
import type { RunResult } from '../result/runResult.ts';
import { countIn, errorsIn, sumOf } from '../result/tally/counts.ts';
import type { SecondDelta } from '../result/tally/delta.ts';
import { generatorHealth } from '../result/tally/generatorHealth.ts';
import { budgetConflict } from './loadPlan.ts';
import { type CountedSecond, RunTally, type WalkedService } from './runTally.ts';
import { carryOut, type Stops } from './shard/carryOut.ts';
import type { Generators } from './shard/shards.ts';

/** How a load run is carried out. */
export interface LoadRun extends Omit<WalkedService, 'profile'>, Omit<Stops, 'enough'> {
  readonly runTag: string;
  /** What walks the respondents: the threads of this process, or a fleet. */
  readonly generators: Generators;
  readonly journal: JournalWriter | null;
  /** About once a second, with what that second alone was. */
  onProgress(progress: RunProgress, second: SecondDelta): void;
  /** What a person should know before the run goes on. */
  onNotice(notice: string): void;
}

/**
 * Walks many respondents as the profile's load says, and judges what came of it.
 *
 * @throws ToolError EXPRESSION for a threshold that is not understood, or what makes the target unusable. A target that
 *   does not answer is no error: it gives a result.
 */
export async function runLoad(profile: Profile, options: LoadRun): Promise<RunResult> {
  const { baseUrl, runTag, generators, interrupt, abandon, journal, onNotice, onProgress } = options;
  const troubles: Reason[] = [];
  const conflict = budgetConflict(profile);
  if (conflict !== null) {
    onNotice(reasonWords(conflict));
    troubles.push(conflict);
  }
  const run = await RunTally.begin({ ...options, profile }, runTag);
  const enough = new AbortController();
  const plan = { profile, baseUrl, runTag, schedule: 'stages', keepCompletions: run.keepsCompletions } as const;
  const phaseOf = ({ second, measured }: SecondDelta): string => {
    const isStopping = enough.signal.aborted || interrupt.aborted;
    if (isStopping || second >= options.meta.plannedSeconds) return 'draining';
    return measured ? 'running' : 'warming up';
  };
  const listener = {
    onUnsummed: (part: SecondDelta) => journal?.add({ part }),
    onSecond: (delta: SecondDelta) => {
      const counted = run.add(delta);
      journal?.add({ delta, thresholds: [...counted.thresholds] });
      onProgress(progressOf(run, counted, phaseOf(delta)), delta);
      if (counted.abortedBy !== null) enough.abort();
    },
    onLost: (reason: Reason) => {
      if (abandon?.aborted !== true) troubles.push(reason);
    },
  };
  const stops = { ...options, enough: enough.signal };
  const { completions, created } = await carryOut(
    generators,
    plan,
    profile.load.gracefulStopSeconds,
    listener,
    stops,
  ).catch(async (error: unknown) => {
    await run.close();
    throw error;
  });
  const isAbandoned = abandon?.aborted === true;
  const audit = await run.audit(
    { completions: completions[0] ?? [], created, interrupt, isAbandoned, onNotice },
    troubles,
  );
  if (abandon?.reason instanceof Error) troubles.push({ code: 'tool-failed', error: wordsOf(abandon.reason) });
  const journalTrouble = (await journal?.close()) ?? null;
  if (journalTrouble !== null) onNotice(`The journal could not be written: ${journalTrouble}`);
  const { refusals, walks } = run.tally;
  const unseen = unseenQuestions(namedQuestions(profile), shownByCrowd([...refusals.values()], walks));
  return run.result({
    interrupted: interrupt.aborted,
    audit,
    created,
    troubles: [...troubles, ...unseen, ...rateLimit(run.tally, run.timeline)],
  });
}

/** How a run stands, from what was counted so far. */
function progressOf({ service, tally }: RunTally, second: CountedSecond, phase: string): RunProgress {
  const { meta } = service;
  return {
    run: meta.run,
    target: meta.target,
    profile: meta.profile,
    elapsedSeconds: tally.seconds,
    plannedSeconds: meta.plannedSeconds,
    phase,
    active: tally.active,
    respondents: respondentsOf(tally, false),
    endpoints: [...tally.endpoints].map(([endpoint, { requests, outcomes, experienced }]) => ({
      endpoint,
      requests,
      errors: errorsIn(outcomes),
      expectedRejections: countIn(outcomes, 'expectedRejection'),
      p50Us: experienced.percentileUs(50),
      p95Us: experienced.percentileUs(95),
      p99Us: experienced.percentileUs(99),
    })),
    moves: { ...tally.coverage.transitions },
    checks: sumOf(tally.coverage.checked),
    violations: tally.listViolations(),
    thresholds: second.thresholds,
    generator: generatorHealth(tally, meta.workers),
    point: second.point,
  };
}

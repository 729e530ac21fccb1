import { ToolError } from '../../errors.ts';
import { type Acceptable, nothingAcceptable } from '../../judging/baseline/standing.ts';
import { coverageOf } from '../../judging/run/clauseResults.ts';
import { runResultOf } from '../../judging/run/runResultOf.ts';
import type { FleetResult } from '../../result/fleetResult.ts';
import type { Reason } from '../../result/reason.ts';
import type { RunResult } from '../../result/runResult.ts';
import { generatorHealth } from '../../result/tally/generatorHealth.ts';
import { mergeDeltas } from '../../result/tally/mergeDeltas.ts';
import { Tally } from '../../result/tally/tally.ts';
import { TimelineTally } from '../../result/tally/timelineTally.ts';
import type { Violation } from '../../result/verdict.ts';
import { deltasOfRun } from './deltasOfRun.ts';
import { pooledAudit } from './pooledAudit.ts';
import { pooledThresholds } from './pooledThresholds.ts';
import { type Placed, placed, stretchesOf } from './stretches.ts';

/**
 * Runs of load of one profile as one run of several stretches: tallied, judged and told of as any run is. Runs that went
 * on at the same time (several machines) are one stretch.
 *
 * @throws ToolError USAGE for results that are no runs of load of one profile against one service and release; EXPRESSION for a threshold that is not understood
 */
export function poolResults(results: readonly RunResult[]): RunResult {
  const [first] = results;
  if (first === undefined) throw new ToolError('USAGE', 'Name at least one result.');
  if (results.length === 1) return first;
  refuseOthers(results);
  const groups = placed(results);
  const all = groups.flat();
  const areAtOnce = groups.length < all.length;
  const timeline = new TimelineTally();
  timeline.addRuns(all.map(({ result, fromSecond }) => ({ timeline: result.timeline, fromSecond })));
  const tally = tallyOf(groups, timeline);
  const workers = Math.max(...groups.map((group) => sum(group, ({ result }) => result.generator.workers)));
  const audit = pooledAudit(results.flatMap((result) => result.audit ?? []));
  const { id, profile, seed, command, set } = first.run;
  const run = { id: `${id}-and-${results.length - 1}-more`, profile, seed, startedAt: earliest(results) };
  const meta = {
    run: { ...run, ...(command === undefined ? {} : { command }), ...(set === undefined ? {} : { set }) },
    target: first.target,
    tool: first.tool,
    profile: first.profile,
    workers,
    plannedSeconds: tally.seconds,
  };
  const measured = {
    tally,
    generator: generatorHealth(tally, workers),
    coverage: coverageOf(tally),
    audit,
    isTolerated: ({ baseline }: Violation) => baseline.kind === 'KNOWN',
  };
  const pooled = runResultOf(meta, tally, timeline.timeline, {
    endedAt: latest(results),
    interrupted: results.some((result) => result.run.interrupted),
    recovered: results.some((result) => result.run.recovered === true),
    thresholds: pooledThresholds(all, areAtOnce, measured),
    audit,
    created: results.flatMap(({ created }) => created),
    troubles: troublesOf(results),
    acceptable: acceptableOf(results),
    stretches: stretchesOf(all),
  });
  const fleets = results.flatMap(({ fleet }) => fleet ?? []);
  return fleets.length === 0 ? pooled : { ...pooled, fleet: joined(fleets) };
}

/** @throws ToolError USAGE */
function refuseOthers(results: readonly RunResult[]): void {
  const [first] = results;
  for (const { kind, run, tool, generator, target } of results) {
    if (kind === 'capacity')
      throw new ToolError('USAGE', 'Results of capacity are put into one by `canvass capacity --combine`.');
    if (kind !== 'load')
      throw new ToolError(
        'USAGE',
        `Only runs of load are pooled; to set runs of ${kind} against each other, use canvass compare.`,
      );
    if (run.profile !== first?.run.profile)
      throw new ToolError(
        'USAGE',
        `Only runs of one profile are pooled: ${first?.run.profile} and ${run.profile} (canvass ${tool.version}) are not. To set runs against each other, use canvass compare.`,
      );
    const differs = (['baseUrl', 'datacenter', 'release'] as const).find(
      (name) => target[name] !== first?.target[name],
    );
    // What one service did would be told of the other.
    if (first !== undefined && differs !== undefined)
      throw new ToolError(
        'USAGE',
        `Only runs of one service are pooled: ${differs} is ${first.target[differs]} in ${first.run.id} and ${target[differs]} in ${run.id}. To set runs against each other, use canvass compare.`,
      );
    if (generator.watch === undefined)
      throw new ToolError(
        'USAGE',
        `${run.id} (canvass ${tool.version}) does not say enough of its generator to be pooled: run it again with this version.`,
      );
  }
}

/** Seconds of runs at once are the same seconds; of runs after one another they add up. */
function tallyOf(groups: readonly (readonly Placed[])[], timeline: TimelineTally): Tally {
  const tally = new Tally();
  for (const group of groups) {
    const [first, ...others] = group.map(deltasOfRun);
    if (first === undefined) continue;
    tally.add(mergeDeltas([first.warmup, ...others.map(({ warmup }) => warmup)]));
    const measured = mergeDeltas([first.measured, ...others.map((each) => each.measured)]);
    // Their peaks were not at the same instant; the timeline knows how many were active at once.
    tally.add({ ...measured, active: Math.max(...group.map(({ result }) => result.respondents.peak)) });
    const sockets = sum(group, ({ result }) => result.generator.socketsPeak);
    for (const { result } of group) tally.health.addRun({ ...result.generator, socketsPeak: sockets });
  }
  tally.peakActive = Math.max(tally.peakActive, ...timeline.timeline.points.map(({ active }) => active));
  return tally;
}

const ofEngine: ReadonlySet<Reason['code']> = new Set([
  'run-killed',
  'tool-failed',
  'thread-lost',
  'worker-lost',
  'worker-lost-allowed',
  'rate-limited',
  'rate-budget-too-small',
  'question-never-shown',
  'known-expired',
]);

/** What the engines of the runs knew of themselves: all else is judged anew, over the sum, and so is an interruption. */
function troublesOf(results: readonly RunResult[]): Reason[] {
  const known = results.flatMap(({ run, reasonCodes = [] }) =>
    reasonCodes.filter(({ code }) => ofEngine.has(code)).map((reason) => ({ ...reason, run: run.id })),
  );
  const runs = results.filter(({ verdict }) => verdict === 'INVALID').map(({ run }) => run.id);
  return runs.length === 0 ? known : [...known, { code: 'runs-invalid', runs, of: results.length }];
}

/** What the baseline accepted; violations say themselves how they stand. */
function acceptableOf(results: readonly RunResult[]): Acceptable {
  const pinned = results.flatMap(({ observations }) =>
    observations.flatMap(({ id, pinned: answers }) =>
      typeof answers === 'string' ? [[id, answers.split(' | ')] as const] : [],
    ),
  );
  return { ...nothingAcceptable, answers: Object.fromEntries(pinned) };
}

function joined(fleets: readonly FleetResult[]): Required<FleetResult> {
  return {
    name: [...new Set(fleets.map(({ name }) => name))].join(', '),
    startApartMs: Math.max(...fleets.map(({ startApartMs }) => startApartMs)),
    droppedMessages: sum(fleets, ({ droppedMessages = 0 }) => droppedMessages),
    workers: fleets.flatMap(({ workers }) => workers),
  };
}

function sum<Item>(items: readonly Item[], pick: (item: Item) => number): number {
  return items.reduce((total, item) => total + pick(item), 0);
}

function earliest(results: readonly RunResult[]): string {
  return new Date(Math.min(...results.map(({ run }) => Date.parse(run.startedAt)))).toISOString();
}

function latest(results: readonly RunResult[]): string {
  return new Date(Math.max(...results.map(({ run }) => Date.parse(run.endedAt)))).toISOString();
}

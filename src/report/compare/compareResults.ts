import type { Reason } from '../../result/reason.ts';
import { reasonBriefly } from '../../result/reasonWords.ts';
import type { RunResult } from '../../result/runResult.ts';
import { replayCommand } from '../content/commands.ts';
import { checkedClauses } from '../measures.ts';
import type { ComparisonReason } from './comparisonReasons.ts';
import { concluded } from './conclusion.ts';
import { coverageLosses, environmentDifferences, observationDifferences, refusalDifferences } from './differences.ts';
import { distributions } from './distributions.ts';
import { latencyShifts, type PercentileShift } from './latencyShifts.ts';
import { type CompareOptions, compareDefaults } from './shift.ts';

type SideReason = Extract<ComparisonReason, { readonly code: 'side-invalid' | 'run-left-out' }>;

/** What `compare` found between two sides of runs (the names here are a contract). */
export type RunComparison = ReturnType<typeof compareResults>;

/**
 * Compares runs of a candidate with runs of a base, that were made apart; each side has at least one.
 *
 * @param folderOf where a run lies, as the shell is given it
 */
export function compareResults(
  base: readonly RunResult[],
  candidate: readonly RunResult[],
  options: CompareOptions = compareDefaults,
  folderOf: (run: RunResult) => string | null = () => null,
) {
  const sides = { base, candidate };
  // Times of probes, one after the other and at odds with the service, are no speed.
  const isLoad = [...base, ...candidate].every(({ kind }) => kind !== 'conform');
  const environment = environmentDifferences(base, candidate, isLoad);
  const refusals = refusalDifferences(base, candidate);
  const [timedBase, timedCandidate] = [timed(base), timed(candidate)];
  const hindrances = (runs: readonly RunResult[]): Reason[] => runs.flatMap((run) => hindranceOf(run) ?? []);
  const hindered = { base: hindrances(timedBase), candidate: hindrances(timedCandidate) };
  const found = concluded({
    method: 'runs',
    sides,
    shifts: isLoad ? believable(latencyShifts(timedBase, timedCandidate, options), hindered) : null,
    busiest: busiestEndpoint([...base, ...candidate]),
    differences: [],
    pairsWalked: 0,
    refused: refusals.filter(({ side }) => side === 'candidate'),
    isLookedAt: candidate.some((run) => checkedClauses(run).length > 0),
    voided: [...invalidRuns('base', timedBase), ...invalidRuns('candidate', timedCandidate)],
    besides: [
      ...leftOut('base', base, timedBase),
      ...leftOut('candidate', candidate, timedCandidate),
      ...(isLoad ? hindrance([...hindered.base, ...hindered.candidate], timedBase.length + timedCandidate.length) : []),
    ],
    unlike: environment.filter(({ warning }) => warning).map(({ name }) => name),
    repeatCommand: (violation) => {
      const shown = candidate.find(({ violations }) => violations.some(({ id }) => id === violation));
      return replayCommand(shown?.run ?? {}, shown === undefined ? null : folderOf(shown), violation);
    },
  });
  return {
    schema: 'canvass.comparison/2' as const,
    ...found,
    method: 'runs' as const,
    distributions: isLoad ? distributions(timedBase, timedCandidate) : [],
    observations: observationDifferences(base, candidate),
    refusals,
    coverageLost: coverageLosses(base, candidate),
    environment,
    options,
  };
}

function busiestEndpoint(runs: readonly RunResult[]): string {
  const requests = new Map<string, number>();
  for (const { endpoint, requests: count } of runs.flatMap((run) => run.endpoints))
    requests.set(endpoint, (requests.get(endpoint) ?? 0) + count);
  return [...requests].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

/** Why the times of a run are upper bounds, where they are (docs/verdict.md). */
function hindranceOf({ validity }: RunResult): Reason | undefined {
  return validity?.performance.reasons.find(({ code }) => hindering.has(code));
}

const hindering: ReadonlySet<Reason['code']> = new Set([
  'machine-crowded',
  'generator-busy',
  'generator-late',
  'generator-away',
]);

/**
 * Where times are upper bounds, nobody knows by how much others were in the way: a side whose times they are may be as fast as
 * the other one, and no slower than it looks.
 */
function believable(
  shifts: readonly PercentileShift[],
  hindered: Readonly<Record<'base' | 'candidate', readonly Reason[]>>,
): PercentileShift[] {
  return shifts.map((each) => {
    const isDoubtful =
      (each.verdict === 'SLOWER' && hindered.candidate.length > 0) ||
      (each.verdict === 'FASTER' && hindered.base.length > 0);
    return isDoubtful ? { ...each, verdict: "CAN'T TELL", moreRuns: 0 } : each;
  });
}

function hindrance(hindered: readonly Reason[], of: number): ComparisonReason[] {
  const [first] = hindered;
  return first === undefined ? [] : [{ code: 'times-hindered', runs: hindered.length, of, why: reasonBriefly(first) }];
}

/** The runs whose speed is compared: those that prove something; all of them where none does. */
function timed(runs: readonly RunResult[]): readonly RunResult[] {
  const sound = runs.filter(({ verdict }) => verdict !== 'INVALID');
  return sound.length === 0 ? runs : sound;
}

function leftOut(
  side: 'base' | 'candidate',
  runs: readonly RunResult[],
  kept: readonly RunResult[],
): ComparisonReason[] {
  const others = runs.filter((run) => !kept.includes(run));
  return invalidRuns(side, others).map((reason) => ({ ...reason, code: 'run-left-out' }));
}

function invalidRuns(side: 'base' | 'candidate', runs: readonly RunResult[]): SideReason[] {
  return runs
    .filter(({ verdict }) => verdict === 'INVALID')
    .map(({ run: { id }, reasons }) => ({ code: 'side-invalid', side, run: id, reasons }));
}

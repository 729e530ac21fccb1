import { ToolError } from '../errors.ts';
import type { CapacityResult } from '../result/capacityResult.ts';
import { inWords } from '../result/reasonWords.ts';
import type { RunResult } from '../result/runResult.ts';
import { capacityVerdict } from './capacityVerdict.ts';
import type { PlanInput } from './plan.ts';
import { planCapacities } from './planCapacities.ts';

/** A capacity and the run that measured it. */
interface Measured {
  readonly capacity: CapacityResult;
  readonly run: RunResult['run'];
}

function newestFirst({ run: one }: Pick<RunResult, 'run'>, { run: other }: Pick<RunResult, 'run'>): number {
  return other.startedAt.localeCompare(one.startedAt);
}

/**
 * Of each datacenter what its newest run measured, of those that confirmed their answer if any did: who searches one of
 * several again wants it in the place of the older.
 */
function newestOfEach(results: readonly RunResult[]): { counted: Measured[]; replaced: Measured[] } {
  const all = results.flatMap(({ capacity, run }) => capacity.map((one): Measured => ({ capacity: one, run })));
  const isConfirmed = ({ capacity: { search } }: Measured): boolean => (search?.confirmationsHeld ?? 0) > 0;
  const ofEach = [...Map.groupBy(all, ({ capacity }) => capacity.datacenter).values()].map((same) =>
    same.toSorted((a, b) => Number(isConfirmed(b)) - Number(isConfirmed(a)) || newestFirst(a, b)),
  );
  return { counted: ofEach.flatMap((same) => same.slice(0, 1)), replaced: ofEach.flatMap((same) => same.slice(1)) };
}

/** The command of a run with the peak that is expected now, where it named one. */
function expecting(command: string | undefined, planned: PlanInput | null): { readonly command?: string } {
  if (command === undefined || planned === null) return {};
  const { peakPerSecond, headroom } = planned;
  const asked = command.replace(/--peak \S+/, `--peak ${peakPerSecond}/s`);
  return { command: asked.replace(/--headroom \S+/, `--headroom ${Number((100 * headroom).toFixed(2))}%`) };
}

/** Of results of older versions. */
const unjudged = {
  promises: { judgement: 'not looked at', lookedAt: 0, broken: 0 },
  target: { judgement: 'there', requests: 0, answers: 0 },
} as const;

/**
 * Puts saved capacity results into one: the table of all their datacenters, each as its newest run has it, judged by one
 * plan, or else by their own. Nobody walked for it, and nothing was sent; the rest is as the newest run has it.
 *
 * @param at when this was done
 * @param onReplaced is told of what an older run measured of a datacenter
 * @throws ToolError RESULT_UNREADABLE when none of them holds a capacity
 */
export function combineResults(
  results: readonly RunResult[],
  planned: PlanInput | null,
  at: Date,
  onReplaced: (datacenter: string, run: string) => void = () => {},
): RunResult {
  const [newest] = results.toSorted(newestFirst);
  const { counted, replaced } = newestOfEach(results);
  for (const { capacity, run } of replaced) onReplaced(capacity.datacenter, run.id);
  const capacities = counted.map(({ capacity }) => capacity);
  if (newest === undefined || capacities.length === 0)
    throw new ToolError(
      'RESULT_UNREADABLE',
      'None of these results holds a capacity; name results of canvass capacity.',
    );
  const ownPlan = (name: string) => capacities.find(({ datacenter }) => datacenter === name)?.plan ?? null;
  const capacity = planCapacities(capacities, (name) => planned ?? ownPlan(name));
  const { verdict, reasons, judgements, performance } = capacityVerdict(capacity, newest.judgements ?? unjudged);
  const datacenter = capacity.map((one) => one.datacenter).join(', ');
  return {
    ...newest,
    kind: 'capacity',
    verdict,
    ...inWords(reasons),
    validity: { conformance: { valid: true, reasons: [] }, ...newest.validity, performance },
    judgements,
    run: {
      ...newest.run,
      ...expecting(newest.run.command, planned),
      startedAt: at.toISOString(),
      endedAt: at.toISOString(),
      durationSeconds: 0,
    },
    respondents: { started: 0, completed: 0, abandoned: 0, stopped: 0, failed: 0, peak: 0, byStatus: {} },
    endpoints: [],
    target: { ...newest.target, datacenter },
    capacity,
  };
}

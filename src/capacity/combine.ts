import { ToolError } from '../errors.ts';
import type { CapacityResult } from '../result/capacityResult.ts';
import { inWords } from '../result/reasonWords.ts';
import type { RunResult } from '../result/runResult.ts';
import { capacityVerdict } from './capacityVerdict.ts';
import type { PlanInput } from './plan.ts';
import { planCapacities } from './planCapacities.ts';

/** The capacities of all results. @throws ToolError USAGE for a datacenter that would be counted twice */
function allOf(results: readonly RunResult[]): CapacityResult[] {
  const all = results.flatMap(({ capacity, run }) => capacity.map((one) => ({ one, id: run.id })));
  for (const [datacenter, same] of Map.groupBy(all, ({ one }) => one.datacenter))
    if (same.length > 1)
      throw new ToolError(
        'USAGE',
        `${datacenter} was measured by ${same.map(({ id }) => id).join(' and ')}: name one result of each datacenter, ` +
          'or it would count twice',
      );
  return all.map(({ one }) => one);
}

/** Of results of older versions. */
const unjudged = {
  promises: { judgement: 'not looked at', lookedAt: 0, broken: 0 },
  target: { judgement: 'there', requests: 0, answers: 0 },
} as const;

/**
 * Puts saved capacity results into one: the table of all their datacenters, judged by one plan, or else by their own. Nobody
 * walked for it, and nothing was sent; the rest is as the newest run has it.
 *
 * @param at when this was done
 * @throws ToolError RESULT_UNREADABLE when none of them holds a capacity, USAGE when two hold that of one datacenter
 */
export function combineResults(results: readonly RunResult[], planned: PlanInput | null, at: Date): RunResult {
  const [newest] = [...results].sort((a, b) => b.run.startedAt.localeCompare(a.run.startedAt));
  const capacities = allOf(results);
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
    run: { ...newest.run, startedAt: at.toISOString(), endedAt: at.toISOString(), durationSeconds: 0 },
    respondents: { started: 0, completed: 0, abandoned: 0, stopped: 0, failed: 0, peak: 0, byStatus: {} },
    endpoints: [],
    target: { ...newest.target, datacenter },
    capacity,
  };
}

import { type CapacityResult, capacityRateText } from '../../result/capacityResult.ts';
import { neededOf, type Plan, sustainableText, verdictOf } from './capacityContent.ts';
import { combineCommand } from './commands.ts';
import type { NextStep } from './content.ts';

function carriedText({ datacenter, sustainablePerSecond }: CapacityResult): string {
  const { low, best, high } = sustainablePerSecond;
  if (best === 0 && high === null) return `${datacenter} was not measured`;
  return high === null
    ? `${datacenter} carries at least ${capacityRateText(low)} respondents a second`
    : `${datacenter} carries ${capacityRateText(best)} respondents a second (${capacityRateText(low)} to ${capacityRateText(high)})`;
}

const worstFirst = ['no', 'unclear', 'yes'] as const;

function place({ plan }: CapacityResult): number {
  return plan === null ? worstFirst.length : worstFirst.indexOf(verdictOf(plan));
}

const enough = { yes: 'is enough', no: 'is not enough', unclear: 'may or may not be enough' } as const;

function plannedText(capacity: CapacityResult, plan: Plan): string {
  return `${capacity.datacenter} ${enough[verdictOf(plan)]} for ${capacityRateText(neededOf(plan))}/s: ${sustainableText(capacity)}`;
}

/** What a capacity run found, in a line: each datacenter, and with a plan whether it is enough, what is not first. */
export function capacityHeadline(capacities: readonly CapacityResult[]): string {
  if (capacities.length === 0) return 'No capacity was found.';
  return `${capacities
    .toSorted((a, b) => place(a) - place(b))
    .map((capacity) => (capacity.plan === null ? carriedText(capacity) : plannedText(capacity, capacity.plan)))
    .join('; ')}.`;
}

/** What a planner does with what was found. @param directory of the run, as the shell is given it */
export function capacityNext(capacities: readonly CapacityResult[], directory: string | null): NextStep[] {
  return capacities.some(({ plan }) => plan !== null)
    ? [
        'Paste planning.md, which lies beside this report, into the planning document; planning.html is one sheet to print.',
      ]
    : [{ text: 'Judge it by the peak that you expect:', command: combineCommand(directory) }];
}

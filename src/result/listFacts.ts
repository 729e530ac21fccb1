import type { Fact } from './defectFacts.ts';
import type { WitnessStep } from './verdict.ts';

/** `listed FILE`: the ids of the items that a page of a list shows, a line each. */
export const listed = `listed() { flatten "$1" | sed -nE 's/^response[[][0-9]+[]][.](departmentID|responseID) //p'; }`;

/** That the pages of a list which a witness asked for show an item twice. */
export function itemTwice(failingStep: number, steps: readonly WitnessStep[]): Fact {
  const { endpoint } = steps[failingStep] ?? {};
  const pages = steps.slice(0, failingStep + 1).flatMap((step, at) => (step.endpoint === endpoint ? [at + 1] : []));
  const lists = pages.map((step) => `listed "$dir/answer${step}"`).join('; ');
  return { test: `{ ${lists}; } | LC_ALL=C sort | uniq -d | grep -q .`, needs: 'answer' };
}

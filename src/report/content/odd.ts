import { inconsistencies, type Oddity } from '../../result/oddity.ts';
import type { RunResult } from '../../result/runResult.ts';
import { cut } from '../plainText.ts';
import { countText } from '../quantities.ts';
import { runTable } from './content.ts';

const mostPlaces = 4;
const longest = 120;

/** Where the service departs from its own habits. Results of older versions hold only what contradicts itself. */
export function odditiesIn({ odd, observations }: RunResult): readonly Oddity[] {
  return odd ?? inconsistencies(observations);
}

/** Where it is odd, in words: where nothing decides it, by an example. */
export function whereOdd({ where, witness }: Oddity): string {
  if (where.length === 0) {
    const step = witness?.steps[witness.failingStep];
    return step === undefined ? 'now and then' : `now and then, as by ${step.method} ${cut(step.path, longest)}`;
  }
  const rest = where.length > mostPlaces ? `, and ${countText(where.length - mostPlaces)} more` : '';
  return `${where.slice(0, mostPlaces).join(', ')}${rest}`;
}

/** What is seen there, or elsewhere, with how often it was looked at. */
export function featuresOf(features: readonly string[], count: number): string {
  return `${cut(features.join(', ') || 'nothing of it', longest)} (${countText(count)})`;
}

/** What a person would look at, although no promise is broken. */
export const oddTable = runTable({
  id: 'odd',
  isBrief: true,
  title: 'Odd: where the service departs from its own habits',
  items: odditiesIn,
  columns: [
    ['What', ({ what: text, id: note }) => ({ text, note })],
    ['Where', whereOdd],
    ['There', ({ there, count }) => featuresOf(there, count)],
    ['Elsewhere', ({ elsewhere, count, of }) => featuresOf(elsewhere, of - count)],
  ],
});

import type { Classification, Violation } from '../result/verdict.ts';
import { countOf } from './quantities.ts';

/** What a violation depends on, in a few words. */
export const classificationWords: Readonly<Record<Classification, string>> = {
  always: 'also with one respondent alone',
  sometimes: 'also with one respondent alone, though not each time',
  'load-only': 'only under load',
  'interleaving-only': 'only when sessions interleave',
  'not-reproduced': 'could not be repeated',
  unclassified: 'not repeated yet',
};

/** What repeating a violation has shown: what it depends on, how often it failed, and how short its witness became. */
export function reproductionText({ classification, reproduction, witness }: Violation): string {
  const words = classificationWords[classification];
  if (reproduction === undefined) return words;
  const { failed, repeated, recordedSteps } = reproduction;
  const steps = witness.steps.length;
  const shrunk = steps < recordedSteps ? `; ${countOf(steps, 'step')} of the ${recordedSteps} recorded are enough` : '';
  return `${words}: failed ${failed} of ${repeated} times${shrunk}`;
}

import type { Classification, Violation } from '../result/verdict.ts';

/** What a violation depends on, in a few words. */
export const classificationWords: Readonly<Record<Classification, string>> = {
  always: 'always reproducible',
  sometimes: 'intermittent',
  'load-only': 'only under load',
  'interleaving-only': 'only with concurrent respondents',
  'not-reproduced': 'could not be reproduced',
  unclassified: 'not repeated',
};

/** What repeating a violation has shown: `always reproducible (5 of 5); shortened from 6 steps to 4`. */
export function reproductionText(violation: Violation): string {
  const { reproduction, witness } = violation;
  const { length } = witness.steps;
  const wasShortened = reproduction !== undefined && length < reproduction.recordedSteps;
  return wasShortened
    ? `${reproducibilityText(violation)}; shortened from ${reproduction.recordedSteps} steps to ${length}`
    : reproducibilityText(violation);
}

/** What a violation depends on, with how often it failed of how many repetitions: `intermittent (1 of 5)`. */
function reproducibilityText({ classification, reproduction }: Violation): string {
  const words = classificationWords[classification];
  return reproduction === undefined ? words : `${words} (${reproduction.failed} of ${reproduction.repeated})`;
}

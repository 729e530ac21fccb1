import { refusesAnswers } from './defectFacts.ts';
import type { Condition, Violation, WitnessStep } from './verdict.ts';

/** What a step is that not every respondent takes, in words that go after `after`; `null` for any other. @param isReturn whether there were pages before */
export function detourOf(endpoint: string, isReturn: boolean, isRefusal: boolean): string | null {
  if (isRefusal) return 'answers were refused';
  if (endpoint === 'take') return isReturn ? 'returning to the survey' : null;
  return endpoint === 'previous-page' ? 'going back' : null;
}

/** What was done on a way that not everybody does, each once. */
export function detoursIn(steps: readonly WitnessStep[]): string[] {
  const done = steps.flatMap(
    ({ endpoint, response: { body } }, at) => detourOf(endpoint, at > 0, refusesAnswers(body)) ?? [],
  );
  return [...new Set(done)];
}

/** The condition that is told of a violation: one that chance may have made is none where it does not show each time, or hardly ever held. */
export function conditionOf({
  condition,
  classification,
}: Pick<Violation, 'condition' | 'classification'>): Condition | null {
  if (condition === undefined) return null;
  const isLikely = classification === 'always' && condition.others >= condition.failed;
  return condition.isSure || isLikely ? condition : null;
}

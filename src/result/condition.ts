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

/** Ways that requests alone tell of. */
const waysOfRequests = ['going back', 'returning to the survey'];

/** Whether the steps that show a violation each time do without what a condition says that it takes. */
function isRefuted(
  { words }: Condition,
  { classification, reproduction, witness }: Pick<Violation, 'classification' | 'reproduction' | 'witness'>,
): boolean {
  if (classification !== 'always' || reproduction?.byProbe === true || witness.steps.length === 0) return false;
  const done = detoursIn(witness.steps);
  return waysOfRequests.some((way) => words.includes(`after ${way}`) && !done.includes(way));
}

type Conditioned = Pick<Violation, 'clause' | 'condition' | 'classification' | 'reproduction' | 'witness'>;

/** What was seen less often tells nothing of when it comes, where chance may have made it. */
export const fewTimes = 3;

/** What of the questions, or the answer, that the promise is about: each repetition of its steps has it too. */
const ofJudged = / left out$|^in answers of HTTP \d+|^with the second API key$/;
const askedOnce = /^in [a-z]+(?:-[a-z]+)+$|^where it (?:is|begins) /;
const ofKeys = /^(?:AUTH|KEY)-/;

/**
 * The condition that is likely of a violation: one that chance may have made is none where it does not show each time, was
 * not always followed by it, or hardly ever held; nor is one that its own witness does without.
 */
export function likelyCondition(violation: Conditioned): Condition | null {
  const { condition, classification, reproduction } = violation;
  if (condition === undefined || isRefuted(condition, violation)) return null;
  const { failed, of, others } = condition;
  const repeated = ofJudged.test(condition.words) ? (reproduction?.failed ?? 0) : 0;
  const isLikely = classification === 'always' && failed + repeated >= fewTimes && failed === of && others >= failed;
  // Each endpoint, or key, is tried in its own way: that one fails whenever it is tried, and no other does, is all there is to say.
  const isOfOne =
    ofKeys.test(violation.clause) && askedOnce.test(condition.words) && failed === of && others >= fewTimes;
  return condition.isSure || isLikely || isOfOne ? condition : null;
}

/** The condition that is told. What its steps show each time takes no more than they do: a part of the cases may have it by chance, or by their order. */
export function conditionOf(violation: Conditioned): Condition | null {
  const condition = likelyCondition(violation);
  const { classification, reproduction } = violation;
  const hasSteps = classification === 'always' && reproduction?.byProbe !== true;
  return condition !== null && hasSteps && isPartOfIt(condition) ? null : condition;
}

/** As `conditionOf`, where it says all that it takes. */
export function wholeConditionOf(violation: Conditioned): Condition | null {
  const condition = conditionOf(violation);
  return condition === null || isPartOfIt(condition) ? null : condition;
}

/** Whether it takes more than a condition says: what has it breaks at times only, and what has it not never. */
export function isPartOfIt({ words }: Pick<Condition, 'words'>): boolean {
  return words.startsWith('but only ');
}

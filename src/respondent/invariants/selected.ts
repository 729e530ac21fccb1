import { isRecord } from '../../contract/jsonShape.ts';
import type { Question } from '../../contract/question.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { QuestionPlan } from '../answers/questionPlan.ts';
import type { Judge, WitnessSource } from './judge.ts';

/**
 * After going back: exactly the answers chosen earlier are marked `selected` (document, Endpoint 3). The document
 * promises it of chosen answers; texts, ranks, allocations and dates are looked for, and observed.
 *
 * @param body the submission that was accepted for the page.
 */
export function judgeSelected(plans: readonly QuestionPlan[], body: string, judge: Judge, walk: WitnessSource): void {
  const given: unknown = JSON.parse(body);
  if (!isRecord(given)) return;
  for (const { question, form } of plans) {
    if (!('key' in form)) continue;
    const chosen = idsIn(given[form.key]);
    if (chosen.every((id) => isMarked(question, id))) judge.pass('PREVIOUS-SELECTED-01');
    else {
      const expected = `answer ${list(chosen)} of question ${question.id} selected`;
      judge.fail('PREVIOUS-SELECTED-01', expected, `${list(markedOf(question))} selected`, walk);
    }
    if (question.answers.every(({ id, selected }) => selected !== true || chosen.includes(String(id))))
      judge.pass('PREVIOUS-SELECTED-02');
    else {
      const expected = `no answer of question ${question.id} selected but ${list(chosen)}`;
      judge.fail('PREVIOUS-SELECTED-02', expected, `${list(markedOf(question))} selected`, walk);
    }
  }
}

/** The answer ids that were submitted under one key. */
function idsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return value === undefined ? [] : [String(value)];
}

function isMarked({ answers }: Question, answerId: string): boolean {
  return answers.some(({ id, selected }) => selected === true && String(id) === answerId);
}

function markedOf({ answers }: Question): readonly string[] {
  return answers.filter(({ selected }) => selected === true).map(({ id }) => String(id));
}

function list(ids: readonly string[]): string {
  return ids.length === 0 ? 'none' : ids.join(', ');
}

/** No page but that of previous-page marks answers (document, Question JSON). */
export function judgeUnmarked(plans: readonly QuestionPlan[], judge: Judge, walk: WitnessSource): void {
  const marked = plans.find((plan) => plan.marked);
  if (marked === undefined) judge.pass('QUESTION-SELECTED-02');
  else judge.fail('QUESTION-SELECTED-02', 'no answer selected', `question ${marked.question.id} has one`, walk);
}

/** Where earlier texts are after going back: an open question. */
export function observeTexts(
  plans: readonly QuestionPlan[],
  body: string,
  token: string,
  questions: readonly { readonly html: string; readonly json: string }[],
  exchange: Exchange,
  judge: Judge,
  walk: WitnessSource,
): void {
  if (!body.includes(token) || !plans.some(({ form }) => form.kind === 'text')) return;
  const inHtml = questions.some(({ html }) => html.includes(token));
  const inJson = questions.some(({ json }) => json.includes(token));
  const where = inHtml ? (inJson ? 'both' : 'html') : inJson ? 'json' : 'absent';
  judge.observe('Q-BACK-TEXT', where, exchange, walk);
}

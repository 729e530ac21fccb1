import { isRecord } from '../../contract/jsonShape.ts';
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
    const value = given[form.key];
    const chosen = Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];
    const marked = question.answers.filter(({ selected }) => selected === true).map(({ id }) => String(id));
    const missing = chosen.filter((id) => !marked.includes(id));
    const extra = marked.filter((id) => !chosen.includes(id));
    const of = `of question ${question.id}`;
    const shownMarked = `${list(marked)} selected`;
    if (missing.length === 0) judge.pass('PREVIOUS-SELECTED-01');
    else judge.fail('PREVIOUS-SELECTED-01', `answer ${list(chosen)} ${of} selected`, shownMarked, walk);
    if (extra.length === 0) judge.pass('PREVIOUS-SELECTED-02');
    else judge.fail('PREVIOUS-SELECTED-02', `no answer ${of} selected but ${list(chosen)}`, shownMarked, walk);
  }
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

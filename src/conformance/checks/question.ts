import type { Exchange } from '../../result/exchange.ts';
import { type Judge, shown } from '../ledger/judge.ts';
import { type FieldRule, isObject, judgeFields, memberOf } from './fields.ts';
import { checkFormParam } from './formParam.ts';

const elementFields: readonly FieldRule[] = [
  { path: 'html', kind: 'string', clause: 'PAGE-QUESTION-HTML-01' },
  { path: 'json', kind: 'string', clause: 'PAGE-QUESTION-JSON-01' },
];

const questionFields: readonly FieldRule[] = [
  { path: 'id', kind: 'integer', clause: 'QUESTION-ID-01' },
  { path: 'type', kind: 'string', clause: 'QUESTION-TYPE-01' },
  { path: 'text', kind: 'string', clause: 'QUESTION-TEXT-01' },
  { path: 'answers', kind: 'array', clause: 'QUESTION-ANSWERS-01' },
  { path: 'formParam', kind: 'object', clause: 'QUESTION-FORM-01' },
];

/** Question JSON: each element of `questions`. @returns the ids of the page's questions. */
export function checkQuestions(judge: Judge, exchange: Exchange, questions: readonly unknown[]): ReadonlySet<number> {
  const ids: number[] = [];
  for (const element of questions) {
    judgeFields(judge, element, elementFields, 'questions[].');
    const question = parsed(judge, memberOf(element, 'json'));
    if (question === null) continue;
    judgeFields(judge, question, questionFields, 'question.');
    if (typeof question.id === 'number') ids.push(question.id);
    checkAnswers(judge, exchange, question);
    const html = memberOf(element, 'html');
    checkFormParam(judge, question, typeof html === 'string' ? html : '');
  }
  const unique = new Set(ids);
  if (ids.length > 0) {
    judge.expect('QUESTION-UNIQUE-01', unique.size === ids.length, 'question ids that differ', () => ids.join(', '));
  }
  return unique;
}

function parsed(judge: Judge, json: unknown): Record<string, unknown> | null {
  if (typeof json !== 'string') return null;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    judge.expect('PAGE-QUESTION-JSON-01', false, 'a string that parses as JSON', () => json);
    return null;
  }
  judge.expect('QUESTION-JSON-01', isObject(value), 'one JSON object', () => json);
  return isObject(value) ? value : null;
}

function checkAnswers(judge: Judge, exchange: Exchange, question: Record<string, unknown>): void {
  if (!Array.isArray(question.answers)) return;
  const prefix = memberOf(question, 'formParam.paramPrefix');
  const isText = question.type === 'T' || (typeof prefix === 'string' && /^t_?$/.test(prefix));
  const isChoice = question.type === 'U' || question.type === 'M';
  const ids: unknown[] = [];
  for (const answer of question.answers) {
    judgeFields(judge, answer, [{ path: 'id', kind: 'integer', clause: 'QUESTION-ANSWER-ID-01' }], 'answers[].');
    const { id, text, selected } = isObject(answer) ? answer : {};
    ids.push(id);
    if (isText) {
      judge.expect('QUESTION-ANSWER-TEXT-02', text === undefined, 'no text with the answers of a text question', () =>
        shown(text),
      );
    } else if (isChoice) {
      judge.expect('QUESTION-ANSWER-TEXT-01', typeof text === 'string', 'answers[].text, a string', () => shown(text));
    }
    if (selected === undefined) {
      judge.observe('Q-SELECTED-ELSEWHERE', 'absent');
      continue;
    }
    if (selected === false) judge.observe('Q-SELECTED-ELSEWHERE', 'false');
    judge.expect('QUESTION-SELECTED-01', typeof selected === 'boolean', 'answers[].selected, a boolean', () =>
      shown(selected),
    );
    judge.expect(
      'QUESTION-SELECTED-02',
      selected !== true || exchange.endpoint === 'previous-page',
      'selected true on previous-page only',
      () => `answer ${shown(id)} of question ${shown(question.id)} selected in an answer of ${exchange.endpoint}`,
    );
  }
  const unique = new Set(ids);
  judge.expect('QUESTION-UNIQUE-01', unique.size === ids.length, 'answer ids that differ', () => ids.join(', '));
}

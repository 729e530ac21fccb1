import { ClauseTable } from '../../contract/clause.ts';
import type { EntityId } from '../../contract/entityId.ts';
import { isRecord, type Json } from '../../contract/jsonShape.ts';
import { Question } from '../../contract/pageSchema.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Findings } from '../findings.ts';
import { shown } from '../mismatch.ts';
import type { Answer } from '../reading/answer.ts';
import type { QuestionReading, QuestionView } from '../reading/questionView.ts';
import { isPlaceholder } from '../reading/sentValues.ts';
import type { ShownPage } from '../reading/shownPage.ts';
import { judgeShape, shapeOf } from '../schemaJudge.ts';
import { judgeKeyForm } from './keys.ts';
import { judgeEscaping } from './sanity.ts';

export const questionClauses = new ClauseTable()
  .group('page')
  .must('PAGE-QUESTION-HTML-02', 'page-question-html')
  .says('The `html` of a question is markup, and no word for nothing.')
  .broken('Questions come with a word in place of markup')
  .should('PAGE-QUESTION-HTML-03', 'page-question-html')
  .says('The `html` of a question that is answered is no bare text.')
  .why('A text without a tag is a fragment of HTML too, but nothing rendered it.')
  .must('PAGE-QUESTION-HTML-04', 'page-question-html', { probes: ['walking'], ofSeveralAnswers: true })
  .says('Where questions of a kind are answered in their markup, that of none of them is a bare text.')
  .broken('The markup of some questions is a bare text')
  .why('Fails where the markup of one question has no tag, and that of another of its kind has its inputs.')
  .group('question')
  .should('QUESTION-TEXT-02', 'question-text')
  .says('The `text` of a question that is answered is not empty.')
  .why('A picture may ask instead.')
  .must('QUESTION-ANSWER-TEXT-01', 'question-answer-text')
  .says('The answers of a choice question have a string `text`.')
  .broken('Choices have no text')
  .must('QUESTION-ANSWER-TEXT-02', 'question-answer-text-absent')
  .says('The answers of a text question have no `text`.')
  .broken('The answers of text questions have a text')
  .should('QUESTION-ANSWER-TEXT-03', 'question-answer-text-absent')
  .says('The answers of a text question have no empty `text` either.')
  .why('An empty text says to whoever reads it what none says.')
  .must('QUESTION-SELECTED-02', 'question-selected-true')
  .says('`selected` is true on answers of previous-page only.')
  .broken('Other endpoints than previous-page mark answers as selected')
  .must('QUESTION-FORM-OTHER-01', 'question-form-other')
  .says('`formParam.otherParamPrefix` is a string, and present only when the question has an Other option.')
  .broken('“otherParamPrefix” is given where there is no “Other” option')
  .should('QUESTION-FORM-OTHER-02', 'question-form-other', { probes: ['walking'], ofSeveralAnswers: true })
  .says('A question with `otherParamPrefix` shows which answer is its Other option, where others do.')
  .why('In the words of the answer or by an input beside it, neither of which the document promises.')
  .must('QUESTION-FORM-PREFIX-02', 'question-form-underscore')
  .says('The prefix and the id, one after the other, are the key: `formParam` has `u_`, not `u`.')
  .broken('The prefix and the id do not make the key')
  .group('sanity')
  .sane('QUESTION-UNIQUE-01', 'sanity-unique-questions', { ofSeveralAnswers: true })
  .says('No two questions of a page share an id, and no two answers of a question.')
  .broken('Two questions or answers share an id')
  .group('question')
  .must('QUESTION-JSON-01', 'question-json')
  .says('The `json` of a question is one question: a JSON object.')
  .broken('The JSON of a question is not one question');

const questionShape = shapeOf(Question);

/** The questions of a page do not share ids. */
export function judgeQuestionIds(findings: Findings, { page }: Answer): void {
  if (page === null) return;
  judgeUnique(
    findings,
    'question ids that differ',
    page.questions.map(({ id }) => id),
  );
}

/** What the markup of one question says. By itself, as a respondent's own texts stand in it after going back. */
export function judgeMarkup(findings: Findings, { html, question }: QuestionReading): void {
  judgeEscaping(findings, html);
  const path = 'questions[].html';
  findings.expect('PAGE-QUESTION-HTML-02', !isPlaceholder(html), 'rendered markup', { value: html }, path);
  if (question === null || question.form.kind === 'unknown') return;
  findings.expect('PAGE-QUESTION-HTML-03', !isBareText(html), 'rendered markup', { value: html }, path);
}

/** Whether markup is a text without any tag; nothing at all, or a word for it, is none. */
export function isBareText(html: string): boolean {
  return html.trim() !== '' && !isPlaceholder(html) && !/<[a-z]/i.test(html);
}

/** Whether what is said of a question over a whole run was so each time that it was shown. */
type HowOften = Readonly<{ eachTime?: true }>;

/** The markup of a question that is answered in the markup of others of its kind. */
export function judgeAnsweredInMarkup(findings: Findings, { html }: QuestionView, often: HowOften): void {
  const expected = 'markup with inputs, as other questions of its kind have';
  findings.expect('PAGE-QUESTION-HTML-04', !isBareText(html), expected, { value: html, ...often }, 'questions[].html');
}

/** What one question says, whoever asks for it and with whatever endpoint, but for its marks and its markup. */
export function judgeQuestion(findings: Findings, { parsed, json, question }: QuestionReading): void {
  if (parsed === undefined) return;
  const isObject = isRecord(parsed);
  if (!findings.expect('QUESTION-JSON-01', isObject, 'one JSON object', { value: json }, 'questions[].json')) return;
  judgeShape(findings, '', questionShape, parsed, 'questions[].json');
  if (!isRecord(parsed)) return;
  if (question !== null && question.form.kind !== 'unknown') {
    const isAsked = question.text.trim() !== '';
    findings.expect('QUESTION-TEXT-02', isAsked, 'the question text', { value: parsed.text }, 'questions[].json.text');
  }
  judgeTexts(findings, parsed);
  judgeOther(findings, parsed);
  judgeUnderscore(findings, parsed.formParam);
  if (question === null) return;
  judgeKeyForm(findings, question);
  judgeUnique(
    findings,
    'answer ids that differ',
    question.answers.map(({ id }) => id),
  );
}

function judgeUnique(findings: Findings, expected: string, ids: readonly EntityId[]): void {
  findings.expect('QUESTION-UNIQUE-01', new Set(ids).size === ids.length, expected, () => ids.join(', '));
}

/** `text` of answers: a string with choices, absent with texts; null and empty say absent. Other codes are not shown. */
function judgeTexts(findings: Findings, { type, answers }: Json): void {
  if (!Array.isArray(answers)) return;
  const path = 'questions[].json.answers[].text';
  for (const answer of answers) {
    const { text, selected } = isRecord(answer) ? answer : {};
    if (type === 'T') {
      const saysNone = text === undefined || text === null || text === '';
      const expected = 'no text with the answers of a text question';
      findings.expect('QUESTION-ANSWER-TEXT-02', saysNone, expected, { value: text }, path);
      findings.expect('QUESTION-ANSWER-TEXT-03', text !== '', expected, { value: text }, path);
    } else {
      // Whether answers of codes that are not shown have a text is open; its type is not.
      const isChoice = type === 'U' || type === 'M';
      const holds = typeof text === 'string' || (!isChoice && (text === undefined || text === null));
      findings.expect('QUESTION-ANSWER-TEXT-01', holds, { kind: 'a string' }, { value: text }, path);
    }
    if (selected === undefined || selected === false) {
      findings.observe('Q-SELECTED-ELSEWHERE', selected === undefined ? 'absent' : 'false');
    }
  }
}

/** Which answer is the Other option is not in the JSON, so of one question alone only a text surely has none. */
function judgeOther(findings: Findings, { type, formParam }: Json): void {
  const other = isRecord(formParam) ? formParam.otherParamPrefix : undefined;
  const absent = other === undefined || other === null;
  const holds = absent || (typeof other === 'string' && (type !== 'T' || other === ''));
  const expected = 'otherParamPrefix, a string, only where there is an Other option';
  const actual = { value: other, ...(typeof other === 'string' ? {} : { came: ['no-string'] }) };
  findings.expect('QUESTION-FORM-OTHER-01', holds, expected, actual, 'questions[].json.formParam.otherParamPrefix');
}

/** A prefix for an Other option that a question has not, by its markup, where other questions show theirs. */
export function judgeOtherHidden(findings: Findings, { id, otherPrefix }: QuestionView, often: HowOften): void {
  const expected = 'otherParamPrefix only where there is an Other option';
  const words = `${shown(otherPrefix)} with question ${id}, whose markup has its choices and no input for words`;
  findings.fail('QUESTION-FORM-OTHER-01', expected, { words, ...often }, 'questions[].json.formParam.otherParamPrefix');
}

/** Choices with a prefix for an Other option: whether their answers or their markup show which it is. */
export function judgeOtherShown(findings: Findings, { id, form }: QuestionView, often: HowOften): void {
  if (!('key' in form) || form.other === null) return;
  const expected = 'an answer that is the Other option, as with other questions';
  const words = `none of question ${id} calls itself so, or has an input for words`;
  const path = 'questions[].json.formParam.otherParamPrefix';
  findings.expect('QUESTION-FORM-OTHER-02', form.other.isCertain, expected, { words, ...often }, path);
}

/** A prefix of the documented keys without its underscore. */
const bare = /^(?:[umtrs]|dt(?:_[a-z]+)?)$/;

function judgeUnderscore(findings: Findings, formParam: unknown): void {
  if (!isRecord(formParam)) return;
  for (const member of ['paramPrefix', 'otherParamPrefix'] as const) {
    const prefix = formParam[member];
    if (typeof prefix !== 'string' || prefix === '') continue;
    const path = `questions[].json.formParam.${member}`;
    findings.expect('QUESTION-FORM-PREFIX-02', !bare.test(prefix), `${prefix}_`, prefix, path);
  }
}

export function judgeMarks(findings: Findings, { endpoint }: Exchange, page: ShownPage): void {
  const marked = endpoint === 'previous-page' ? undefined : page.questions.find(({ marks }) => marks.length > 0);
  const actual = `an answer of question ${marked?.id} selected in an answer of ${endpoint}`;
  const path = 'questions[].json.answers[].selected';
  findings.expect('QUESTION-SELECTED-02', marked === undefined, 'selected true on previous-page only', actual, path);
}

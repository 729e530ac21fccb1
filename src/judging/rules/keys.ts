import { ClauseTable } from '../../contract/clause.ts';
import type { EntityId } from '../../contract/entityId.ts';
import type { KeyFormId } from '../../contract/keyForms.ts';
import type { Findings } from '../findings.ts';
import type { Answer } from '../reading/answer.ts';
import { keyFormsOf, keysOf } from '../reading/answerForm.ts';
import type { QuestionView } from '../reading/questionView.ts';
import { named } from '../reading/reading.ts';
import type { ShownPage } from '../reading/shownPage.ts';
import { isAskingMore } from './moves.ts';

export const keysClauses = new ClauseTable()
  .group('question')
  .must('QUESTION-TYPE-02', 'question-type-codes')
  .says('The type codes `U`, `M`, `T` go with single choice, multiple choice, text.')
  .broken('A question has the type code of another kind')
  .group('keys')
  .must('KEYS-PREFIX-01', 'keys-single', { topic: 'form-parameter' })
  .says('The `formParam` of single choice gives `u_<question_id>`.')
  .broken('Single choice has the wrong form parameter')
  .must('KEYS-PREFIX-02', 'keys-multiple', { topic: 'form-parameter' })
  .says('The `formParam` of multiple choice gives `m_<question_id>`.')
  .broken('Multiple choice has the wrong form parameter')
  .must('KEYS-PREFIX-03', 'keys-text', { topic: 'form-parameter' })
  .says('The `formParam` of a text question gives `t_<answer_id>`.')
  .broken('Text questions have the wrong form parameter')
  .should('KEYS-HTML-01', 'page-question-markup', { topic: 'markup' })
  .says('The input names in the `html` are the keys that `formParam` gives.')
  .follows('question')
  .must('KEYS-HTML-02', 'page-question-markup', { topic: 'markup' })
  .says('The `html` of a question is not that of another one of its page.')
  .broken('Questions come with the markup of others')
  .must('KEYS-SINGLE-01', 'keys-single', { probes: ['walking'] })
  .says('`u_<question_id>` with a string answer id answers a single choice.')
  .broken('A single choice is not accepted as documented')
  .follows('question', 'form-parameter', 'other-key', 'submit-link', 'page-link')
  .must('KEYS-MULTIPLE-01', 'keys-multiple', { probes: ['walking'] })
  .says('`m_<question_id>` with an array of string answer ids answers a multiple choice.')
  .broken('A multiple choice is not accepted as documented')
  .follows('question', 'form-parameter', 'other-key', 'submit-link', 'page-link')
  .must('KEYS-TEXT-01', 'keys-text', { probes: ['walking'] })
  .says('`t_<answer_id>` with a string answers a text question.')
  .broken('A text answer is not accepted as documented')
  .follows('question', 'form-parameter', 'submit-link', 'page-link')
  .must('KEYS-OTHER-01', 'keys-other', { probes: ['walking'], topic: 'other-key' })
  .says('The Other answer id with `t_<other_answer_id>` beside it answers a choice in words.')
  .broken('An “Other” answer is not accepted as documented')
  .follows('question', 'submit-link', 'page-link')
  .should('KEYS-OTHER-02', 'keys-other', { probes: ['walking'] })
  .says('A choice that offers an Other option takes it with some text.')
  .broken('A question refuses its Other option with each text')
  .why('It may have a rule for the words that none of a dozen kinds of texts keeps.')
  .follows('keys', 'question')
  .must('KEYS-RANK-01', 'keys-rank', { probes: ['walking'] })
  .says('`r_<id>` with a numeric string for each item answers a ranking.')
  .broken('A ranking is not accepted as documented')
  .why('By a question that refuses each item at each rank, from 1 and from 0, and rankings of a few items alike.')
  .follows('submit-link', 'page-link')
  .must('KEYS-ALLOCATION-01', 'keys-allocation', { probes: ['walking'] })
  .says('`s_<id>` with a numeric string for each item answers an allocation.')
  .broken('An allocation is not accepted as documented')
  .follows('submit-link', 'page-link')
  .must('KEYS-DATE-01', 'keys-date', { probes: ['walking'], topic: 'date-refused' })
  .says('`dt_day_`, `dt_month_`, `dt_year_` with numeric strings answer a date.')
  .broken('A date is not accepted as documented')
  .follows('question', 'submit-link', 'page-link')
  .must('KEYS-TIME-01', 'keys-time', { probes: ['walking'] })
  .says('`dt_hr_`, `dt_min_` and `dt_ampm_` (`AM` or `PM`) answer the time of a date-time.')
  .broken('A time is not accepted as documented')
  .follows('date-refused', 'calendar-refused', 'refused-page')
  .must('KEYS-CALENDAR-01', 'keys-calendar', { probes: ['walking'], topic: 'calendar-refused' })
  .says('`dt_cal_<id>` with `YYYY-MM-DD` answers a calendar date.')
  .broken('A calendar date is not accepted as documented')
  .follows('submit-link', 'page-link')
  .should('KEYS-REFUSED-01', 'keys-together', { probes: ['walking'] })
  .says('Of many different texts, rankings, allocations, dates and times each question takes one.')
  .broken('A question refuses all of many answers of one form')
  .why('Questions may have rules of their own, one as narrow as the other.')
  .follows('keys', 'question')
  .must('KEYS-TOGETHER-01', 'keys-together', { probes: ['walking'] })
  .says('Several questions of one page are answered in one flat object.')
  .broken('Several answers in one submission are not accepted')
  .follows('question', 'submit-link', 'page-link', 'refused-page');

const typed = {
  U: { prefix: 'u_', byAnswer: false, clause: 'KEYS-PREFIX-01' },
  M: { prefix: 'm_', byAnswer: false, clause: 'KEYS-PREFIX-02' },
  T: { prefix: 't_', byAnswer: true, clause: 'KEYS-PREFIX-03' },
} as const;

/** Names of inputs that have the form of a submit key. */
const keyLike = /^(?:[umtrs]|dt_[a-z]+)_(\d+)$/;

/** Submit-page body keys: what `formParam` gives for the three type codes that are shown. */
export function judgeKeyForm(findings: Findings, question: QuestionView): void {
  const { type, prefix, byAnswer, inputs } = question;
  if (type !== '') findings.observe('Q-QUESTION-TYPES', type, type);
  const path = 'questions[].json.formParam';
  if (prefix !== '' && Object.hasOwn(typed, type)) {
    const { prefix: wanted, byAnswer: byAnswerWanted, clause } = typed[type as keyof typeof typed];
    const isAnothers = prefix !== wanted && Object.values(typed).some((each) => each.prefix === prefix);
    const ofType = `the prefix of type ${type}`;
    if (!findings.expect('QUESTION-TYPE-02', !isAnothers, `${ofType}, ${wanted}`, prefix, path)) return;
    const idType = (isByAnswer: boolean): string => (isByAnswer ? 'answerId' : 'questionId');
    const isOfType = prefix === wanted && byAnswer === byAnswerWanted;
    const expected = `paramPrefix ${wanted} with ${idType(byAnswerWanted)} for type ${type}`;
    findings.expect(clause, isOfType, expected, () => `paramPrefix ${prefix} with ${idType(byAnswer)}`, path);
  }
  const { form, otherPrefix } = question;
  if ('key' in form && otherPrefix !== null && otherPrefix !== '') {
    const expected = 'otherParamPrefix t_ for the words of an Other option';
    findings.expect('KEYS-OTHER-01', otherPrefix === 't_', expected, otherPrefix, `${path}.otherParamPrefix`);
  }
  if ('key' in form && otherPrefix === null) {
    // The document builds the key of such an input from `otherParamPrefix`, and shows no other input beside choices.
    const words = question.answers.find((answer) =>
      ['text', 'textarea'].includes(inputs.types.get(`t_${answer.id}`) ?? ''),
    );
    const expected = 'otherParamPrefix where the markup has the input of an Other option';
    const actual = { words: `an input t_${words?.id} and no otherParamPrefix`, came: ['no-prefix'] };
    findings.expect('KEYS-OTHER-01', words === undefined, expected, actual, `${path}.otherParamPrefix`);
  }
  judgeInputs(findings, question, inputs.names);
}

/** Whether the markup of a choice shows the input for the words of its Other option; `null` where that cannot be told. */
export function showsOther({ form, inputs }: QuestionView): boolean | null {
  if (!('key' in form) || form.other === null) return null;
  if (inputs.types.has(form.other.key)) return true;
  if (form.other.isCertain) return null;
  return inputs.types.has(form.key) && inputs.names.length === 1 ? false : null;
}

/** Markup is no contract: inputs that look like keys of other questions or answers only deviate. */
function judgeInputs(findings: Findings, { id, answers }: QuestionView, names: readonly string[]): void {
  const keys = names.flatMap((name) => keyLike.exec(name)?.[1] ?? []);
  if (keys.length === 0) return;
  const own = new Set([String(id), ...answers.map((answer) => String(answer.id))]);
  const strange = keys.filter((key) => !own.has(key));
  const expected = `inputs named after question ${id} and its answers`;
  const actual = (): string => `inputs named ${names.join(', ')}`;
  findings.expect('KEYS-HTML-01', strange.length === 0, expected, actual, 'questions[].html');
}

/** The markup of a question has inputs of another question of the page, and none of its own. */
export function judgeOwnMarkup(findings: Findings, { page }: Answer): void {
  const { questions } = page ?? { questions: [] };
  if (questions.length < 2) return;
  for (const question of questions) {
    const names = question.inputs.names.filter((name) => keyLike.test(name));
    const own = keysOf(question.form);
    if (names.length === 0 || own.length === 0) continue;
    const isOwn = names.some((name) => own.includes(name));
    // The first question of a grid may hold the table of them all.
    const isOthers = ({ form, inputs }: QuestionView): boolean =>
      inputs.names.length > 0 && names.every((name) => keysOf(form).includes(name));
    const owner = isOwn ? undefined : questions.find(isOthers);
    const expected = `the inputs of question ${question.id}`;
    const actual = (): string => `those of question ${owner?.id}: ${names.join(', ')}`;
    findings.expect('KEYS-HTML-02', owner === undefined, expected, actual, 'questions[].html');
  }
}

const formClauses = {
  single: 'KEYS-SINGLE-01',
  multiple: 'KEYS-MULTIPLE-01',
  text: 'KEYS-TEXT-01',
  other: 'KEYS-OTHER-01',
  rank: 'KEYS-RANK-01',
  allocation: 'KEYS-ALLOCATION-01',
  'date-day': 'KEYS-DATE-01',
  'date-month': 'KEYS-DATE-01',
  'date-year': 'KEYS-DATE-01',
  'time-hour': 'KEYS-TIME-01',
  'time-minute': 'KEYS-TIME-01',
  'time-ampm': 'KEYS-TIME-01',
  calendar: 'KEYS-CALENDAR-01',
} as const satisfies Record<KeyFormId, string>;

/** Any text may be the number of an order, any ranking be of the top two, any allocation the hours of a day, any time one of the evening. */
const narrowForms = ['text', 'rank', 'allocation', 'time-ampm'] as const;

/** Whole answers to a page, and what came of them. */
export interface AnswersGiven {
  readonly answer: Answer;
  readonly page: ShownPage;
  readonly given: Readonly<Record<string, unknown>>;
  /** Whether nobody can doubt that they are valid. */
  readonly isKnownValid: boolean;
}

/** The key forms that answer a question in a submission. */
export function formsUsed({ form }: QuestionView, given: Readonly<Record<string, unknown>>): readonly KeyFormId[] {
  if (!keysOf(form).some((key) => given[key] !== undefined)) return [];
  // Where the markup does not say which answer is Other, its words may have been sent for another one.
  const hasWords = 'key' in form && form.other?.isCertain === true && given[form.other.key] !== undefined;
  const used = keyFormsOf(form).filter((each) => each !== 'other' || hasWords);
  const hasTime = form.kind === 'date' && form.withTime?.some(({ hour }) => hour !== null && given[hour] !== undefined);
  return hasTime ? [...used, 'time-hour', 'time-minute', 'time-ampm'] : used;
}

/**
 * The keys of the document answer questions: those of accepted answers did. Answers that the service need not take say
 * nothing when they are refused.
 */
export function judgeAnswersTaken(findings: Findings, { answer, page, given, isKnownValid }: AnswersGiven): void {
  const { status, reading, exchange } = answer;
  const isTaken = status === 'success' || status === 'survey_complete';
  const isRefused = status === 'validation_errors' || (reading.kind === 'standard-error' && exchange.httpStatus < 500);
  if (!isTaken && !(isRefused && isKnownValid && !isAskingMore(answer, page))) return;
  const blamed = answer.page?.rejections.map(({ questionId }) => questionId) ?? [];
  const used = new Set<string>();
  for (const question of page.questions) {
    if (!isTaken && blamed.length > 0 && !blamed.includes(question.id)) continue;
    for (const form of formsUsed(question, given)) used.add(formClauses[form]);
  }
  if (isTaken && used.has(formClauses.other)) findings.pass('KEYS-OTHER-02');
  if (isTaken && narrowForms.some((form) => used.has(formClauses[form]))) findings.pass('KEYS-REFUSED-01');
  const expected = 'the keys of the document taken';
  for (const clause of used) findings.expect(clause, isTaken, expected, () => named(exchange, reading));
  if (page.questions.length > 1 && (isTaken || blamed.length !== 1)) {
    findings.expect('KEYS-TOGETHER-01', isTaken, expected, () => named(exchange, reading));
  }
}

/**
 * Several questions answered in one object, over a whole run in which no such answer was taken; refusals that name one
 * question are about that one.
 *
 * @param refused pages of which many different answers were refused.
 */
export function judgePagesTried(findings: Findings, refused: number): void {
  if (refused < 2) return;
  findings.failTogether(
    'KEYS-TOGETHER-01',
    'a page of several questions answered in one object',
    `every answer refused, by pages: ${refused}`,
  );
}

/** What the table of keys promises beyond its forms: a question that takes other answers may yet take none of these. */
const finer = {
  several: { clause: 'KEYS-MULTIPLE-01', words: 'several answers of a multiple choice' },
  'other-single': { clause: 'KEYS-OTHER-01', words: 'the Other option of a single choice' },
  'other-multiple': { clause: 'KEYS-OTHER-01', words: 'the Other option of a multiple choice' },
  'guess-single': { clause: 'KEYS-REFUSED-01', words: 'words for the last option of a single choice, as its Other' },
  'guess-multiple': {
    clause: 'KEYS-REFUSED-01',
    words: 'words for the last option of a multiple choice, as its Other',
  },
  ranks: { clause: 'KEYS-REFUSED-01', words: 'a rank for each item' },
  am: { clause: 'KEYS-REFUSED-01', words: 'times with AM' },
  pm: { clause: 'KEYS-REFUSED-01', words: 'times with PM' },
  'late-day': { clause: 'KEYS-REFUSED-01', words: 'dates after the 12th' },
  'late-calendar': { clause: 'KEYS-REFUSED-01', words: 'calendar dates after the 12th' },
} as const;

/** What answers are told apart by when they are refused: key forms, and finer ones. */
export type TriedForm = KeyFormId | keyof typeof finer;

const triedClauses = {
  ...formClauses,
  text: 'KEYS-REFUSED-01',
  allocation: 'KEYS-REFUSED-01',
} as const satisfies Record<KeyFormId, string>;

/** Whether a question must have taken an answer of another form, to tell it from one that is never passed. */
export function isFiner(form: TriedForm): form is keyof typeof finer {
  return Object.hasOwn(finer, form);
}

/** {@link formsUsed}, and the finer ones. */
export function triedForms(question: QuestionView, given: Readonly<Record<string, unknown>>): readonly TriedForm[] {
  const used: TriedForm[] = [...formsUsed(question, given)];
  const { form } = question;
  if ('key' in form && form.other !== null && given[form.other.key] !== undefined) {
    used.push(`${form.other.isCertain ? 'other' : 'guess'}-${form.kind}`);
  }
  if (form.kind === 'multiple') {
    const chosen = given[form.key];
    if (Array.isArray(chosen) && chosen.length > 1) used.push('several');
  } else if (form.kind === 'rank') {
    if (form.keys.every((key) => given[key] !== undefined)) used.push('ranks');
  } else if (form.kind === 'date') {
    for (const { day, ampm, calendar } of form.withTime ?? form.dates) {
      if (day !== null && Number(given[day]) > 12) used.push('late-day');
      if (ampm !== null && given[ampm] === 'AM') used.push('am');
      if (ampm !== null && given[ampm] === 'PM') used.push('pm');
      if (calendar !== null && Number(String(given[calendar]).slice(8)) > 12) used.push('late-calendar');
    }
  }
  return used;
}

const refusedAs = {
  unread: { expected: 'the keys of the document read', actual: 'every answer refused in the words for none' },
  strings: { expected: 'numeric strings taken', actual: 'strings refused, the same numbers taken' },
} as const;

/** Answers to a question that are refused for their keys, whatever rules it has. @param how what showed it. */
export function judgeKeysRefused(
  findings: Findings,
  question: QuestionView,
  given: Readonly<Record<string, unknown>>,
  how: keyof typeof refusedAs,
): void {
  const clauses = new Set(formsUsed(question, given).map((form) => formClauses[form]));
  const { expected, actual } = refusedAs[how];
  for (const clause of clauses) findings.fail(clause, expected, actual);
}

/** The keys of the document, over a whole run in which no answer of a form was taken. @param questions of which enough were refused */
export function judgeFormRefused(findings: Findings, form: TriedForm, questions: number): void {
  const { clause, words } = isFiner(form)
    ? finer[form]
    : { clause: triedClauses[form], words: 'the keys of the document' };
  findings.failTogether(clause, `${words} taken`, `every answer of this form refused, by questions: ${questions}`);
}

/** The Other option of one question, which may have a rule for its words. */
export function judgeOtherRefused(findings: Findings, question: EntityId): void {
  const expected = `the Other option of question ${question} taken with some text`;
  findings.failTogether(
    'KEYS-OTHER-02',
    expected,
    'refused with each text that was tried, while other answers are taken',
  );
}

import { isRecord } from '../../../contract/jsonShape.ts';
import type { GivenDate, GivenTime } from '../../../service/completedResponses.ts';
import type { SubmitBody } from '../../../service/respondent/submissionJudgement.ts';
import type { SurveyPage } from '../../../service/survey/survey.ts';
import { firstChoices, mapAnswers, refuse, refuseGiven, rememberOtherwise, replaceRules } from '../decideOtherwise.ts';
import { elements, type Members, replaced, rewrite, said, set } from '../edits.ts';
import { fault, inSection } from '../fault.ts';
import type { Injection } from '../injection.ts';
import { mutateQuestions } from '../mutateResponse.ts';

const isFilled = (value: unknown): boolean => value !== '' && value !== undefined;

/** Refuses dates with such days or months. */
function refuseDates(isOdd: (date: GivenDate) => boolean): Injection {
  return refuseGiven((given) => 'date' in given && isOdd(given.date));
}

/** Refuses times with such hours or minutes. */
function refuseTimes(isOdd: (time: GivenTime) => boolean): Injection {
  return refuseGiven((given) => given.kind === 'date-time' && given.time !== undefined && isOdd(given.time));
}

function refuseChoices(isOdd: (count: number) => boolean): Injection {
  return refuseGiven((given) => given.kind === 'multiple' && isOdd(given.answerIds.length));
}

/** Takes what is sent for something else. */
function readAs(read: (body: SubmitBody) => SubmitBody): Injection {
  return replaceRules((clean) => ({ judge: (page, body, ...more) => clean.judge(page, read(body), ...more) }));
}

/** Refuses pages whose body has a key that matches, with such a value; with any, where none is named. */
function refuseKeys(pattern: RegExp, values?: RegExp): Injection {
  return refuse(({ questions }, body) => {
    const isHit = (value: unknown): boolean => (values === undefined ? isFilled(value) : values.test(String(value)));
    const hit = Object.entries(body).some(([key, value]) => pattern.test(key) && isHit(value));
    return hit ? [questions[0]?.id] : [];
  });
}

function otherQuestion({ questions }: SurveyPage, body: SubmitBody): readonly (number | undefined)[] {
  return [questions.find(({ otherId }) => otherId !== undefined && isFilled(body[`t_${otherId}`]))?.id];
}

/** Each question has the markup of the next one, and the last one that of the first. */
const swapMarkup = said((response: Members) => {
  const questions = elements(response, 'questions');
  const markups = questions.map(({ html }) => html);
  for (const [index, question] of questions.entries()) question.html = markups[(index + 1) % markups.length];
}, 'each question has the html of the next');

/** Ranks as numbers are read as they should be as strings, and as strings as no rank. */
function ranksRead(body: SubmitBody): SubmitBody {
  const entries = Object.entries(body).map(([key, value]) => {
    if (!key.startsWith('r_')) return [key, value];
    return [key, typeof value === 'number' ? String(value) : 'a string'];
  });
  return Object.fromEntries(entries);
}

function without(keys: RegExp): Injection {
  return readAs((body) => Object.fromEntries(Object.entries(body).filter(([key]) => !keys.test(key))));
}

/** Without texts that have no letter of ASCII. */
function withoutScripts(body: SubmitBody): SubmitBody {
  const isUnread = ([key, text]: [string, unknown]): boolean => key.startsWith('t_') && !/[a-z]/i.test(String(text));
  return Object.fromEntries(Object.entries(body).filter((answer) => !isUnread(answer)));
}

/** Keys whose answers are refused: always, or 1 in so many. */
const refusedKeys = [
  ['single-refused', 'KEYS-SINGLE-01', /^u_/, 1, 'A single choice is refused in the form of its key table.'],
  ['multiple-refused', 'KEYS-MULTIPLE-01', /^m_/, 1, 'A multiple choice is refused in the form of its key table.'],
  ['text-refused', 'KEYS-TEXT-01', /^t_/, 5, 'A text is refused at times.'],
  ['rank-refused-at-times', 'KEYS-RANK-01', /^r_/, 5, 'A ranking is refused at times.'],
  ['allocation-refused', 'KEYS-ALLOCATION-01', /^s_/, 5, 'An allocation that adds up is refused at times.'],
  ['time-refused', 'KEYS-TIME-01', /^dt_ampm_/, 5, 'A time is refused at times.'],
  ['calendar-refused', 'KEYS-CALENDAR-01', /^dt_cal_/, 1, 'A calendar date as YYYY-MM-DD is refused.'],
] as const;

/** Submit-page body keys. */
export const keyFaults = inSection('keys', [
  ['single-by-answer-id', 'KEYS-PREFIX-01', 'single choices', set('formParam.paramIdType', 'answerId')],
  ['multiple-by-answer-id', 'KEYS-PREFIX-02', 'multiple choices', set('formParam.paramIdType', 'answerId')],
  fault(
    'html-other-names',
    'KEYS-HTML-01 SANITY-ALTERED-01',
    'The inputs of the html are named after other questions.',
    {
      how: mutateQuestions(
        (_question, element) => rewrite('html', replaced(/ name="[a-z_]+_/g, '$&9'))(element),
        ({ formParam }) => isRecord(formParam),
      ),
    },
  ),
  ...refusedKeys.map(([id, clause, keys, everyNth, words]) =>
    fault(id, clause, words, { how: refuseKeys(keys), everyNth }),
  ),
  ['html-swapped', 'KEYS-HTML-02', 'pages', swapMarkup],
  ['several-refused', 'KEYS-MULTIPLE-01', 'Several choices together are refused.', refuseChoices((count) => count > 1)],
  ['allocations-refused', 'KEYS-REFUSED-01', 'Each allocation is refused.', refuseKeys(/^s_/)],
  ['afternoon-refused', 'KEYS-REFUSED-01 KEYS-TIME-02', 'PM is refused.', refuseTimes(({ half }) => half === 'PM')],
  fault(
    'late-days-refused',
    'KEYS-DATE-02 KEYS-REFUSED-01',
    'Dates after the 12th are refused, as if day and month were exchanged.',
    {
      how: refuseDates(({ day }) => day > 12),
    },
  ),
  ['last-days-refused', 'KEYS-DATE-02', 'Dates on a 31st are refused.', refuseDates(({ day }) => day === 31)],
  ['noon-refused', 'KEYS-TIME-03', 'Times with the hour 12 are refused.', refuseTimes(({ hour }) => hour === 12)],
  ['scripts-unread', 'KEYS-TEXT-01', 'A text without a letter of ASCII is taken for none.', readAs(withoutScripts)],
  fault('one-rank-refused', 'KEYS-RANK-01', 'Each ranking of one question is refused, others are taken.', {
    how: refuse(({ questions }, body) =>
      questions.filter(({ id }) => id === 206 && 'r_20601' in body).map(({ id }) => id),
    ),
  }),
  fault('all-refused', 'ODD-OPTIONS', 'All options of a multiple choice together are refused.', {
    how: refuse(({ questions }, _body, { answers }) =>
      questions
        .filter(({ id, answers: offered }) => {
          const given = answers.get(id);
          return given?.kind === 'multiple' && offered.length > 2 && given.answerIds.length === offered.length;
        })
        .map(({ id }) => id),
    ),
  }),
  ['december-refused', 'KEYS-DATE-02', 'Dates in December are refused.', refuseDates(({ month }) => month === 12)],
  ['three-refused', 'ODD-OPTIONS', 'Three choices or more are refused.', refuseChoices((count) => count > 2)],
  fault('summer-refused', 'ODD-CALENDAR ODD-MONTHS', 'Dates from March to November are refused.', {
    how: refuseDates(({ month }) => month > 2 && month < 12),
  }),
  ['minutes-refused', 'ODD-MINUTES', 'Times before half past are refused.', refuseTimes(({ minute }) => minute < 30)],
  ['leading-zero-refused', 'ODD-ZEROS', 'Leading zeros are refused.', refuseKeys(/^dt_(?:day|month|hr|min)_/, /^0\d/)],
  fault('third-choice-lost', 'PREVIOUS-SELECTED-01', 'A multiple choice keeps two answers at most.', {
    how: rememberOtherwise(mapAnswers(firstChoices(2))),
  }),
  ['other-refused', 'KEYS-OTHER-01', 'The Other option with its text is refused.', refuse(otherQuestion)],
  fault('one-other-refused', 'KEYS-OTHER-02', 'The Other option of one question is refused with each text.', {
    how: refuse((page, body) => otherQuestion(page, body).filter((id) => id === 104)),
  }),
  ['rank-refused', 'KEYS-RANK-01', 'A ranking is refused.', refuseKeys(/^r_/)],
  ['date-refused', 'KEYS-DATE-01', 'A real date is refused.', refuseKeys(/^dt_day_/)],
  ['ranks-unread', 'KEYS-RANK-01', 'Ranks are looked for under other keys, and are missing.', without(/^r_/)],
  ['second-choice-unread', 'KEYS-SINGLE-01', 'A single choice is read where it comes first.', without(/^u_202$/)],
  ['rank-as-numbers', 'KEYS-RANK-01', 'A ranking is taken as numbers alone.', readAs(ranksRead)],
  fault('second-question-refused', 'KEYS-TOGETHER-01', 'Answers to several questions in one object are refused.', {
    how: refuse(({ questions }, body) => (Object.keys(body).length > 1 ? questions.map(({ id }) => id) : [])),
  }),
]);

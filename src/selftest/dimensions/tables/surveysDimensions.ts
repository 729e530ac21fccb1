import type { GivenAnswer } from '../../../service/completedResponses.ts';
import type { Survey, SurveyQuestion } from '../../../service/survey/survey.ts';
import { mapAnswers, refuse, refuseGiven, rememberOtherwise } from '../../faults/decideOtherwise.ts';
import type { Injection } from '../../faults/injection.ts';
import { dimension, openIn } from '../dimension.ts';
import { mapQuestions, renumberAnswers, renumberQuestions } from '../renumber.ts';

/** Good for some services, refused by others; what is no text of the kind is good. */
function textRule(isGood: (text: string) => boolean): Injection {
  return refuseGiven((given) => given.kind === 'text' && given.texts.some(({ text }) => !isGood(text)));
}

function choiceRule(isGood: (count: number, offered: number) => boolean): Injection {
  return refuse((page, _body, { answers }) =>
    [...answers.values()]
      .filter((given) => given.kind === 'multiple' && !isGood(given.answerIds.length, offeredIn(page, given)))
      .map(({ questionId }) => questionId),
  );
}

function offeredIn(
  page: { readonly questions: readonly { id: number; answers: readonly unknown[] }[] },
  given: GivenAnswer,
): number {
  return page.questions.find(({ id }) => id === given.questionId)?.answers.length ?? 0;
}

function dateRule(isGood: (year: number, weekday: number) => boolean): Injection {
  return refuseGiven((given) => {
    if (!('date' in given)) return false;
    const { year, month, day } = given.date;
    return !isGood(year, new Date(Date.UTC(year, month - 1, day)).getUTCDay());
  });
}

/** Other questions than those of the files, in some of what there is to say of them. */
function inQuestions(changes: Partial<SurveyQuestion>): Injection {
  return mapQuestions((question) => ({ ...question, ...changes }));
}

const beyond32Bits = 3_000_000_000;
const nearTheLimit = 9_007_199_250_000_000;

/** Which ids surveys have, and which answers they take. */
export const surveyDimensions = openIn('keys', [
  dimension('questionIds', 'The ids of questions', 'small', {
    'beyond-32-bits': renumberQuestions((id) => beyond32Bits + 7 * id),
    'near-2^53': renumberQuestions((id) => nearTheLimit + id),
    descending: renumberQuestions((id) => 999_999 - id),
  }),
  dimension('answerIds', 'The ids of answers', 'small', {
    'beyond-32-bits': renumberAnswers((id) => beyond32Bits + 11 * id),
    'near-2^53': renumberAnswers((id) => nearTheLimit + id),
    descending: renumberAnswers((id) => 9_999_999 - id),
  }),
  dimension('requiredQuestions', 'Which questions are required', 'some', {
    all: inQuestions({ required: true }),
    none: inQuestions({ required: false }),
  }),
  dimension('longestText', 'How long a text may be', 'of-question', {
    100: inQuestions({ maxLength: 100 }),
    100000: inQuestions({ maxLength: 100_000 }),
  }),
  dimension('allocationTotal', 'To which total an allocation adds up', 'of-question', {
    10: inQuestions({ total: 10 }),
    1000: inQuestions({ total: 1000 }),
  }),
  dimension('rankFrom', 'From where ranks count', '1', { 0: inQuestions({ firstRank: 0 }) }),
  dimension('textRule', 'Which texts pass validation', 'any', {
    'e-mail': textRule((text) => /^\S+@\S+\.\S+$/.test(text)),
    'letters-first': textRule((text) => /^\p{Letter}/u.test(text)),
    'at-least-12': textRule((text) => text.length >= 12),
    'no-markup': textRule((text) => !/[<>]/.test(text)),
  }),
  dimension('choiceRule', 'How many options of a multiple choice pass validation', 'any', {
    'exactly-two': choiceRule((count) => count === 2),
    'at-most-two': choiceRule((count) => count <= 2),
    'not-all': choiceRule((count, offered) => count < offered),
  }),
  dimension('dateRule', 'Which dates pass validation', 'any', {
    'after-2009': dateRule((year) => year > 2009),
    'before-2020': dateRule((year) => year < 2020),
    weekdays: dateRule((_, weekday) => weekday !== 0 && weekday !== 6),
    thursdays: dateRule((_, weekday) => weekday === 4),
  }),
  dimension('otherRule', 'Whether the Other option may be chosen with a short text', 'yes', {
    no: refuseGiven((given) => 'answerIds' in given && given.other !== undefined && given.other.text.length < 12),
  }),
]);

/** Every page is followed by itself; where the first showing leads is left to the second. */
function askedTwice({ pages, ...survey }: Survey): Survey {
  return {
    ...survey,
    pages: pages.flatMap(({ questions, branches, next }, index) => [
      { questions, branches: [], next: 2 * index + 1 },
      {
        questions,
        branches: branches.map(({ answerId, target }) => ({
          answerId,
          target: target.kind === 'page' ? { ...target, page: 2 * target.page } : target,
        })),
        next: 2 * next,
      },
    ]),
  };
}

function inOrder(given: GivenAnswer): GivenAnswer {
  return 'answerIds' in given ? { ...given, answerIds: [...given.answerIds].sort((a, b) => a - b) } : given;
}

/** What is open of the moves. */
export const moveDimensions = openIn('states', [
  dimension('questionsAsked', 'Whether a survey asks the same questions again, page after page', 'once', {
    twice: { kind: 'surveys', replace: askedTwice },
  }),
  dimension('choiceOrderKept', 'Whether the order of chosen options is kept', 'yes', {
    no: rememberOtherwise(mapAnswers(inOrder)),
  }),
]);

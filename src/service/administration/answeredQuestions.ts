import type { AnsweredQuestion, AnswerValue } from '../../contract/administrationSchemas.ts';
import type { GivenAnswer, GivenDate, GivenTime } from '../completedResponses.ts';
import { isoDate } from '../survey/questionHtml.ts';
import type { Survey, SurveyQuestion } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';
import { monthName, two } from './timestampText.ts';

type Value = AnswerValue['value'];

/** A `value` with nothing in it: all its members are required where a record is fetched. */
export const emptyValue: Value = {
  scale: '',
  other: '',
  dynamicExplodeText: '',
  text: '',
  result: '',
  fileLink: '',
  weight: 0,
};

/**
 * The `responseSet` of a completed walk: one element for each answered question, in the order of the walk.
 *
 * A chosen option is an answer value with its id and text. A free text is in `value.text`, as the document says. Where
 * the rest goes is not shown; here the text of an Other option is in `value.other`, the number of a rank or an
 * allocation in `value.scale`, and a date as text in `value.text`, unless a variant says otherwise.
 */
export function answeredQuestions(
  answers: readonly GivenAnswer[],
  survey: Survey,
  variants: Variants,
): AnsweredQuestion[] {
  const questions = new Map(survey.pages.flatMap((page) => page.questions).map((question) => [question.id, question]));
  return answers.map((given) => {
    const question = questions.get(given.questionId);
    return { ...describe(given.questionId, question, variants), answerValues: answerValues(given, question, variants) };
  });
}

/** The members of an answered question that say which question it is. */
export function describe(
  questionID: number,
  question: SurveyQuestion | undefined,
  variants: Variants,
): Omit<AnsweredQuestion, 'answerValues'> {
  return {
    questionID,
    questionDescription: '',
    questionCode: `Q${questionID}`,
    questionText: question?.text ?? '',
    ...(variants.imageUrl === 'null' ? { imageUrl: null } : {}),
  };
}

/** The text that an answer has in the survey; empty for boxes, dates and what the survey does not know. */
export function answerTextOf(question: SurveyQuestion | undefined, answerId: number): string {
  return question?.answers.find(({ id }) => id === answerId)?.text ?? '';
}

function answerValues(given: GivenAnswer, question: SurveyQuestion | undefined, variants: Variants): AnswerValue[] {
  const answer = (answerID: number, value: Partial<Value>): AnswerValue => ({
    answerID,
    answerText: answerTextOf(question, answerID),
    value: { ...emptyValue, ...value },
  });
  switch (given.kind) {
    case 'single':
    case 'multiple':
      return given.answerIds.map((id) =>
        answer(id, given.other?.answerId === id ? { [variants.otherTextIn]: given.other.text } : {}),
      );
    case 'text':
      return given.texts.map(({ answerId, text }) => answer(answerId, { text }));
    case 'rank':
    case 'allocation':
      return given.values.map(({ answerId, value }) =>
        answer(answerId, variants.numberIn === 'weight' ? { weight: value } : { [variants.numberIn]: String(value) }),
      );
    case 'date':
    case 'date-time':
    case 'calendar':
      return [answer(given.answerId, { text: dateText(given.date, given.time, variants.dateForm) })];
  }
}

function dateText(date: GivenDate, time: GivenTime | undefined, form: Variants['dateForm']): string {
  const clock = time === undefined ? '' : ` ${two(time.hour)}:${two(time.minute)} ${time.half}`;
  if (form === 'iso') return `${isoDate(date)}${clock}`;
  const { year, month, day } = date;
  return form === 'slashes'
    ? `${two(month)}/${two(day)}/${year}${clock}`
    : `${two(day)} ${monthName(month)}, ${year}${clock}`;
}

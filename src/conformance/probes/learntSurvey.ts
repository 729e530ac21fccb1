import { type EntityId, isEntityId } from '../../contract/entityId.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import { itemsIn, type Json } from '../../judging/reading/administrationAnswer.ts';
import type { QuestionView } from '../../judging/reading/questionView.ts';
import { questionsIn, valuesIn } from '../../judging/rules/records.ts';
import { markerStart } from '../../judging/tokens.ts';
import { ProbeBlocked, ProbeInconclusive } from '../drive/probeStopped.ts';
import type { Administrator } from './administrator.ts';

/** A question that a record may answer: its ids, and what the survey calls it. */
export interface LearntQuestion {
  readonly questionID: EntityId;
  readonly questionText: string;
  readonly answers: readonly { readonly answerID: EntityId; readonly answerText: string | null }[];
  /** Whether its answer is a free text, and whether it takes several answers at once. */
  readonly isText: boolean;
  readonly isMultiple: boolean;
}

/** What the service itself showed of the survey that records are made for: nothing else is sent. */
export interface LearntSurvey {
  readonly questions: readonly LearntQuestion[];
  /** A record that the list shows, for values of enumerations; empty where there is none. */
  readonly sample: Json;
}

/**
 * Learns questions and answers from the pages of `admin.surveyId`, else from records of it, and values from a record.
 *
 * @throws ProbeBlocked when neither shows a question that a record could answer.
 */
export async function learnSurvey(admin: Administrator): Promise<LearntSurvey> {
  const shown = await questionsOnPages(admin);
  const records = itemsIn(await admin.call('list-responses', { query: 'page=1&perPage=100' }));
  const questions = shown.length > 0 ? shown : records.flatMap(questionsIn).flatMap(questionOfRecord);
  if (questions.length === 0) throw new ProbeBlocked(`survey ${admin.ids.surveyId} showed no question to answer`);
  const isOwn = (record: Json): boolean => asText(record.externalReference).startsWith(markerStart);
  const sample = records.find((record) => !isOwn(record)) ?? {};
  return { questions: questions.toSorted((a, b) => Number(b.isText) - Number(a.isText)), sample };
}

async function questionsOnPages({ context, ids }: Administrator): Promise<readonly LearntQuestion[]> {
  const questions: LearntQuestion[] = [];
  try {
    await context.onPages([ids.surveyId], (page) => {
      questions.push(...page.questions.flatMap(questionOfPage));
      // Where walks are allowed it goes to its end, for the record that may come of it.
      return page.isFinal === true && !context.walkSurveys.includes(ids.surveyId);
    });
  } catch (error) {
    if (!(error instanceof ProbeBlocked || error instanceof ProbeInconclusive)) throw error;
  }
  return questions;
}

function questionOfPage({ id, json, form, answers }: QuestionView): LearntQuestion[] {
  if (answers.length === 0 || (form.kind !== 'text' && form.kind !== 'single' && form.kind !== 'multiple')) return [];
  const parsed: unknown = JSON.parse(json);
  const text = isRecord(parsed) && typeof parsed.text === 'string' ? parsed.text : '';
  const other = 'other' in form ? form.other?.answerId : null;
  const named = answers.filter((answer) => answer.id !== other);
  return [
    {
      questionID: id,
      questionText: text,
      answers: named.map((answer) => ({ answerID: answer.id, answerText: answer.text })),
      isText: form.kind === 'text',
      isMultiple: form.kind !== 'single' && named.length > 1,
    },
  ];
}

function questionOfRecord(question: Json): LearntQuestion[] {
  const { questionID, questionText } = question;
  const [value] = valuesIn(question);
  if (!isEntityId(questionID) || value === undefined || !isEntityId(value.answerID)) return [];
  const answerText = typeof value.answerText === 'string' ? value.answerText : null;
  const isText = isRecord(value.value) && typeof value.value.text === 'string' && value.value.text !== '';
  const text = typeof questionText === 'string' ? questionText : '';
  return [
    { questionID, questionText: text, answers: [{ answerID: value.answerID, answerText }], isText, isMultiple: false },
  ];
}

/** One answer, to a text question where the survey has one: the least that a record can be made of. */
export function leastSet({ questions }: LearntSurvey, text: string): readonly Json[] {
  const [question] = questions;
  return question === undefined ? [] : [answered(question, [text])];
}

/** The same answer, with the texts of its question and of itself, the survey's own where they are known. */
export function leastDescribedSet(survey: LearntSurvey, text: string): readonly Json[] {
  return leastSet(survey, text).map((set) => {
    const { questionText = '', answers = [] } = survey.questions[0] ?? {};
    const answerText = answers[0]?.answerText ?? '';
    const answerValues = valuesIn(set).map((value) => ({ ...value, answerText: answerText || 'Answer' }));
    return { ...set, questionText: questionText || 'Question', answerValues };
  });
}

/**
 * A text question and others: one that takes several answers, and a choice. Each with as many of `texts` answers as it
 * takes, and the survey's own texts beside them.
 */
export function fullSet({ questions }: LearntSurvey, texts: readonly string[]): readonly Json[] {
  const [first] = questions;
  const others = questions.filter((question) => question.questionID !== first?.questionID);
  const several = others.find(({ isMultiple }) => isMultiple) ?? others[0];
  const choices = others.filter(({ isText }) => !isText);
  const choice = choices.find(({ isMultiple }) => isMultiple) ?? choices[0];
  const chosen = new Set([first, several, choice]);
  return [...chosen].flatMap((question) => (question === undefined ? [] : [withTexts(question, texts)]));
}

/** The same answers, and a text for one more question, where the survey has one. */
export function withAnotherText({ questions }: LearntSurvey, set: readonly Json[], text: string): readonly Json[] {
  const answeredIds = new Set(set.map(({ questionID }) => questionID));
  const another = questions.find(({ isText, questionID }) => isText && !answeredIds.has(questionID));
  return another === undefined ? set : [...set, withTexts(another, [text])];
}

/** An answer to each question. */
export function everySet({ questions }: LearntSurvey, text: string): readonly Json[] {
  const byId = new Map(questions.map((question) => [question.questionID, question]));
  return [...byId.values()].map((question, at) => answered(question, [`${text} ${at}`]));
}

function withTexts(question: LearntQuestion, texts: readonly string[]): Json {
  const set = answered(question, texts);
  const answerValues = valuesIn(set).map((value) => {
    const text = question.answers.find(({ answerID }) => answerID === value.answerID)?.answerText ?? null;
    return text === null || text === '' ? value : { ...value, answerText: text };
  });
  return question.questionText === ''
    ? { ...set, answerValues }
    : { ...set, answerValues, questionText: question.questionText };
}

/** A text question takes as many texts as it has answers; a choice as many answers as it may have. */
function answered({ questionID, answers, isText, isMultiple }: LearntQuestion, texts: readonly string[]): Json {
  const count = isText || isMultiple ? texts.length : 1;
  const answerValues = answers.slice(0, count).map(({ answerID }, at) => {
    return isText ? { answerID, value: { text: texts[at] } } : { answerID };
  });
  return { questionID, answerValues };
}

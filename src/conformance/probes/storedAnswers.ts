import { type EntityId, isEntityId } from '../../contract/entityId.ts';
import { asText, isRecord, jsonText } from '../../contract/jsonShape.ts';
import type { Json } from '../../judging/reading/administration.ts';
import { comparable } from '../../judging/reading/sentValues.ts';
import { questionsIn, valuesIn } from '../../judging/rules/records.ts';

interface StoredAnswer {
  readonly questionId: unknown;
  readonly answerId: unknown;
  readonly value: Json;
}

/** The answers of a record, whatever is missing or odd in it. */
export function valuesOf(record: Json): readonly StoredAnswer[] {
  return questionsIn(record).flatMap((question) =>
    valuesIn(question).map(({ answerID, value }) => ({
      questionId: question.questionID,
      answerId: answerID,
      value: isRecord(value) ? value : {},
    })),
  );
}

/** The ids that a record has for a question, sorted. */
export function storedIds(record: Json, questionId: EntityId): readonly string[] {
  return idsOf(valuesOf(record).filter((answer) => answer.questionId === questionId));
}

function idsOf(answers: readonly StoredAnswer[]): readonly string[] {
  return answers.map(({ answerId }) => asText(answerId)).sort();
}

/**
 * Whether a record has what was chosen of a question and nothing else. It may list every option, with a member that tells
 * those that were chosen from the others.
 *
 * @param options the ids of all options
 */
export function holdsChoice(
  record: Json,
  questionId: EntityId,
  chosen: readonly string[],
  options: readonly string[],
): boolean {
  const wanted = jsonText([...chosen].sort());
  const ids = storedIds(record, questionId);
  if (jsonText(ids) === wanted) return true;
  if (jsonText(ids) !== jsonText([...options].sort())) return false;
  const own = valuesOf(record).filter((answer) => answer.questionId === questionId);
  const names = new Set(own.flatMap(({ value }) => Object.keys(value)));
  return [...names].some((name) => {
    const marks = Map.groupBy(own, ({ value }) => asText(value[name]));
    return marks.size === 2 && [...marks.values()].some((alike) => jsonText(idsOf(alike)) === wanted);
  });
}

/** Texts of one question that stand at another one, in whose place there is something else, or that are there twice. */
export function misplacedTexts(record: Json, questionId: EntityId, texts: readonly string[]): readonly string[] {
  const all = valuesOf(record).map((answer) => ({ ...answer, text: comparable(asText(answer.value.text ?? '')) }));
  const own = all.filter((answer) => answer.questionId === questionId && answer.text !== '').map(({ text }) => text);
  const countIn = (list: readonly string[], wanted: string): number => list.filter((text) => text === wanted).length;
  const sent = texts.map(comparable);
  return sent.flatMap((text) => {
    if (countIn(own, text) > countIn(sent, text)) return [`question ${questionId} has ${jsonText(text)} twice`];
    const isElsewhere = own.length > 0 && !own.includes(text) && all.some((answer) => answer.text === text);
    return isElsewhere ? [`question ${questionId} has the text of another one`] : [];
  });
}

/** What a completion is known by when its texts are gone. */
export interface KnownByChoices {
  /** Chosen answer ids by question. */
  readonly choices: ReadonlyMap<EntityId, readonly string[]>;
  /** Questions that it answered in words. */
  readonly textQuestions: readonly EntityId[];
}

/** Fewer completions may be like other people's records by chance. */
const enoughCompletions = 20;

/**
 * The record of a completion that has lost its texts, by which it would be known: for each completion there is another
 * record with its choices, and an empty answer to a question that it answered in words. `null` where one has none.
 *
 * @param records that carry no text of canvass
 */
export function textlessRecord(completions: readonly KnownByChoices[], records: readonly Json[]): Json | null {
  if (completions.length < enoughCompletions) return null;
  const [sample] = completions;
  const questions = [...(sample?.choices.keys() ?? [])].sort();
  const asked = new Set(completions.flatMap(({ textQuestions }) => textQuestions));
  const textless = new Map<string, Json[]>();
  for (const record of records) {
    const answers = valuesOf(record).filter(({ questionId }) => isEntityId(questionId) && asked.has(questionId));
    if (answers.length === 0 || answers.some(({ value }) => asText(value.text ?? '') !== '')) continue;
    const key = questions.map((id) => storedIds(record, id).join('+')).join();
    textless.set(key, [...(textless.get(key) ?? []), record]);
  }
  let found: Json | null = null;
  for (const { choices } of completions) {
    const key = questions.map((id) => [...(choices.get(id) ?? [])].sort().join('+')).join();
    const own = textless.get(key)?.pop();
    if (own === undefined) return null;
    found ??= own;
  }
  return found;
}

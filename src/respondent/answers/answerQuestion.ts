import type { AnswerForm, DateKeys } from '../../judging/reading/answerForm.ts';
import type { QuestionView } from '../../judging/reading/question.ts';
import type { Random } from '../random.ts';
import type { AnswerSheet } from './answerSheet.ts';
import { drawDay, isoDay } from './dates.ts';
import { drawText } from './texts.ts';

/** What answers are drawn from. */
export interface AnswerDraw {
  readonly random: Random;
  /** The respondent's mark in every free text. */
  readonly token: string;
  /** Probability to choose the Other option of a question that has one. */
  readonly other: number;
  /** What the numbers of an allocation sum to. */
  readonly allocationTotal: number;
  /** How often the service has rejected this page: rules for texts are not shown, so texts become plainer. */
  readonly refusals: number;
}

function textOf({ random, refusals, token }: AnswerDraw): string {
  return drawText(random, token, refusals);
}

/** An answer to a key form that the document does not have, from the kind of input that the markup has for it. */
function guess(question: QuestionView, key: string, input: string | null, draw: AnswerDraw, sheet: AnswerSheet): void {
  const { answers } = question;
  const chosen = answers[draw.random.below(answers.length)]?.id ?? 1;
  if (input === 'radio' || input === 'select') sheet.plain(key, chosen);
  else if (input === 'checkbox') sheet.ids(key, [chosen]);
  else if (input === 'number' || input === 'range') sheet.plain(key, draw.random.between(1, 5));
  else if (input === 'date') sheet.plain(key, isoDay(drawDay(draw.random)));
  else sheet.text(key, textOf(draw));
}

/** Writes a valid answer of the question into the sheet (service.md#keys). */
export function answerQuestion(question: QuestionView, draw: AnswerDraw, sheet: AnswerSheet): void {
  const form = question.form;
  switch (form.kind) {
    case 'single':
      answerSingle(question, form, draw, sheet);
      return;
    case 'multiple':
      answerMultiple(question, form, draw, sheet);
      return;
    case 'text':
      for (const key of form.keys) sheet.text(key, textOf(draw));
      return;
    case 'unknown':
      form.keys.forEach((key, at) => {
        guess(question, key, form.inputs[at] ?? null, draw, sheet);
      });
      return;
    case 'rank':
      answerRank(form.keys, draw.random, sheet);
      return;
    case 'allocation':
      answerAllocation(form.keys, draw, sheet);
      return;
    case 'date':
      for (const keys of form.dates) answerDate(keys, draw.random, sheet);
  }
}

type ChoiceForm = Extract<AnswerForm, { key: string }>;

function answerSingle(question: QuestionView, form: ChoiceForm, draw: AnswerDraw, sheet: AnswerSheet): void {
  const { random } = draw;
  const answers = question.answers;
  if (form.other !== null && (answers.length < 2 || random.chance(draw.other))) {
    sheet.plain(form.key, form.other.answerId);
    sheet.otherText(form.other.key, textOf(draw));
    return;
  }
  const others = form.other === null ? answers.length : answers.length - 1;
  let at = random.below(others);
  for (const { id } of answers) {
    if (id === form.other?.answerId) continue;
    if (at-- === 0) {
      sheet.plain(form.key, id);
      return;
    }
  }
}

function answerMultiple(question: QuestionView, form: ChoiceForm, draw: AnswerDraw, sheet: AnswerSheet): void {
  const { random } = draw;
  const withOther = form.other !== null && (question.answers.length < 2 || random.chance(draw.other));
  const chosen: number[] = [];
  for (const { id } of question.answers) {
    if (id === form.other?.answerId ? withOther : random.chance(0.4)) chosen.push(id);
  }
  if (chosen.length === 0) {
    const first = question.answers.find(({ id }) => id !== form.other?.answerId);
    if (first !== undefined) chosen.push(first.id);
  }
  sheet.ids(form.key, chosen);
  if (withOther && form.other !== null) sheet.otherText(form.other.key, textOf(draw));
}

/** A permutation of 1 to n (Fisher and Yates). */
function answerRank(keys: readonly string[], random: Random, sheet: AnswerSheet): void {
  const ranks = keys.map((_, index) => index + 1);
  for (let i = ranks.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const swapped = ranks[i] ?? 0;
    ranks[i] = ranks[j] ?? 0;
    ranks[j] = swapped;
  }
  keys.forEach((key, index) => {
    sheet.plain(key, ranks[index] ?? 0);
  });
}

/** Integers of at least 0 that sum to the total: the gaps between sorted cuts. */
function answerAllocation(keys: readonly string[], draw: AnswerDraw, sheet: AnswerSheet): void {
  const cuts = keys.slice(1).map(() => draw.random.between(0, draw.allocationTotal));
  cuts.sort((a, b) => a - b);
  let previous = 0;
  keys.forEach((key, index) => {
    const cut = cuts[index] ?? draw.allocationTotal;
    sheet.plain(key, cut - previous);
    previous = cut;
  });
}

function answerDate(keys: DateKeys, random: Random, sheet: AnswerSheet): void {
  const day = drawDay(random);
  if (keys.day !== null) sheet.plain(keys.day, day.day);
  if (keys.month !== null) sheet.plain(keys.month, day.month);
  if (keys.year !== null) sheet.plain(keys.year, day.year);
  if (keys.hour !== null) sheet.plain(keys.hour, keys.ampm === null ? random.below(24) : random.between(1, 12));
  if (keys.minute !== null) sheet.plain(keys.minute, random.below(60));
  if (keys.ampm !== null) sheet.plain(keys.ampm, random.chance(0.5) ? 'AM' : 'PM');
  if (keys.calendar !== null) sheet.plain(keys.calendar, isoDay(day));
}

import type { EntityId } from '../../contract/entityId.ts';
import type { AnswerForm, DateForm, DateKeys } from '../../judging/reading/answerForm.ts';
import type { QuestionView } from '../../judging/reading/questionView.ts';
import type { AnswerChooser } from './answerChooser.ts';
import { isoDay } from './texts.ts';

/** Writes an answer of the question into the sheet, as its `formParam` says (service.md#keys). */
export function answerQuestion(question: QuestionView, chooser: AnswerChooser, sheet: AnswerSheet): void {
  const form = question.form;
  switch (form.kind) {
    case 'single':
      answerSingle(question, form, chooser, sheet);
      return;
    case 'multiple':
      answerMultiple(question, form, chooser, sheet);
      return;
    case 'text':
      for (const key of form.keys) sheet.plain(key, chooser.text(key));
      return;
    case 'unknown':
      form.keys.forEach((key, at) => {
        guess(question, key, form.inputs[at] ?? null, chooser, sheet);
      });
      return;
    case 'rank':
      writeNumbers(form.keys, chooser.ranks(form.keys.length), sheet);
      return;
    case 'allocation':
      if (form.keys.length > 0) writeNumbers(form.keys, chooser.shares(form.keys.length), sheet);
      return;
    case 'date':
      for (const keys of datesOf(form, chooser)) answerDate(keys, chooser, sheet);
  }
}

type ChoiceForm = Extract<AnswerForm, { key: string }>;

function answerSingle({ answers }: QuestionView, form: ChoiceForm, chooser: AnswerChooser, sheet: AnswerSheet): void {
  if (form.other !== null && (answers.length < 2 || chooser.takesOther())) {
    sheet.plain(form.key, form.other.answerId);
    sheet.otherText(form.other.key, chooser.text(form.other.key));
    return;
  }
  let at = chooser.one(form.other === null ? answers.length : answers.length - 1);
  for (const { id } of answers) {
    if (id === form.other?.answerId) continue;
    if (at-- === 0) {
      sheet.plain(form.key, id);
      return;
    }
  }
}

function answerMultiple({ answers }: QuestionView, form: ChoiceForm, chooser: AnswerChooser, sheet: AnswerSheet): void {
  const { other } = form;
  const withOther = other !== null && (answers.length < 2 || chooser.takesOther());
  const usual = other === null ? answers.length : answers.length - 1;
  const chosen: EntityId[] = [];
  let at = 0;
  for (const { id } of answers) {
    if (id === other?.answerId ? withOther : chooser.isAmong(at++, usual)) chosen.push(id);
  }
  if (chosen.length === 0) {
    const first = answers.find(({ id }) => id !== other?.answerId);
    if (first !== undefined) chosen.push(first.id);
  }
  sheet.ids(form.key, chosen);
  if (withOther && other !== null) sheet.otherText(other.key, chooser.text(other.key));
}

/** An answer to a key form that the document does not have, from the kind of input that the markup has for it. */
function guess(
  { answers }: QuestionView,
  key: string,
  input: string | null,
  chooser: AnswerChooser,
  sheet: AnswerSheet,
): void {
  const chosen = answers[chooser.one(answers.length)]?.id ?? 1;
  if (input === 'radio' || input === 'select') sheet.plain(key, chosen);
  else if (input === 'checkbox') sheet.ids(key, [chosen]);
  else if (input === 'number' || input === 'range') sheet.plain(key, 1 + chooser.one(5));
  else if (input === 'date') sheet.plain(key, isoDay(chooser.date()));
  else sheet.plain(key, chooser.text(key));
}

function writeNumbers(keys: readonly string[], numbers: readonly (number | null)[], sheet: AnswerSheet): void {
  for (const [at, key] of keys.entries()) {
    const number = numbers[at] ?? null;
    if (number !== null) sheet.plain(key, number);
  }
}

function datesOf({ dates, withTime }: DateForm, chooser: AnswerChooser): readonly DateKeys[] {
  return withTime !== null && chooser.takesTime() ? withTime : dates;
}

function answerDate(keys: DateKeys, chooser: AnswerChooser, sheet: AnswerSheet): void {
  const date = chooser.date();
  const { hour } = date;
  if (keys.day !== null) sheet.plain(keys.day, date.day);
  if (keys.month !== null) sheet.plain(keys.month, date.month);
  if (keys.year !== null) sheet.plain(keys.year, date.year);
  if (keys.hour !== null) sheet.plain(keys.hour, keys.ampm === null ? hour : hour % 12 === 0 ? 12 : hour % 12);
  if (keys.minute !== null) sheet.plain(keys.minute, date.minute);
  if (keys.ampm !== null) sheet.plain(keys.ampm, hour < 12 ? 'AM' : 'PM');
  if (keys.calendar !== null) sheet.plain(keys.calendar, isoDay(date));
}

/** Keys that are remembered as JSON; beyond them all are forgotten. */
const mostNames = 5000;

/** A submit-page body in the making: one flat JSON object (service.md#submit-page), written as text at once. */
export class AnswerSheet {
  #json = '';
  /** Keys as they stand before a value, by key: they come again with each answer to a question. */
  readonly #names = new Map<string, string>();
  /** Texts of Other options on the sheet so far. */
  otherTexts = 0;

  /** Adds a string value that needs no escaping, or that is escaped as in JSON. */
  plain(key: string, value: string | number): void {
    this.#json += `${this.#nameOf(key)}"${value}"`;
  }

  /** Adds the text of an Other option. */
  otherText(key: string, escaped: string): void {
    this.otherTexts++;
    this.plain(key, escaped);
  }

  /** Adds an array of string answer ids. */
  ids(key: string, ids: readonly EntityId[]): void {
    let list = '';
    for (const id of ids) list += list === '' ? `"${id}"` : `,"${id}"`;
    this.#json += `${this.#nameOf(key)}[${list}]`;
  }

  /** The body; the sheet is empty again. */
  finish(): string {
    const body = this.#json === '' ? '{}' : `${this.#json}}`;
    this.#json = '';
    this.otherTexts = 0;
    return body;
  }

  /** A key as JSON, with what stands around it. Its prefix comes from the service, so it may be anything. */
  #nameOf(key: string): string {
    let name = this.#names.get(key);
    if (name === undefined) {
      name = `${JSON.stringify(key)}:`;
      if (this.#names.size === mostNames) this.#names.clear();
      this.#names.set(key, name);
    }
    return (this.#json === '' ? '{' : ',') + name;
  }
}

import type { GivenAnswer, GivenDate, GivenTime } from '../completedResponses.ts';
import type { Variants } from '../variants.ts';
import { type DatePart, keyOfAnswer, keyOfDatePart, keysOf, otherKeyOf } from './formParam.ts';
import type { SurveyAnswer, SurveyQuestion } from './survey.ts';

/**
 * The rendered markup of a question: an ordinary form whose input names are exactly the submit keys.
 *
 * @param given the earlier answer to show: chosen options are checked, typed values filled in.
 */
export function questionHtml(question: SurveyQuestion, given?: GivenAnswer): string {
  const star = question.required ? ' <span class="required" aria-label="required">*</span>' : '';
  const hint = question.kind === 'allocation' ? `<p class="hint">The total is ${question.total}.</p>` : '';
  const legend = `<legend>${escapeHtml(question.text)}${star}</legend>`;
  return `<fieldset class="question ${question.kind}" id="q${question.id}">${legend}${hint}${inputs(question, given)}</fieldset>`;
}

/** Text made harmless inside an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function inputs(question: SurveyQuestion, given: GivenAnswer | undefined): string {
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return question.answers.map((answer) => option(question, answer, given)).join('');
    case 'text':
      return question.answers.map((answer) => textBox(question, answer, given)).join('');
    case 'rank':
    case 'allocation':
      return question.answers.map((answer) => numberBox(question, answer, given)).join('');
    case 'date':
    case 'date-time':
    case 'calendar':
      return question.answers.map(({ id }) => dateInputs(question, id, given)).join('');
  }
}

function option(question: SurveyQuestion, answer: SurveyAnswer, given: GivenAnswer | undefined): string {
  const choice = given?.kind === 'single' || given?.kind === 'multiple' ? given : undefined;
  const type = question.kind === 'single' ? 'radio' : 'checkbox';
  const [name] = keysOf(question);
  const checked = choice?.answerIds.includes(answer.id) ? ' checked' : '';
  const input = `<input type="${type}" name="${name}" value="${answer.id}"${checked}>`;
  const label = `<label>${input} ${escapeHtml(answer.text ?? '')}</label>`;
  if (answer.id !== question.otherId) return label;
  const text = choice?.other ? ` value="${escapeHtml(choice.other.text)}"` : '';
  return `${label}<input type="text" name="${otherKeyOf(answer.id)}"${text}>`;
}

function textBox(question: SurveyQuestion, answer: SurveyAnswer, given: GivenAnswer | undefined): string {
  const texts = given?.kind === 'text' ? given.texts : [];
  const text = texts.find(({ answerId }) => answerId === answer.id)?.text ?? '';
  const name = keyOfAnswer(question, answer.id);
  return `<textarea name="${name}" maxlength="${question.maxLength}">${escapeHtml(text)}</textarea>`;
}

function numberBox(question: SurveyQuestion, answer: SurveyAnswer, given: GivenAnswer | undefined): string {
  const values = given?.kind === 'rank' || given?.kind === 'allocation' ? given.values : [];
  const value = values.find(({ answerId }) => answerId === answer.id)?.value;
  const [first, last] =
    question.kind === 'rank'
      ? [question.firstRank, question.firstRank + question.answers.length - 1]
      : [0, question.total];
  const bounds = `min="${first}" max="${last}"`;
  const name = keyOfAnswer(question, answer.id);
  return `<label>${escapeHtml(answer.text ?? '')} <input type="number" name="${name}" ${bounds}${filled(value)}></label>`;
}

function dateInputs(question: SurveyQuestion, id: number, given: GivenAnswer | undefined): string {
  const dated = given && 'date' in given ? given : undefined;
  if (question.kind === 'calendar') {
    const value = dated ? ` value="${isoDate(dated.date)}"` : '';
    return `<input type="date" name="${keyOfDatePart('cal', id)}"${value}>`;
  }
  const part = (name: DatePart, minimum: number, maximum: number, value: number | undefined): string =>
    `<input type="number" name="${keyOfDatePart(name, id)}" min="${minimum}" max="${maximum}"${filled(value)}>`;
  const date =
    part('day', 1, 31, dated?.date.day) +
    part('month', 1, 12, dated?.date.month) +
    part('year', 1900, 2100, dated?.date.year);
  if (question.kind === 'date') return date;
  const half = (value: string): string =>
    `<option${dated?.time?.half === value ? ' selected' : ''} value="${value}">${value}</option>`;
  const time = part('hr', 1, 12, dated?.time?.hour) + part('min', 0, 59, dated?.time?.minute);
  return `${date}${time}<select name="${keyOfDatePart('ampm', id)}"><option value=""></option>${half('AM')}${half('PM')}</select>`;
}

function filled(value: number | undefined): string {
  return value === undefined ? '' : ` value="${value}"`;
}

/** The part of an earlier answer that the html shows: chosen options always, typed values as the variants have it. */
export function shownInHtml(given: GivenAnswer, variants: Variants): GivenAnswer | undefined {
  if ('answerIds' in given) {
    const { other, ...choice } = given;
    return other === undefined || inHtml(variants.backText) ? given : choice;
  }
  return inHtml(given.kind === 'text' ? variants.backText : variants.backOtherKinds) ? given : undefined;
}

/** The typed values that the json shows, by answer id. */
export function valuesInJson(given: GivenAnswer, variants: Variants): ReadonlyMap<number, string> {
  if (!inJson('texts' in given || 'answerIds' in given ? variants.backText : variants.backOtherKinds)) return new Map();
  if ('answerIds' in given) return new Map(given.other ? [[given.other.answerId, given.other.text]] : []);
  if ('texts' in given) return new Map(given.texts.map(({ answerId, text }) => [answerId, text]));
  if ('values' in given) return new Map(given.values.map(({ answerId, value }) => [answerId, String(value)]));
  return new Map([[given.answerId, dateText(given.date, given.time)]]);
}

/** A date as `YYYY-MM-DD`. */
export function isoDate({ year, month, day }: GivenDate): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function dateText(date: GivenDate, time: GivenTime | undefined): string {
  return time ? `${isoDate(date)} ${time.hour}:${String(time.minute).padStart(2, '0')} ${time.half}` : isoDate(date);
}

type Restored = Variants['backText'];

function inHtml(restored: Restored): boolean {
  return restored === 'html' || restored === 'both';
}

function inJson(restored: Restored): boolean {
  return restored === 'json' || restored === 'both';
}

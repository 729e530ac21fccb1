import type { GivenAnswer, GivenDate, GivenTime } from '../completedResponses.ts';
import type { Variants } from '../variants.ts';

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

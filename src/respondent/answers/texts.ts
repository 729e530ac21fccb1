import { liveMarkup, markedText } from '../../judging/tokens.ts';
import type { Random } from '../random.ts';

/** Phrases of many scripts, with combining marks, right-to-left text, characters beyond the basic plane, and quotes. */
const phrases = [
  'Quick and friendly, thank you.',
  'Naïve café crème — déjà vu',
  'Straße, Größe, Übung',
  'Пожалуйста, быстрее',
  'とても良かったです',
  '非常满意',
  '정말 좋았어요',
  'شكرا جزيلا',
  'תודה רבה',
  'ขอบคุณมาก',
  'धन्यवाद',
  '👩‍👩‍👧‍👦 🎉 👍🏽',
  'e\u0301 o\u0308 n\u0303',
  '𝒻𝒶𝓃𝒸𝓎 𐍈',
  `"quoted" & 'single' <b>tags</b> \\ / 100 %`,
  'one, two; three: four',
  'a + b = c (d) [e] {f}',
];

/**
 * What can be told of texts that a service keeps: each is one thing that a store or a page may do wrong. The longest is
 * 9,000 characters.
 */
const tails: readonly string[] = [
  'Grüße + 100 %, 日本 & Co 🦜',
  `"quoted" 'single' and "both" \\back\\ /slash`,
  'first line\r\nsecond line\r\n\r\nlast line',
  '<b>bold</b> &amp; <i>lean</i> a < b > c',
  'שלום عليكم \u202ereversed\u202c end',
  'e\u0301 n\u0303 𝒻𝒶𝓃𝒸𝓎 𐍈 👩🏽‍🚀 ﷽',
  `${'long enough to be cut '.repeat(12)}end`,
  '007 -0 1e3 9007199254740993 0.1',
  `${'ü and more, '.repeat(160)}end`,
  `${'nine thousand '.repeat(640)}end`.slice(-8960),
];

/** How many kinds of texts there are. */
export const textVarieties = tails.length;

/** A text of a kind that `at` counts round, after `token`. */
export function variedText(token: string, at: number): string {
  return `${token} ${tails[at % tails.length]}`;
}

/** What nobody types who means well: markup that runs, statements, control characters, templates. */
export const hostileTexts: readonly string[] = [
  `</textarea>"'><script>alert(1)</script><img src=x onerror=alert(2)>`,
  "'; DROP TABLE responses; --",
  '\u202e\u0000\u001b[31m\ufffe',
  '{{7*7}} #{7*7} %00 %s ../../etc/passwd',
  '-'.repeat(9000),
];

/**
 * Texts for fields with rules of their own, which the document does not show: a word, an address, numbers, dates, links.
 *
 * @param day a recent one, `YYYY-MM-DD`.
 */
export function plainerTexts(token: string, day: string): readonly string[] {
  const [year = '', month = '', date = ''] = day.split('-');
  return [
    token,
    `${token}@example.com`,
    '42',
    'Anna',
    day,
    `https://example.com/${token}`,
    '+4915112345678',
    '12345',
    '5',
    `${date}/${month}/${year}`,
    `${month}/${date}/${year}`,
    'Yes',
  ];
}

const escapedPhrases = phrases.map(escaped);
const longTail = ` ${escaped(tails[6] ?? '')}`;
const longestTail = ` ${escaped(tails[9] ?? '')}`;
/** Of so many drawn texts one is longer than what stores like to keep, or as long as any. */
const longIn = 64;
const longestIn = 1024;

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Ends whatever markup a text may stand in, an attribute or a `textarea`; escaped as in JSON. */
const breakOut = `</textarea>\\"'>`;

/** Kinds of texts, in the order in which they are tried: the usual one, and those for fields with rules of their own. */
export const textKinds = ['usual', 'email', 'number', 'date', 'short', 'long'] as const;

/**
 * A free text, escaped as in JSON, that carries `token` unless it is a number or a date. The usual one has one to three
 * phrases, now and then many.
 *
 * @param kind index in {@link textKinds}
 */
export function drawText(random: Random, token: string, kind: number): string {
  switch (textKinds[kind]) {
    case 'email':
      return `${token}@example.com`;
    case 'number':
      return String(random.between(18, 99));
    case 'date':
      return isoDay(drawDay(random));
    case 'short':
      return token;
    case 'long':
      return token + longTail;
  }
  let text = random.chance(0.2) ? `${token} ${breakOut}${liveMarkup}b</${markedText}> &amp;` : token;
  const count = random.between(1, 3);
  for (let i = 0; i < count; i++) text += ` ${escapedPhrases[random.below(escapedPhrases.length)]}`;
  const rare = random.below(longestIn);
  if (rare === 0) return text + longestTail;
  return rare % longIn === 1 ? text + longTail : text;
}

/** A real day; months and days count from 1. */
export interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** `hour` is one of 24. */
export interface DateAndTime extends Day {
  readonly hour: number;
  readonly minute: number;
}

/** Dates and times at their limits: a leap day, the last day of a year, the first; and days that could be months, exchanged for them. */
export const sampleDates: readonly DateAndTime[] = [
  { year: 2024, month: 2, day: 29, hour: 23, minute: 45 },
  { year: 1999, month: 12, day: 31, hour: 0, minute: 59 },
  { year: 2000, month: 1, day: 1, hour: 12, minute: 0 },
  { year: 2023, month: 3, day: 7, hour: 9, minute: 5 },
  { year: 2010, month: 11, day: 4, hour: 15, minute: 30 },
];

/** Days of a month, in the years 1901 to 2099. */
function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** A real day between 1940 and 2025; one in sixteen is 29 February of a leap year. */
export function drawDay(random: Random): Day {
  if (random.chance(1 / 16)) return { year: 1940 + 4 * random.below(22), month: 2, day: 29 };
  const year = random.between(1940, 2025);
  const month = random.between(1, 12);
  return { year, month, day: random.between(1, daysInMonth(year, month)) };
}

/** `YYYY-MM-DD` (service.md#keys). */
export function isoDay({ year, month, day }: Day): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** A text of digits alone, as customers are numbered, with zeros before, and no longer than a 64-bit number; hardly another marker has the same. */
export function digitsOf(marker: string): string {
  const digits = [...marker.slice(-16)].map((letter) => letter.charCodeAt(0) % 10);
  return `00${digits.join('')}`;
}

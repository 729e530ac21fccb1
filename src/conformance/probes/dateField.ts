import type { DateKeys } from '../../judging/reading/answerForm.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { type DateAndTime, type Day, isoDay } from '../../respondent/answers/texts.ts';
import { type Conversation, isAccepted, type ProbeExchange } from '../drive/conversation.ts';
import { findPage, type Place } from './oddBodies.ts';
import { known, type ProbeContext } from './probeContext.ts';

/** A question for a date, and respondents who stand before it one after the other. */
export class DateField {
  readonly #context: ProbeContext;
  readonly #place: Place;
  readonly #keys: DateKeys;
  #conversation: Conversation;

  private constructor(context: ProbeContext, place: Place, keys: DateKeys, conversation: Conversation) {
    this.#context = context;
    this.#place = place;
    this.#keys = keys;
    this.#conversation = conversation;
  }

  /** The first question of the walked surveys whose keys fit; `null` where there is none. */
  static async find(context: ProbeContext, fits: (keys: DateKeys) => boolean): Promise<DateField | null> {
    const place = await findPage(context, context.walkSurveys, (page) => keysOf(page, fits) !== null);
    if (place === null) return null;
    const { conversation: learning } = await context.advanced(place.surveyId, place.steps);
    known(await learning.answer());
    const { conversation } = await context.advanced(place.surveyId, place.steps);
    // Pages may come in another order each time.
    const keys = conversation.page === null ? null : keysOf(conversation.page, fits);
    return keys === null ? null : new DateField(context, place, keys, conversation);
  }

  get hasTime(): boolean {
    return this.#keys.hour !== null;
  }

  get hasHalves(): boolean {
    return this.#keys.ampm !== null;
  }

  /** A date that is taken: the one that the run has learnt, else one that is tried; `null` where none is. */
  async taken(): Promise<Day | null> {
    const [thisYear, thisMonth] = [new Date().getUTCFullYear(), new Date().getUTCMonth() + 1];
    const fifths = [0, 1, 2, 5, 30].map((years) => ({ year: thisYear - years, month: thisMonth, day: 5 }));
    for (const day of [this.#learnt(), ...fifths]) {
      if (day !== null && isAccepted(await this.give(day))) return day;
    }
    return null;
  }

  #learnt(): Day | null {
    const body = this.#conversation.answers();
    const { year, month, day, calendar } = this.#keys;
    const text = calendar === null ? [year, month, day].map((key) => body[key ?? '']).join('-') : body[calendar];
    const [y = Number.NaN, m = Number.NaN, d = Number.NaN] = String(text).split('-').map(Number);
    return Number.isInteger(y + m + d) ? { year: y, month: m, day: d } : null;
  }

  /**
   * Answers the page with another date, and its other questions as the service takes them.
   *
   * @param digits that numbers are written with at least.
   */
  async give(date: Partial<DateAndTime>, digits = 1): Promise<ProbeExchange> {
    const { page } = this.#conversation;
    const body = { ...this.#conversation.answers(), ...written(this.#keys, date, digits) };
    const exchange = known(await this.#conversation.submit(body));
    if (page !== null) this.#conversation.noteShapes(exchange, page, body);
    if (isAccepted(exchange) || exchange.page === null) {
      const { conversation } = await this.#context.advanced(this.#place.surveyId, this.#place.steps);
      this.#conversation = conversation;
    }
    return exchange;
  }
}

function keysOf({ questions }: ShownPage, fits: (keys: DateKeys) => boolean): DateKeys | null {
  for (const { form } of questions) {
    const [keys, ...more] = form.kind === 'date' ? form.dates : [];
    if (keys !== undefined && more.length === 0 && fits(keys)) return keys;
  }
  return null;
}

/** The submit keys of a date; what it leaves out stays as it was. */
function written(
  keys: DateKeys,
  { year, month, day, hour, minute }: Partial<DateAndTime>,
  digits: number,
): Record<string, string> {
  const body: Record<string, string> = {};
  const put = (key: string | null, value: number | string | undefined): void => {
    if (key !== null && value !== undefined) body[key] = String(value).padStart(digits, '0');
  };
  if (year !== undefined && month !== undefined && day !== undefined) {
    put(keys.year, year);
    put(keys.month, month);
    put(keys.day, day);
    put(keys.calendar, isoDay({ year, month, day }));
  }
  if (hour !== undefined) {
    put(keys.hour, keys.ampm === null ? hour : hour % 12 || 12);
    put(keys.minute, minute);
    put(keys.ampm, hour < 12 ? 'AM' : 'PM');
  }
  return body;
}

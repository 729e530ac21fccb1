import { type EntityId, entityIdOf } from '../contract/entityId.ts';
import { withOwnToken } from '../judging/tokens.ts';
import type { Profile } from '../profile/profile.ts';
import type { RequestForms } from './sameRequest.ts';

const dayMs = 86_400_000;
const isoTime = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g;
const randomId = /\b(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{16,})\b/gi;

/**
 * The texts and numbers of one side as both sides have them: without what must differ, as tokens, random ids, the time of
 * day, the side's own address, and with the base's survey ids, which the profile gives to the surveys in the same place.
 */
export class SideForms implements RequestForms {
  readonly #origin: string;
  readonly #surveys = new Map<EntityId, EntityId>();
  /** The same as a parser rounds them. */
  readonly #surveyNumbers: ReadonlyMap<number, number>;
  readonly #surveyIds: RegExp | null;

  /** @param base the profile of the base, which is the side itself for the base. */
  constructor(baseUrl: string, profile: Profile, base: Profile) {
    this.#origin = URL.parse(baseUrl)?.origin ?? baseUrl;
    profile.surveys.walk.forEach(({ id }, at) => {
      const meant = base.surveys.walk[at]?.id ?? id;
      if (meant !== id) this.#surveys.set(id, meant);
    });
    this.#surveyNumbers = new Map([...this.#surveys].map(([id, meant]) => [Number(id), Number(meant)]));
    const ids = [...this.#surveys.keys()];
    this.#surveyIds = ids.length === 0 ? null : new RegExp(`(?<!\\d)(?:${ids.join('|')})(?!\\d)`, 'g');
  }

  pathOf(path: string): string {
    return this.#surveyIds === null
      ? path
      : path.replace(this.#surveyIds, (id) => String(this.#surveys.get(entityIdOf(id)) ?? id));
  }

  textOf(text: string): string {
    let result = withOwnToken(text, 'cvs-anybody');
    if (result.includes(this.#origin)) result = result.replaceAll(this.#origin, '(base URL)');
    return this.pathOf(result)
      .replace(isoTime, (time) => (isOfToday(Date.parse(time)) ? '(now)' : time))
      .replace(randomId, '(id)');
  }

  /** Instants of today, in s or ms, are one number. */
  numberOf(number: number): number {
    if (isOfToday(number) || isOfToday(number * 1000)) return Number.POSITIVE_INFINITY;
    return this.#surveyNumbers.get(number) ?? number;
  }
}

function isOfToday(epochMs: number): boolean {
  return Math.abs(epochMs - Date.now()) < dayMs;
}

import { isRecord, parseJson } from '../contract/jsonShape.ts';
import type { BodyRepeat } from '../result/exchange.ts';

/** A response body as text and as JSON; `repeat` and `varied` as `Exchange` has them. */
export interface ReadBody {
  readonly text: string;
  /** `undefined` when the text is not JSON. */
  readonly json: unknown;
  readonly repeat: BodyRepeat | null;
  readonly varied: readonly string[] | null;
}

/**
 * Characters that a JSON string holds as they are, but for blanks, brackets and at signs: nothing that rules look for in
 * the text of a body (stack traces, passwords) reaches from what stands around such a value into it. Others than ASCII are
 * left to the parser.
 */
export const plainText = /^[!#-'*-?A-[\]-~]*$/;

/** Whether another value between these texts is read back as the request id of the top. */
export function isTopMember(headText: string, id: string, tailText: string): boolean {
  const probe = parseJson(`${headText}${id}?${tailText}`);
  return isRecord(probe) && probe.requestID === `${id}?`;
}

/** Freezes a JSON value through and through; false where it is nested beyond all sense, as only a hostile body is. */
export function freeze(value: object, depth = 0): boolean {
  if (depth > deepest) return false;
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null && !freeze(member, depth + 1)) return false;
  }
  Object.freeze(value);
  return true;
}

const deepest = 100;

import type { BodyRepeat } from '../result/exchange.ts';
import { hashed, standsAt } from './bufferHash.ts';

/** A body that has come before: everything around the value of its `requestID`, and what it parsed to. */
export interface KnownBody {
  readonly head: Buffer;
  readonly tail: Buffer;
  readonly headText: string;
  readonly tailText: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly repeat: BodyRepeat;
}

export const longestRequestId = 128;
/** Places of the id in bodies of one length; those of one service stand alike. */
const mostPlaces = 4;
/** Bounds of what is kept: then everything is forgotten but what has come since the last time. */
const maxBytesKept = 16 * 1024 * 1024;
/** A kept body is there as bytes, as text and parsed, beside what rules have found in it. */
const copiesKept = 4;
const bytesBeside = 2000;

/** Where an id stands: so many bytes before it and behind it. */
interface IdPlace {
  readonly before: number;
  readonly behind: number;
}

/** All that are known of one length: pages on which other answers are marked often have the same. */
interface BodiesOfLength {
  /** The one that came last: it is compared at once, and the others are looked for by their hash. */
  latest: KnownBody;
  readonly byHash: Map<number, KnownBody>;
  readonly places: IdPlace[];
}

/** The bodies that come again and again. Whatever is known is compared byte by byte: a hash only says with which one. */
export class KnownBodies {
  #young = new Map<number, BodiesOfLength>();
  #old = new Map<number, BodiesOfLength>();
  #youngBytes = 0;

  /** The known body that `body` is but for the value of its id, which may be any; `null`: none. */
  find(body: Buffer): KnownBody | null {
    const young = this.#young.get(body.length);
    if (young !== undefined) {
      if (isSame(body, young.latest)) return young.latest;
      const known = byHash(body, young);
      if (known !== null) {
        young.latest = known;
        return known;
      }
    }
    const old = this.#old.get(body.length);
    const known = old === undefined ? null : byHash(body, old);
    if (known !== null) this.add(body, known);
    return known;
  }

  /** Keeps what `body` is. */
  add(body: Buffer, known: KnownBody): void {
    if (this.#youngBytes > maxBytesKept / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    const place = { before: known.head.length, behind: known.tail.length };
    const hash = hashAround(body, place.before, body.length - place.behind);
    const bodies = this.#young.get(body.length);
    if (bodies === undefined) {
      this.#young.set(body.length, { latest: known, byHash: new Map([[hash, known]]), places: [place] });
    } else {
      const isNew = !bodies.places.some(({ before, behind }) => before === place.before && behind === place.behind);
      if (isNew && bodies.places.push(place) > mostPlaces) bodies.places.shift();
      bodies.latest = known;
      bodies.byHash.set(hash, known);
    }
    this.#youngBytes += body.length * copiesKept + bytesBeside;
  }
}

function byHash(body: Buffer, { byHash: known, places }: BodiesOfLength): KnownBody | null {
  for (const { before, behind } of places) {
    const found = known.get(hashAround(body, before, body.length - behind));
    if (found !== undefined && isSame(body, found)) return found;
  }
  return null;
}

/** Whether `body` is `known`, but for what stands where its id stands. */
function isSame(body: Buffer, { head, tail }: KnownBody): boolean {
  const from = head.length;
  const to = body.length - tail.length;
  if (to < from || to - from > longestRequestId) return false;
  return standsAt(body, tail, to) && standsAt(body, head, 0);
}

/** A hash of a body without the value of its `requestID`. */
export function hashAround(body: Buffer, idFrom: number, idTo: number): number {
  const head = hashed(body.length | 0, body, 0, idFrom);
  const hash = hashed(head, body, idTo, body.length);
  return hash ^ (hash >>> 15);
}

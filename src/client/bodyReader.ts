import { deepestJson, isRecord, parseJson } from '../contract/jsonShape.ts';
import { freeze, type ReadBody } from './bodyForm.ts';
import { BodyForms } from './bodyForms.ts';
import { hashAround, KnownBodies, type KnownBody, longestRequestId } from './knownBodies.ts';
import { plainText } from './knownTexts.ts';

const nothing: readonly never[] = Object.freeze([]);
/** Hashes of bodies that came once or twice: a body is kept when its hash comes a third time. */
const hashesKept = 8192;

/**
 * Reads response bodies. A survey's pages come again and again with nothing changed but their `requestID`, or with some
 * more values that are others each time: such a body is compared with the one that came before, byte by byte, and is
 * not decoded and parsed again. What it parses to is shared by all its repeats, and frozen.
 */
export class BodyReader {
  readonly #known = new KnownBodies();
  readonly #forms = new BodyForms();
  readonly #hashes = new Int32Array(hashesKept);
  readonly #deepest: number;

  /** @param deepest lists and objects within each other; a body with more of them is read as no JSON. */
  constructor(deepest: number = deepestJson) {
    this.#deepest = deepest;
  }

  read(body: Buffer): ReadBody {
    const known = this.#known.find(body);
    const id = known === null ? null : requestIdIn(body, known);
    if (known !== null && id !== null) return again(known, id);
    const formed = this.#forms.find(body);
    if (formed?.isKnown === false) return formed.read;
    const read = formed?.read ?? this.#parsed(body);
    const kept = isRecord(read.json) ? this.#keep(body, read.json, formed === null) : null;
    return kept === null ? read : { text: read.text, json: read.json, repeat: kept.repeat, varied: null };
  }

  #parsed(body: Buffer): ReadBody {
    const text = body.toString('utf8');
    return { text, json: parseJson(text, body, this.#deepest), repeat: null, varied: null };
  }

  #keep(body: Buffer, json: Readonly<Record<string, unknown>>, isOfNoForm: boolean): KnownBody | null {
    const id = json.requestID;
    if (typeof id !== 'string' || id.length > longestRequestId || !plainText.test(id)) return null;
    // However a service writes its JSON: the id is where its value stands, as `knownBodyOf` finds confirmed.
    const from = body.lastIndexOf(`"${id}"`, undefined, 'latin1') + 1;
    if (from === 0) return null;
    if (!this.#comesOften(body, from, from + id.length)) {
      if (isOfNoForm) this.#forms.learn(body);
      return null;
    }
    const known = knownBodyOf(body, from, id, json);
    if (known !== null) this.#known.add(body, known);
    return known;
  }

  /**
   * Whether the body has come twice before, by its hash: a page with somebody's own answers often comes twice in a
   * walk, and then never again.
   */
  #comesOften(body: Buffer, idFrom: number, idTo: number): boolean {
    const hash = hashAround(body, idFrom, idTo);
    const at = hash & (hashesKept - 1);
    const before = this.#hashes[at];
    this.#hashes[at] = before === hash ? ~hash : before === ~hash ? 0 : hash;
    return before === ~hash;
  }
}

/** The request id in a body that is `known`; `null` where it may be more than one. */
function requestIdIn(body: Buffer, { head, tail }: KnownBody): string | null {
  const id = body.toString('latin1', head.length, body.length - tail.length);
  return plainText.test(id) ? id : null;
}

function again({ headText, tailText, members, repeat }: KnownBody, requestID: string): ReadBody {
  return { text: headText + requestID + tailText, json: { ...members, requestID }, repeat, varied: null };
}

/** Takes a body apart around `id`, which stands at `from`; `null` where that is not the `requestID` at its top. */
function knownBodyOf(
  body: Buffer,
  from: number,
  id: string,
  json: Readonly<Record<string, unknown>>,
): KnownBody | null {
  const head = Buffer.from(body.subarray(0, from));
  const tail = Buffer.from(body.subarray(from + id.length));
  const headText = head.toString('utf8');
  const tailText = tail.toString('utf8');
  if (!isTopMember(headText, id, tailText)) return null;
  const members = { ...json };
  if (!freeze(members)) return null;
  const repeat = Object.freeze({ text: headText + tailText, varying: nothing });
  return { head, tail, headText, tailText, members, repeat };
}

/** Whether another value between these texts is read back as the request id of the top. */
function isTopMember(headText: string, id: string, tailText: string): boolean {
  const probe = parseJson(`${headText}${id}?${tailText}`);
  return isRecord(probe) && probe.requestID === `${id}?`;
}

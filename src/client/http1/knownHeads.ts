import { sessionTokenHeader } from '../../contract/endpoints.ts';
import { parseHead, type ResponseHead } from './responseHead.ts';

/** Bounds of what is kept: 256 KiB of heads, and what they parsed to. */
const mostKept = 256;
const longestKept = 1024;
/** Heads that are only parsed after as many different ones came that remembering them was not worth it. */
const parsedOnly = 64 * mostKept;

/**
 * Parses the heads of responses and remembers them by their text: within a second of its `Date`, a service has few.
 * What a head parsed to is shared by all that are alike, and frozen. A service that makes each head another one (an id of
 * its own, say) is not remembered for long: then heads are only parsed, with a new try from time to time.
 */
export class KnownHeads {
  readonly #known = new Map<string, ResponseHead>();
  #repeats = 0;
  #parsedOnly = 0;

  /** As {@link parseHead}. @throws ProtocolError */
  read(text: string): ResponseHead {
    if (text.length > longestKept) return parseHead(text);
    if (this.#parsedOnly > 0) {
      this.#parsedOnly--;
      return parseHead(text);
    }
    const known = this.#known.get(text);
    if (known !== undefined) {
      this.#repeats++;
      return known;
    }
    const head = parseHead(text);
    if (!givesSession(head)) this.#keep(text, head);
    return head;
  }

  #keep(text: string, head: ResponseHead): void {
    if (this.#known.size === mostKept) {
      if (this.#repeats < mostKept) this.#parsedOnly = parsedOnly;
      this.#repeats = 0;
      this.#known.clear();
    }
    Object.freeze(head.headers);
    this.#known.set(text, Object.freeze(head));
  }
}

/** Whether a head gives a session what carries it: it never comes again. */
function givesSession({ headers }: ResponseHead): boolean {
  for (let at = 0; at < headers.length; at += 2) {
    if (headers[at] === 'set-cookie' || headers[at] === sessionTokenHeader) return true;
  }
  return false;
}

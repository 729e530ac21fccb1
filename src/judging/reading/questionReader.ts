import { parsedExactly } from '../../contract/entityId.ts';
import { deepestJson, parseJson } from '../../contract/jsonShape.ts';
import { tokenPrefix } from '../tokens.ts';
import { type QuestionReading, questionOf } from './questionView.ts';

/** Characters of distinct texts that are remembered; a service whose questions never repeat costs a parse each, and no more memory. */
const mostRemembered = 16 * 1024 * 1024;

/** Reads questions and remembers them: question JSON repeats from respondent to respondent. */
export class QuestionReader {
  readonly #remembered = new Map<string, QuestionReading>();
  #characters = 0;
  readonly #deepest: number;

  /** @param deepest lists and objects within each other; JSON with more of them is read as none. */
  constructor(deepest: number = deepestJson) {
    this.#deepest = deepest;
  }

  /** Reads the two strings of one element. */
  of(json: string, html: string): QuestionReading {
    const known = this.#remembered.get(json);
    if (known !== undefined && known.html === html) return known;
    const parsed = known === undefined ? parseJson(json, undefined, this.#deepest) : known.parsed;
    const question = questionOf(parsedExactly(json, parsed), json, html);
    // With a respondent's own text in it, it never comes again.
    const repeats = !html.includes(tokenPrefix) && !json.includes(tokenPrefix);
    const reading = { question, parsed, html, json, repeats };
    if (!repeats) return reading;
    if (this.#characters > mostRemembered) {
      this.#remembered.clear();
      this.#characters = 0;
    }
    // An entry costs more than its text.
    this.#characters += json.length + html.length + 1000;
    this.#remembered.set(json, reading);
    return reading;
  }
}

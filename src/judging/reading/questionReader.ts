import { parsedExactly } from '../../contract/entityId.ts';
import { deepestJson, parseJson } from '../../contract/jsonShape.ts';
import { tokenPrefix } from '../tokens.ts';
import { FilledQuestion } from './filledQuestion.ts';
import { type QuestionReading, questionOf } from './questionView.ts';

/** Characters of distinct texts that are remembered; a service whose questions never repeat costs a parse each, and no more memory. */
const mostRemembered = 16 * 1024 * 1024;

/** Reads questions and remembers them: question JSON repeats from respondent to respondent. */
export class QuestionReader {
  readonly #remembered = new Map<string, QuestionReading>();
  /** By `json`: questions that came with own texts in their markup; `null` where those cannot be told from the rest. */
  readonly #filled = new Map<string, FilledQuestion | null>();
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
    const isOwn = html.includes(tokenPrefix);
    const filled = isOwn ? this.#filled.get(json) : undefined;
    const before = filled?.read(html) ?? null;
    if (before !== null) return before;
    const parsed = known === undefined ? parseJson(json, undefined, this.#deepest) : known.parsed;
    const question = questionOf(parsedExactly(json, parsed), json, html);
    // With a respondent's own text in it, it never comes again.
    const repeats = !isOwn && !json.includes(tokenPrefix);
    const reading = { question, parsed, html, json, repeats, kin: null };
    if (!repeats && filled !== undefined) return reading;
    if (this.#characters > mostRemembered) {
      this.#remembered.clear();
      this.#filled.clear();
      this.#characters = 0;
    }
    // An entry costs more than its text.
    this.#characters += json.length + html.length + 1000;
    if (repeats) this.#remembered.set(json, reading);
    else if (isOwn) this.#filled.set(json, FilledQuestion.of(reading));
    return reading;
  }
}

import { isEntityId, parsedExactly } from '../../contract/entityId.ts';
import { deepestJson, isRecord, parseJson } from '../../contract/jsonShape.ts';
import type { AnswerType, KeyFormId } from '../../contract/keyForms.ts';
import { tokenPrefix } from '../tokens.ts';
import {
  type AnswerForm,
  type AnswerView,
  answerFormOf,
  answerTypeOf,
  type FormBasis,
  keyFormsOf,
  keyPrefixOf,
} from './answerForm.ts';
import { FilledQuestion } from './filledQuestion.ts';
import { htmlInputsOf } from './htmlInputs.ts';

/**
 * One question as a respondent uses it, read once for each distinct `json` and `html`. What is missing or wrong there is
 * read as empty; the rules report it.
 */
export interface QuestionView extends FormBasis {
  readonly text: string;
  readonly form: AnswerForm;
  readonly answerType: AnswerType;
  readonly keyForms: readonly KeyFormId[];
  /** The ids of the answers that are marked `selected`. */
  readonly marks: readonly string[];
  readonly html: string;
  readonly json: string;
}

/** What one element of `response.questions` was read as; `question` is `null` when its JSON has no usable id. */
export interface QuestionReading {
  readonly question: QuestionView | null;
  /** The parsed `json`; `undefined` when it is no JSON. */
  readonly parsed: unknown;
  readonly html: string;
  readonly json: string;
  /** Whether it is remembered: the same object stands for both texts when they come again. */
  readonly repeats: boolean;
  /** The same object for all that differ in a respondent's own texts alone; `null` where nobody knows. */
  readonly kin: object | null;
}

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

function questionOf(value: unknown, json: string, html: string): QuestionView | null {
  if (!isRecord(value) || !isEntityId(value.id)) return null;
  const { id, type, text } = value;
  const param = isRecord(value.formParam) ? value.formParam : {};
  const { paramPrefix, paramIdType, otherParamPrefix } = param;
  const answers = (Array.isArray(value.answers) ? value.answers : []).flatMap(answerOf);
  const inputs = htmlInputsOf(html);
  const basics = {
    id,
    type: typeof type === 'string' ? type : '',
    text: typeof text === 'string' ? text : '',
    prefix: typeof paramPrefix === 'string' ? keyPrefixOf(paramPrefix) : '',
    byAnswer: paramIdType === 'answerId',
    otherPrefix: typeof otherParamPrefix === 'string' ? keyPrefixOf(otherParamPrefix) : null,
    answers,
    inputs,
  };
  const form = answerFormOf(basics);
  return {
    ...basics,
    form,
    answerType: answerTypeOf(form),
    keyForms: keyFormsOf(form),
    marks: answers.filter(({ selected }) => selected).map((answer) => String(answer.id)),
    html,
    json,
  };
}

function answerOf(answer: unknown): AnswerView[] {
  if (!isRecord(answer) || !isEntityId(answer.id)) return [];
  const { id, text, selected, ...more } = answer;
  const carriesMore = Object.values(more).some((value) => value !== null && value !== '');
  const label = typeof text === 'string' ? text : null;
  const isFlagged = Object.entries(more).some(([name, value]) => value === true && /other/i.test(name));
  const saysOther = isFlagged || (label !== null && /^other\b/i.test(label));
  return [{ id, text: label, selected: selected === true, carriesMore, saysOther }];
}

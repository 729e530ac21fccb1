import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { EntityId } from '../../contract/entityId.ts';
import { isRecord, parseJson } from '../../contract/jsonShape.ts';
import { keysOf } from '../../judging/reading/answerForm.ts';
import type { QuestionView } from '../../judging/reading/questionView.ts';
import type { CompletionSink, SubmittedPage, WalkCompletion } from '../crowd.ts';

/** A question as it was shown, as far as answers to it can be named. */
export interface KeptQuestion {
  readonly id: EntityId;
  readonly text: string;
  /** The members of a submission that surely answer it. */
  readonly keys: string[];
  readonly answers: { readonly id: EntityId; readonly text: string }[];
}

/** One completion, as it was kept. */
export interface KeptCompletion {
  readonly surveyId: EntityId;
  readonly token: string;
  /** When it was accepted, ms since the epoch of the machine that heard of it. */
  readonly atMs: number;
  /** The final submission got no answer: it may be stored or not. */
  readonly indeterminate: boolean;
  readonly pages: readonly {
    readonly questions: readonly KeptQuestion[];
    readonly body: string;
    /** As of `SubmittedPage`. */
    readonly certain: boolean;
  }[];
}

/** A ledger as it travels between threads and machines. */
export interface KeptCompletions {
  /** The questions of each page that was shown, once. */
  readonly pages: readonly KeptQuestion[][];
  /** Completions as lines of JSON, deflated. */
  readonly chunks: readonly Uint8Array[];
}

type Line = [
  surveyId: EntityId,
  token: string,
  atMs: number,
  indeterminate: 0 | 1,
  pages: [page: number, body: string, certain: 0 | 1][],
];

/** Deflate looks back as far as this: larger chunks are hardly smaller, and take longer at once. */
const chunkCharacters = 32 * 1024;
const mostPages = 2000;
const longestText = 120;

/**
 * The completions of a run, whole, in some 30 to 100 bytes each: walks through one survey are much alike. Nothing is
 * parsed before the audit.
 */
export class CompletionLedger implements CompletionSink {
  readonly #nowMs: () => number;
  readonly #pages: KeptQuestion[][] = [];
  readonly #placeOfPage = new Map<string, number>();
  readonly #chunks: Uint8Array[] = [];
  #lines: string[] = [];
  #characters = 0;
  #count = 0;

  /** @param nowMs ms since the epoch */
  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  get count(): number {
    return this.#count;
  }

  accepted(completion: WalkCompletion): void {
    this.#keep(completion, 0);
  }

  indeterminate(completion: WalkCompletion): void {
    this.#keep(completion, 1);
  }

  /** All that was kept so far. */
  kept(): KeptCompletions {
    this.#deflate();
    return { pages: this.#pages, chunks: this.#chunks };
  }

  #keep({ surveyId, token, pages }: WalkCompletion, indeterminate: 0 | 1): void {
    const sent = pages.map((page): Line[4][number] => [this.#placeOf(surveyId, page), page.body, page.certain ? 1 : 0]);
    const line = JSON.stringify([surveyId, token, this.#nowMs(), indeterminate, sent] satisfies Line);
    this.#count++;
    this.#lines.push(line);
    this.#characters += line.length;
    if (this.#characters >= chunkCharacters) this.#deflate();
  }

  #deflate(): void {
    if (this.#lines.length === 0) return;
    this.#chunks.push(Uint8Array.from(deflateRawSync(this.#lines.join('\n'), { level: 1 })));
    this.#lines = [];
    this.#characters = 0;
  }

  /** Where the questions of a page are kept; -1 where there are too many pages to keep. */
  #placeOf(surveyId: EntityId, { questions }: SubmittedPage): number {
    let key = String(surveyId);
    for (const { id } of questions) key += ` ${id}`;
    const known = this.#placeOfPage.get(key);
    if (known !== undefined || this.#pages.length >= mostPages) return known ?? -1;
    this.#placeOfPage.set(key, this.#pages.length);
    return this.#pages.push(questions.map(keptQuestion)) - 1;
  }
}

function keptQuestion({ id, json, form, answers }: QuestionView): KeptQuestion {
  const shown = parseJson(json);
  const text = isRecord(shown) && typeof shown.text === 'string' ? shown.text : '';
  // A text for what was only guessed to be the Other option belongs to no answer where it is another one.
  const guessed = 'other' in form && form.other?.isCertain === false ? form.other.key : null;
  return {
    id,
    text: text.slice(0, longestText),
    keys: keysOf(form).filter((key) => key !== guessed),
    answers: answers.map((answer) => ({ id: answer.id, text: (answer.text ?? '').slice(0, longestText) })),
  };
}

/** Reads what a ledger kept. @throws Error where that is no ledger */
export function* completionsIn({ pages, chunks }: KeptCompletions): Generator<KeptCompletion> {
  for (const chunk of chunks) {
    for (const text of inflateRawSync(chunk).toString().split('\n')) {
      const [surveyId, token, atMs, indeterminate, sent] = JSON.parse(text) as Line;
      const read = sent.map(([page, body, certain]) => ({
        questions: pages[page] ?? [],
        body,
        certain: certain === 1,
      }));
      yield { surveyId, token, atMs, indeterminate: indeterminate === 1, pages: read };
    }
  }
}

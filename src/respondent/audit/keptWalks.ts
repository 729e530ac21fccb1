import type { EntityId } from '../../contract/entityId.ts';
import { isRecord, parseJson } from '../../contract/jsonShape.ts';
import { keysOf } from '../../judging/reading/answerForm.ts';
import type { QuestionView } from '../../judging/reading/question.ts';
import type { WalkCompletion } from '../crowd.ts';
import { hashText, hashWords } from './answerDigest.ts';

/** A question as it was shown, as far as answers to it can be named. */
export interface KeptQuestion {
  readonly id: EntityId;
  readonly text: string;
  /** The members of a submission that answer it. */
  readonly keys: string[];
  readonly answers: { readonly id: EntityId; readonly text: string }[];
}

/** The pages of one completed walk, and what was sent for each. */
export interface KeptWalk {
  readonly surveyId: EntityId;
  readonly token: string;
  readonly pages: { readonly questions: KeptQuestion[]; readonly body: string }[];
}

const mostWalks = 1000;
const mostCharacters = 4 * 1024 * 1024;
const mostQuestions = 2000;
const longestText = 120;

/**
 * Some of a run's completed walks in full, spread evenly over all of it: what is stored otherwise than it was given can
 * then be told answer by answer. Where they become too many, every second one is let go of.
 */
export class KeptWalks {
  readonly #walks = new Map<string, { readonly walk: KeptWalk; readonly hash: number }>();
  readonly #questions = new Map<string, KeptQuestion>();
  #mask = 0;
  #characters = 0;

  /** @param hash of the token: decides whether this walk is among those that are kept */
  add({ surveyId, token, pages }: WalkCompletion, hash: number): void {
    if ((hash & this.#mask) !== 0) return;
    const kept = pages.map(({ questions, body }) => ({
      questions: questions.map((question) => this.#questionOf(surveyId, question)),
      body,
    }));
    this.#keep({ surveyId, token, pages: kept }, hash);
  }

  /** Takes over walks of another thread or machine, within the same bounds. */
  merge(walks: readonly KeptWalk[]): void {
    for (const walk of walks) {
      hashText(walk.surveyId, walk.token);
      const hash = hashWords[0] ?? 0;
      if ((hash & this.#mask) === 0) this.#keep(walk, hash);
    }
  }

  list(): KeptWalk[] {
    return [...this.#walks.values()].map(({ walk }) => walk);
  }

  of(token: string): KeptWalk | null {
    return this.#walks.get(token)?.walk ?? null;
  }

  #keep(walk: KeptWalk, hash: number): void {
    this.#walks.set(walk.token, { walk, hash });
    this.#characters += sizeOf(walk);
    while (this.#walks.size > mostWalks || this.#characters > mostCharacters) this.#thin();
  }

  #thin(): void {
    this.#mask = this.#mask * 2 + 1;
    for (const [token, { walk, hash }] of this.#walks) {
      if ((hash & this.#mask) === 0 && this.#walks.size > 1) continue;
      this.#walks.delete(token);
      this.#characters -= sizeOf(walk);
    }
  }

  /** One object for a question, however many were asked it. */
  #questionOf(surveyId: EntityId, { id, json, form, answers }: QuestionView): KeptQuestion {
    const key = `${surveyId} ${id}`;
    const known = this.#questions.get(key);
    if (known !== undefined) return known;
    const shown = parseJson(json);
    const text = isRecord(shown) && typeof shown.text === 'string' ? shown.text : '';
    const kept = {
      id,
      text: text.slice(0, longestText),
      keys: keysOf(form),
      answers: answers.map((answer) => ({ id: answer.id, text: (answer.text ?? '').slice(0, longestText) })),
    };
    if (this.#questions.size < mostQuestions) this.#questions.set(key, kept);
    return kept;
  }
}

function sizeOf({ pages }: KeptWalk): number {
  return pages.reduce((sum, { body }) => sum + body.length, 0);
}

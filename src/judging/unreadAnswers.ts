import type { EntityId } from '../contract/entityId.ts';
import type { Findings } from './findings.ts';
import type { QuestionView } from './reading/question.ts';
import { formsUsed, judgeKeysRefused } from './rules/keys.ts';

/** What a service says of one question when answers to it are refused, and when there is none. */
interface Words {
  leftOut: string | null;
  readonly said: Set<string>;
  /** Different answers that were refused. */
  refused: number;
  isTaken: boolean;
  judge: () => void;
}

/** Different answers, each refused as if it had not been given, after which a service does not read the key. */
const enoughAnswers = 6;

/** Questions whose answers a service refuses in the words that it has for no answer. */
export class UnreadAnswers {
  readonly #questions = new Map<EntityId, Words>();

  taken(question: QuestionView, given: Readonly<Record<string, unknown>>): void {
    if (formsUsed(question, given).length > 0) this.#of(question).isTaken = true;
  }

  /** @param given an answer that was not refused before, or none. @param message what was said of this question. */
  refused(question: QuestionView, given: Readonly<Record<string, unknown>>, message: string, findings: Findings): void {
    // Where the markup does not name them, which keys a date has is a guess.
    if (question.form.kind === 'date') return;
    const words = this.#of(question);
    if (formsUsed(question, given).length === 0) words.leftOut = message;
    else {
      words.said.add(message);
      words.refused++;
      words.judge = () => judgeKeysRefused(findings, question, given, 'unread');
    }
  }

  /** Judges at the end of a run. */
  judge(): void {
    for (const { leftOut, said, refused, isTaken, judge } of this.#questions.values()) {
      if (leftOut === null || isTaken || refused < enoughAnswers) continue;
      if (said.size === 1 && said.has(leftOut)) judge();
    }
  }

  #of({ id }: QuestionView): Words {
    const known = this.#questions.get(id);
    if (known !== undefined) return known;
    const fresh: Words = { leftOut: null, said: new Set(), refused: 0, isTaken: false, judge: () => {} };
    this.#questions.set(id, fresh);
    return fresh;
  }
}

import type { EntityId } from '../contract/entityId.ts';
import type { Findings } from './findings.ts';

/** What became of answers of one kind over a run, by what they were given to: questions, or pages. */
export class Tries {
  readonly #taken = new Set<EntityId>();
  /** Different answers that were refused. */
  readonly #refused = new Map<EntityId, number>();
  #last: Findings | null = null;

  /** What is known of the last refusal; `null` while there is none. */
  get last(): Findings | null {
    return this.#last;
  }

  get isTaken(): boolean {
    return this.#taken.size > 0;
  }

  /** Whether an answer to this one was taken. */
  hasTaken(id: EntityId): boolean {
    return this.#taken.has(id);
  }

  taken(id: EntityId): void {
    this.#taken.add(id);
  }

  /** An answer was refused that was not before. @param findings about the refusal */
  refused(id: EntityId, findings: Findings): void {
    this.#refused.set(id, (this.#refused.get(id) ?? 0) + 1);
    this.#last = findings;
  }

  /** Those of which at least so many different answers were refused. */
  exhausted(answers: number): EntityId[] {
    return [...this.#refused].filter(([, tries]) => tries >= answers).map(([id]) => id);
  }
}

import type { CompletedResponses, Completion } from '../../src/service/completedResponses.ts';

/** Keeps completions in the order in which they came. */
export class CompletedResponsesInMemory implements CompletedResponses {
  readonly #byId = new Map<string, Completion>();

  add(completion: Completion): void {
    if (!this.#byId.has(completion.id)) this.#byId.set(completion.id, completion);
  }

  /** All completions, or those of one survey, oldest first. */
  *all(surveyId?: number): Generator<Completion> {
    for (const completion of this.#byId.values()) {
      if (surveyId === undefined || completion.surveyId === surveyId) yield completion;
    }
  }

  get size(): number {
    return this.#byId.size;
  }
}

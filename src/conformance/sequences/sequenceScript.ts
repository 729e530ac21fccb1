import type { EntityId } from '../../contract/entityId.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { withOwnToken } from '../../judging/tokens.ts';
import type { Choice, WalkScript } from '../../respondent/crowd.ts';
import { fitsPage } from '../../respondent/walk/submission.ts';
import type { SequenceStep } from './sequence.ts';

/** What one respondent of a sequence does: its steps after the first take. */
export class SequenceScript implements WalkScript {
  readonly surveyId: EntityId;
  readonly #steps: readonly SequenceStep[];
  #done = 0;

  constructor(surveyId: EntityId, steps: readonly SequenceStep[]) {
    this.surveyId = surveyId;
    this.#steps = steps;
  }

  /** Steps that the respondent has begun. */
  get done(): number {
    return this.#done;
  }

  next(): Choice {
    const step = this.#steps[this.#done++];
    if (step === undefined) return 'abandon';
    return step.kind === 'begin' ? 'resume' : step.kind;
  }

  takesByItself(): void {
    if (this.#steps[this.#done]?.kind === 'resume') this.#done++;
  }

  get looksAfterEnd(): boolean {
    return this.#steps[this.#done]?.kind === 'resume';
  }

  bodyFor(page: ShownPage, token: string): string | null {
    const body = this.#steps[this.#done - 1]?.body ?? null;
    return body !== null && fitsPage(body, page) ? withOwnToken(body, token) : null;
  }
}

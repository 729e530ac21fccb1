import type { ShownPage } from '../../judging/reading/page.ts';
import type { Choice } from './stepChoice.ts';

/**
 * Tells a respondent what to do, in place of chance: how a recorded walk is walked again, judged by the same model and
 * the same invariants.
 */
export interface WalkScript {
  readonly surveyId: number;
  /** Where the respondent would draw: its next step. */
  next(): Choice;
  /** The respondent takes again by itself, as the model says it must after a broken session. */
  takesByItself(): void;
  /** Whether it looks at the survey once more when that is finished. */
  readonly looksAfterEnd: boolean;
  /**
   * The recorded body for a page.
   *
   * @returns JSON, or `null` when there is none that fits: the page is then answered as by chance.
   */
  bodyFor(page: ShownPage, token: string): string | null;
}

import type { ShownPage } from '../../judging/reading/page.ts';
import type { Profile } from '../../profile/profile.ts';
import type { BadLuck } from '../../result/exchange.ts';

/** What a respondent does next with the page before it. */
export type Choice = 'submit' | 'invalid' | 'back' | 'resume' | 'abandon' | ExpiryKind | BadLuck;

/** How a respondent loses its session on purpose. */
export type ExpiryKind = Profile['respondent']['expire']['kinds'][number];

const expiryKinds: Readonly<Record<ExpiryKind, true>> = { drop: true, forge: true, stale: true, idle: true };

export function isExpiryKind(kind: string): kind is ExpiryKind {
  return Object.hasOwn(expiryKinds, kind);
}

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

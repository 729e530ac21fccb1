import type { Reason } from '../result/reason.ts';

/** How a run is ended before its time. */
export interface RunStops {
  /** Aborted by a person: the run ends early, and its result is written all the same. */
  readonly interrupt: AbortSignal;
  /**
   * Aborted, after `interrupt`, when nobody waits any longer: what is known by then is the result. Its reason is an error
   * where canvass itself failed.
   */
  readonly abandon: AbortSignal;
}

/** Who follows a run while it goes on: a terminal, a test, nobody. */
export interface RunWatch<Progress = never> extends RunStops {
  /** What a person who watches should know at once. */
  onNotice(notice: string): void;
  /** What could not be written or sent: for everybody. */
  onTrouble(trouble: string): void;
  onProgress(progress: Progress): void;
}

/** Why a run that was given up proves nothing; nothing for one that a person ended, which says so itself. */
export function troublesOf({ reason }: AbortSignal): Reason[] {
  return reason instanceof Error ? [{ code: 'tool-failed', error: reason.message }] : [];
}

/** What `work` comes to, or `otherwise` when the run is given up first. */
export async function unlessAbandoned<T, U>(
  work: Promise<T>,
  abandon: AbortSignal,
  otherwise: () => U,
): Promise<T | U> {
  const { promise, resolve } = Promise.withResolvers<U>();
  const giveUp = (): void => resolve(otherwise());
  if (abandon.aborted) giveUp();
  abandon.addEventListener('abort', giveUp, { once: true });
  // What fails later on is of no use to anybody.
  work.catch(() => {});
  return await Promise.race([work, promise]).finally(() => abandon.removeEventListener('abort', giveUp));
}

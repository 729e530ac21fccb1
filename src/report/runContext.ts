import type { RunDigest } from './history/runDigest.ts';

/** What a report knows of its run beyond the result. */
export interface RunContext {
  /** Where its reports lie, for commands that name it; `null` where that is not known. */
  readonly directory: string | null;
  /** Other runs of the folder, oldest first. */
  readonly history: readonly RunDigest[];
}

/** Of a result that nobody says more of. */
export const noContext: RunContext = { directory: null, history: [] };

import type { ClauseId, SectionId } from '../../contract/clause.ts';

/** A service that the self-test has started, and that is gone when closed. */
export interface RunningSubject {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** One service with an injected fault: conformance must notice. */
export interface FaultySubject {
  readonly id: string;
  readonly area: SectionId;
  readonly description: string;
  /** Clauses that it breaks, and habits, each of which it must trip. */
  readonly clauses: readonly ClauseId[];
  start(): Promise<RunningSubject>;
}

/** One service that does what the document allows: conformance must be silent. */
export interface AllowedSubject {
  readonly id: string;
  /** Does as the samples of the document do, so that nothing of it may deviate either. */
  readonly plain: boolean;
  /** What it answers to which open question, to be compared with what was observed. */
  readonly answers: readonly { readonly question: string; readonly value: string }[];
  start(): Promise<RunningSubject>;
}

import type { TimelinePoint } from '../result/timeline.ts';

/** One second of a running crowd, as the search judges it. */
export interface ProbeSecond {
  /** Its `completed` counts every walk that ended in this second, however it ended: who left the service. */
  readonly point: TimelinePoint;
  /** Why the generator could not keep up in this second; null when it could. */
  readonly generatorTrouble: string | null;
  /** The cores that other work took from the generator or the service in this very second; null where none was missed. */
  readonly takenCores: number | null;
  /** Whether it stood still: then nothing that came of it says anything. */
  readonly isGeneratorAway: boolean;
}

/**
 * A crowd whose arrival rate can be changed while it runs: the load engine in a run, a simulated service in tests.
 * The search reads time from it alone: one `nextSecond` is one second.
 */
export interface RateProbe {
  /** Respondents arrive at this rate from now on; 0 lets none arrive. */
  setRate(ratePerSecond: number): void;
  /** Ends with the next whole second; rejects when the target cannot be reached at all. */
  nextSecond(): Promise<ProbeSecond>;
  /** Ends the walks of now, so that what is left over from an overload is one request each and not their whole way. */
  endWalks(): void;
  /** Ends everything, requests under way included. */
  close(): Promise<void>;
}

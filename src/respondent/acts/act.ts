import type { Exchange, Intent } from '../../result/exchange.ts';
import type { Reading } from '../walk/reading.ts';
import type { Respondent } from '../walk/respondent.ts';

/**
 * One kind of step: how it asks, and what the table of moves says may come (document, States and transitions). Acts
 * hold no state: it is the respondent's.
 */
export interface Act {
  readonly intent: Intent;
  /** Sends the request of this act. */
  ask(walk: Respondent): void;
  /**
   * Judges the answer, moves the model, and says what is next by one of `thinkOn`, `go` and `end`.
   *
   * @returns whether the answer is the rejection that this act provoked.
   */
  judge(walk: Respondent, exchange: Exchange, reading: Reading): boolean;
}

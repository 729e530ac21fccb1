import type { Clock } from '../../client/clock.ts';
import type { Redactor } from '../../client/redact.ts';
import type { Transport } from '../../client/transport.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Witness } from '../../result/verdict.ts';
import type { Sequence } from './sequence.ts';
import { SequencePlayer } from './sequencePlayer.ts';

/** What sequences are played against. */
export interface SequenceTarget {
  readonly profile: Profile;
  /** The base URL that is really used, also where the profile says `embedded`. */
  readonly baseUrl: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly redactor: Redactor;
  /** Tells the tokens of each play from those of all others: lower-case letters and digits. */
  nextRunTag(): string;
}

/** A violation that a sequence showed. */
export interface SequenceFailure {
  readonly clause: string;
  readonly expected: string;
  readonly actual: string;
  readonly witness: Witness;
  /** The steps up to the one that showed it. */
  readonly sequence: Sequence;
}

/**
 * Plays a sequence in sessions of its own, step by step in its order, judged by the respondents' model and invariants.
 *
 * @param wanted the clause that is looked for: the play ends when it is violated.
 * @param onExchange hears of every exchange.
 * @returns the violation, or `null`.
 */
export async function playSequence(
  target: SequenceTarget,
  sequence: Sequence,
  wanted: string,
  onExchange: (exchange: Exchange) => void = () => {},
): Promise<SequenceFailure | null> {
  const player = new SequencePlayer(target, sequence, wanted, onExchange);
  try {
    return await player.play();
  } finally {
    player.end();
  }
}

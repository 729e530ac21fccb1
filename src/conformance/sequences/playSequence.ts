import type { Exchange } from '../../result/exchange.ts';
import type { Sequence } from './sequence.ts';
import { SequencePlayer } from './sequencePlayer.ts';
import type { SequenceFailure, SequenceTarget } from './sequenceTarget.ts';

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

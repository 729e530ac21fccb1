import { mostPaired, type PairedOptions, pairedShifts } from '../report/compare/pairedShifts.ts';
import { overallVerdict } from '../report/compare/speed.ts';
import type { PairSecond } from '../result/duetResult.ts';

/** The first look, and how much later each further one is than the one before. */
const firstLookSeconds = 30;
const growth = 1.4;

/**
 * When a duet that goes on until it is sure looks whether it is. Looks are numbered, and each may spend its share of the
 * error budget only (`shareOfLook`), so that however many there are, their errors together stay within it: the union
 * bound over a growing series of looks, as in Darling and Robbins, Confidence sequences for mean, variance, and median
 * (PNAS 58, 1967); spending by look is Lan and DeMets, Discrete sequential boundaries for clinical trials (Biometrika
 * 70, 1983).
 */
export class LookPlan {
  #look = 0;
  #nextSeconds = firstLookSeconds;
  /** Parts of seconds that were there when it was sure; null until then. */
  #sureAt: number | null = null;

  /** The look that is judged now, from 1. */
  get look(): number {
    return Math.max(1, this.#look);
  }

  /** Looks, where a look is due. */
  isSure(seconds: readonly PairSecond[], elapsedSeconds: number, options: () => PairedOptions): boolean {
    if (this.#sureAt !== null) return true;
    if (elapsedSeconds < this.#nextSeconds) return false;
    this.#nextSeconds = elapsedSeconds * growth;
    this.#look++;
    const shifts = pairedShifts(seconds, options());
    const isSure = overallVerdict(shifts, mostPaired(shifts)) !== "CAN'T TELL";
    if (isSure) this.#sureAt = seconds.length;
    return isSure;
  }

  /** The run is over. @returns what is judged: what made it sure, or else, by one look more, everything */
  last(seconds: readonly PairSecond[]): readonly PairSecond[] {
    if (this.#sureAt !== null) return seconds.slice(0, this.#sureAt);
    this.#look++;
    return seconds;
  }
}

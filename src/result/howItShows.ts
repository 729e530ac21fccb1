import { oneIn, triesToRuleOut } from './chance.ts';
import type { Violation } from './verdict.ts';

/** How a violation shows, as far as it is not plainly each time that one respondent takes its steps. */
export interface HowItShows {
  /** One sentence for people, which comes first in scripts and issue texts; `''` where there is nothing to say. */
  readonly said: string;
  /** How often a script tries the steps before it says that nothing was seen. */
  readonly tries: number;
  /** What steps that show nothing leave open, as `not tried under load`; `''` where they prove that it is gone. */
  readonly open: string;
}

const underLoad = 'not tried under load';
const byProbe = {
  said: 'Was seen again by the probe of its clause, not by these steps each time.',
  tries: 5,
  open: 'not tried by the probe of its clause: canvass conform --clause does that',
} as const;

const triesAtMost = 60;
/** Of what needs others at the right moment. */
const triesAmongOthers = 3;

/**
 * Whether only the same run shows a violation again, and no steps of it: what shows under load only, and a completion
 * that the records lacked, which says nothing of another run.
 */
export function isShownByRunsOnly({ classification, symptom }: Pick<Violation, 'classification' | 'symptom'>): boolean {
  return classification === 'load-only' || symptom?.lookedFor !== undefined;
}

/** What repeating a violation has shown, for those who repeat it once more. */
export function howItShows({
  classification,
  reproduction,
  chances,
}: Pick<Violation, 'classification' | 'reproduction' | 'chances'>): HowItShows {
  switch (classification) {
    case 'load-only':
      return {
        said: 'Shows under load only: one respondent alone does not show it. Run the load again to see whether it is gone.',
        tries: 1,
        open: underLoad,
      };
    case 'interleaving-only':
      return {
        said: 'Shows among others only: while other respondents are served in between, or at the same time.',
        tries: triesAmongOthers,
        open: underLoad,
      };
    case 'not-reproduced':
      return {
        said: 'Was seen in the run, and not again: neither alone, nor among others, nor in a crowd.',
        tries: triesAmongOthers,
        open: underLoad,
      };
    case 'sometimes': {
      const { failed, repeated } = reproduction ?? { failed: 1, repeated: 2 };
      const rate = Math.max(failed, 1) / Math.max(repeated, 2);
      // A few repetitions may have been lucky: the run knows of more.
      const needed = triesToRuleOut(Math.min(rate, chances === undefined ? rate : chances.failed / chances.of));
      return {
        said: `Comes now and then, ${oneIn(Math.max(failed, 1), repeated)} when it was repeated.`,
        tries: Math.min(triesAtMost, needed),
        open: needed > triesAtMost ? 'tried too few times for what comes so rarely' : '',
      };
    }
    default:
      if (reproduction?.byProbe === true) return byProbe;
      return { said: '', tries: 1, open: '' };
  }
}

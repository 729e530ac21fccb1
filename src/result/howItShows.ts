import { oneIn, triesToRuleOut } from './chances.ts';
import { isOfWalk } from './defectFacts.ts';
import type { Violation, WitnessStep } from './verdict.ts';

/** Of what comes now and then: its rate is known of a few repetitions, which may have been lucky. */
const triesAtLeast = 20;
const triesAtMost = 60;

/**
 * Whether only the same run shows a violation again, and no steps of it: what shows in a crowd only, what did not show
 * when it was repeated, and a completion that the records lacked, which says nothing of another run.
 */
export function isShownByRunsOnly({ classification, symptom }: Pick<Violation, 'classification' | 'symptom'>): boolean {
  return classification === 'load-only' || classification === 'not-reproduced' || symptom?.lookedFor !== undefined;
}

/**
 * How a violation shows, as far as it is not plainly each time that one respondent takes its steps, for those who repeat it
 * once more.
 *
 * @returns `said` for people, which comes first in scripts and issue texts, `''` where there is nothing to say; how often its
 *   steps are tried before they are said to show nothing; whether that leaves open whether it is there
 */
export function howItShows(
  violation: Pick<Violation, 'classification' | 'reproduction' | 'chances' | 'symptom' | 'condition'>,
  steps: readonly WitnessStep[],
) {
  const { classification, reproduction, chances, symptom, condition } = violation;
  if (symptom?.lookedFor !== undefined) {
    return { said: 'Was seen among many completions: run the same again.', tries: 1, leavesOpen: true };
  }
  switch (classification) {
    case 'load-only': {
      const said =
        'Shows in a crowd only: one respondent alone does not show it. Run the same again to see whether it is gone.';
      return { said, tries: 1, leavesOpen: true };
    }
    case 'not-reproduced': {
      const said = 'Was seen in the run, and not again: neither alone, nor among others, nor in a crowd.';
      return { said, tries: triesAtLeast, leavesOpen: true };
    }
    case 'interleaving-only': {
      const said = 'Shows among others only: while other respondents are served in between, or at the same time.';
      return { said, tries: triesAtLeast, leavesOpen: false };
    }
    case 'sometimes': {
      const { failed, repeated } = reproduction ?? { failed: 1, repeated: 2 };
      const rate = Math.max(failed, 1) / Math.max(repeated, 2);
      // A few repetitions may have been lucky: the run knows of more.
      const needed = triesToRuleOut(Math.min(rate, chances === undefined ? rate : chances.failed / chances.of));
      return {
        said: `Comes now and then, ${oneIn(Math.max(failed, 1), repeated)} when it was repeated.`,
        tries: Math.min(triesAtMost, Math.max(triesAtLeast, needed)),
        leavesOpen: needed > triesAtMost,
      };
    }
    case 'unclassified':
      // What a crowd saw, and nobody repeated, may need the crowd.
      if (steps.length > 0 && steps.every(isOfWalk)) {
        const said = 'Was not repeated on its own: it may show in a crowd only.';
        return { said, tries: triesAtLeast, leavesOpen: true };
      }
      break;
    case 'always':
      break;
  }
  // A service that was started anew has to be asked as often as the run asked before it showed.
  return { said: '', tries: condition?.from ?? 1, leavesOpen: false };
}

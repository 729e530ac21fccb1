import type { RunResult } from '../../result/runResult.ts';
import { countText } from '../quantities.ts';
import type { StandsOut } from './finding.ts';

/** Fewer answers than these may all have been wrong by chance. */
const leastRefused = 10;

/** Questions of which every answer was refused: nobody gets past them but by leaving them out. */
export function failedQuestions({ refusals = [] }: RunResult): StandsOut[] {
  return refusals
    .filter(({ taken, count }) => taken === false && count >= leastRefused)
    .map(({ surveyId, questionId, count, said }) => {
      const reason = said === '' ? '' : ` The service says “${said}”`;
      return {
        text: `Everybody fails question ${questionId} of survey ${surveyId}: all ${countText(count)} answers were refused.${reason}`,
        moment: null,
      };
    });
}

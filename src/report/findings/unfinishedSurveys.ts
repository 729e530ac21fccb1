import type { RunResult } from '../../result/runResult.ts';
import { countText } from '../quantities.ts';
import type { StandsOut } from './finding.ts';

/** Fewer walks than these may all have been abandoned. */
const leastWalks = 10;

/** Surveys that respondents began and nobody completed; those that turn everybody away are none. */
export function unfinishedSurveys({ surveys = {} }: RunResult): StandsOut[] {
  const unfinished = Object.entries(surveys).flatMap(([survey, ends]) => {
    const { completed = 0, ended = 0, stopped = 0, ...others } = ends;
    const walks = Object.values(others).reduce((sum, count) => sum + count, 0);
    if (completed > 0 || ended > 0 || walks < leastWalks) return [];
    return [{ survey, walks, stopped }];
  });
  if (unfinished.length === 0) return [];
  const sum = (of: 'walks' | 'stopped'): number => unfinished.reduce((total, each) => total + each[of], 0);
  const stopped = sum('stopped');
  const left = stopped > 0 ? `; ${countText(stopped)} more were still under way at the end` : '';
  const names = `survey${unfinished.length === 1 ? '' : 's'} ${unfinished.map(({ survey }) => survey).join(', ')}`;
  return [{ text: `Nobody completed ${names}: ${countText(sum('walks'))} walks began${left}.`, moment: null }];
}

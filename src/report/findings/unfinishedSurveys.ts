import type { RunResult } from '../../result/runResult.ts';
import { countText } from '../quantities.ts';
import type { StandsOut } from './finding.ts';

/** Fewer walks than these may all have been abandoned. */
const leastWalks = 10;

/** Surveys that respondents began and nobody completed; those that turn everybody away are none. */
export function unfinishedSurveys({ surveys = {} }: RunResult): StandsOut[] {
  return Object.entries(surveys).flatMap(([survey, ends]) => {
    const { completed = 0, ended = 0, stopped = 0, ...others } = ends;
    const walks = Object.values(others).reduce((sum, count) => sum + count, 0);
    if (completed > 0 || ended > 0 || walks < leastWalks) return [];
    const left = stopped > 0 ? `; ${countText(stopped)} more were still under way at the end` : '';
    return [{ text: `Nobody completed survey ${survey}: ${countText(walks)} walks began${left}.`, moment: null }];
  });
}

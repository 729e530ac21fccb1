import type { RunResult } from '../../result/runResult.ts';
import { errorBeginnings } from './errorBeginnings.ts';
import { failedQuestions } from './failedQuestions.ts';
import type { StandsOut } from './finding.ts';
import { latencySteps } from './latencySteps.ts';
import { missedMoments } from './missedMoments.ts';
import { silences } from './silences.ts';
import { slowEndpoints } from './slowEndpoints.ts';
import { unfinishedSurveys } from './unfinishedSurveys.ts';

/** What a person would notice who looked at every chart and table of a run; nothing of a search for capacity. */
export function standsOut(result: RunResult): StandsOut[] {
  if (result.kind === 'capacity') return [];
  const ofWalks = [...missedMoments(result), ...unfinishedSurveys(result), ...failedQuestions(result)];
  // Probes of conform are no steady load: their times say nothing by themselves.
  if (result.kind !== 'load') return ofWalks;
  return [
    ...silences(result),
    ...errorBeginnings(result),
    ...latencySteps(result),
    ...slowEndpoints(result),
    ...ofWalks,
  ];
}

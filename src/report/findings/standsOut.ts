import type { RunResult } from '../../result/runResult.ts';
import { missedThresholds } from '../../result/thresholdStanding.ts';
import { countText, latencyText, thresholdValueText } from '../quantities.ts';
import type { ReportedRun } from '../reportedRun.ts';
import { errorBeginnings, latencySteps } from './changes.ts';
import { medianOf, type StandsOut } from './finding.ts';

/** What a person would notice who looked at every chart and table of a run; nothing of a search for capacity. */
export function standsOut({ result, silences }: ReportedRun): StandsOut[] {
  if (result.kind === 'capacity') return [];
  const ofWalks = [...missedMoments(result), ...unfinishedSurveys(result), ...failedQuestions(result)];
  // Probes of conform are no steady load: their times say nothing by themselves.
  if (result.kind !== 'load') return ofWalks;
  return [...silences.told, ...errorBeginnings(result), ...latencySteps(result), ...slowEndpoints(result), ...ofWalks];
}

/** Thresholds that were missed, with the second from which on they were. */
function missedMoments({ thresholds }: RunResult): StandsOut[] {
  return missedThresholds(thresholds).flatMap((threshold) => {
    const { expression, missedSinceSecond, windowSeconds } = threshold;
    if (typeof missedSinceSecond !== 'number') return [];
    const value = thresholdValueText(threshold);
    const since = countText(missedSinceSecond);
    const when =
      windowSeconds === null
        ? `missed from second ${since} to the end, where it was ${value}`
        : `first missed in the ${windowSeconds} s up to second ${since}; at its worst it was ${value}`;
    return [
      {
        text: `“${expression}” was ${when}.`,
        moment: {
          fromSecond: Math.max(0, missedSinceSecond - Math.max(10, windowSeconds ?? 0)),
          toSecond: missedSinceSecond + 11,
        },
      },
    ];
  });
}

/** Fewer walks than these may all have been abandoned. */
const leastWalks = 10;

/** Surveys that respondents began and nobody completed; those that turn everybody away are none. */
function unfinishedSurveys({ surveys = {} }: RunResult): StandsOut[] {
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

/** Fewer answers than these may all have been wrong by chance. */
const leastRefused = 10;

/** Questions of which every answer was refused: nobody gets past them but by leaving them out. */
function failedQuestions({ refusals = [] }: RunResult): StandsOut[] {
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

/** How many times as slow as the others an endpoint must be, and of how many requests. */
const leastRatio = 10;
const leastRequests = 20;
/** Time-outs as a share of the requests: from here on the median is that of time-outs, or nearly. */
const leastTimeouts = 0.2;

/** Endpoints at which the service takes ten times as long as at the others, whoever sent late; one that mostly gives no answer in time is not slow. */
function slowEndpoints({ endpoints }: RunResult): StandsOut[] {
  const measured = endpoints.filter(
    ({ requests, outcomes, latency }) =>
      latency.service.count >= leastRequests && outcomes.timeout < leastTimeouts * requests,
  );
  return measured.flatMap((endpoint) => {
    const own = endpoint.latency.service.p50;
    const others = measured.filter((other) => other !== endpoint).map(({ latency }) => latency.service.p50);
    const usual = medianOf(others);
    if (others.length === 0 || usual === 0 || own < leastRatio * usual) return [];
    const text = `${endpoint.endpoint} is ${Math.round(own / usual)} times as slow as the other endpoints: its median time at the service is ${latencyText(own)}, theirs ${latencyText(usual)}.`;
    return [{ text, moment: null }];
  });
}

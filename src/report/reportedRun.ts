import { failures } from '../result/exchange.ts';
import { obstacleOf, obstacleWords } from '../result/obstacle.ts';
import type { RunResult } from '../result/runResult.ts';
import type { Observation } from '../result/verdict.ts';
import { odditiesIn } from './content/odd.ts';
import { problemCards } from './content/problemCard.ts';
import { isFailedByErrors, whyNothingCounts } from './content/problemStanding.ts';
import { ShownPages } from './content/shownPages.ts';
import { noContext, type RunContext } from './earlierRuns.ts';
import { silencesIn } from './findings/silences.ts';
import { measuresOf } from './measures.ts';
import { capital } from './plainText.ts';

/** A run as all reports see it: its result, and what several of them ask of it, asked once. */
export type ReportedRun = ReturnType<typeof reportedRun>;

/** @param context where its reports lie, and which runs went before, for commands that name them */
export function reportedRun(result: RunResult, context: RunContext = noContext) {
  const asked = { neverAnswered: neverAnswered(result), unseenAnswers: unseenAnswers(result) };
  const pages = new ShownPages(result.violations, result.profile);
  return {
    result,
    context,
    ...asked,
    measures: measuresOf(result),
    /** The pages that the run showed. */
    pages,
    /** What broke, a cause each. */
    problems: problemCards(result, context, pages),
    /** Why nothing of it counts; `null` where it does. */
    notCounted: whyNothingCounts(result),
    isFailedByErrors: isFailedByErrors(result),
    silences: silencesIn(result),
    odd: odditiesIn(result),
  };
}

/** What is in the way of a target that never answered, and what to do about it; `null` for any other. */
function neverAnswered({ reasonCodes = [], target }: RunResult): { met: string; remedy: string } | null {
  const silent = reasonCodes.find(({ code }) => code === 'never-answered');
  const named = silent?.code === 'never-answered' ? silent.failures[0]?.failure : undefined;
  const failure = failures.find((each) => each === named);
  if (failure === undefined) return null;
  const { met, remedy } = obstacleWords[obstacleOf({ failure, httpStatus: 0 }, false)];
  const placed = met.endsWith(' there') ? met.replace(/there$/, `at ${target.baseUrl}`) : `${met}: ${target.baseUrl}`;
  return { met: capital(placed), remedy };
}

/** Open questions whose answers were accepted, and that a run which asks them all has not seen answered. */
function unseenAnswers({ kind, observations, reasonCodes = [] }: RunResult): readonly Observation[] {
  const isCut = reasonCodes.some(({ code }) => code === 'ended-at-bound' || code === 'interrupted');
  if (kind !== 'conform' || isCut) return [];
  return observations.filter(({ verdict, pinned }) => verdict === 'NOT-EXERCISED' && typeof pinned === 'string');
}

import type { RunResult } from '../../result/runResult.ts';
import { gates } from '../../result/tally/violationTally.ts';
import {
  checksOf,
  errorShareOf,
  errorsOf,
  isPerformanceValid,
  latencyOfAll,
  measuredSecondsOf,
  otherEndsOf,
  percentileOf,
  requestsOf,
  requestsPerSecondOf,
  violationsSeenIn,
} from '../measures.ts';
import { countOf, countText, durationText, latencyText, orDash, rateText, shareText } from '../quantities.ts';
import { type Figure, figureOf } from './content.ts';
import type { ProblemCard } from './problemCard.ts';

/** Problems as the verdict counts them, and those that it does not: what is known, and what was recommended only. */
function problemsText(result: RunResult, problems: readonly ProblemCard[]): string {
  const checks = checksOf(result);
  if (checks === 0) return 'nothing was checked';
  const failing = problems.filter(({ standing }) => standing.fails).length;
  const others = result.problems.length - failing;
  const found = `${countOf(failing, 'problem')} in ${countOf(checks, 'check')}`;
  if (others === 0) return found;
  return `${found}, ${failing === 0 ? 'but' : 'and'} ${countOf(others, 'that fails', 'that fail')} no run`;
}

/** What a reader asks for first. What is not valid is grey. */
export function summaryFigures(result: RunResult, problems: readonly ProblemCard[]): Figure[] {
  const { respondents } = result;
  const all = latencyOfAll(result);
  const p99 = all === null ? null : percentileOf(all, 'p99');
  const errors = errorsOf(result);
  const seen = violationsSeenIn(result);
  const grey = isPerformanceValid(result) ? undefined : 'quiet';
  return [
    figureOf('Respondents', countText(respondents.started), endsText(result)),
    figureOf('Requests', countText(requestsOf(result)), speedText(result), grey),
    figureOf('Median latency', orDash(all?.p50), 'experienced, all endpoints', grey),
    figureOf(
      '99th percentile',
      orDash(p99),
      all === null ? 'nothing was measured' : `longest ${latencyText(all.max)}`,
      grey,
    ),
    figureOf('Errors', countText(errors), errorText(result), grey ?? (errors > 0 ? 'warn' : undefined)),
    figureOf(
      'Violations',
      countText(seen),
      problemsText(result, problems),
      result.violations.some(gates) ? 'bad' : undefined,
    ),
  ];
}

/** How walks ended: together they are all that started. */
function endsText(result: RunResult): string {
  const { respondents } = result;
  const others = otherEndsOf(result);
  return [
    `${countText(respondents.completed)} completed`,
    ...(['abandoned', 'stopped', 'failed'] as const)
      .filter((end) => respondents[end] > 0)
      .map((end) => `${countText(respondents[end])} ${end}`),
    ...(others > 0 ? [`${countText(others)} turned away or redirected`] : []),
    ...(respondents.peak > 0 ? [`at most ${countText(respondents.peak)} at once`] : []),
    // Where problems are counted by walks, those of probes are among them.
    ...(result.kind === 'conform' ? ['walks of probes come on top'] : []),
  ].join(', ');
}

function speedText(result: RunResult): string {
  const perSecond = requestsPerSecondOf(result);
  const measured = measuredSecondsOf(result);
  const warmup = Math.round(result.run.durationSeconds - measured);
  if (perSecond === null) return durationText(result.run.durationSeconds);
  const lasted = `${rateText(perSecond)} a second for ${durationText(measured)}`;
  return warmup > 0 ? `${lasted}, after ${durationText(warmup)} of warm-up` : lasted;
}

/** Errors as a share, and what was answered with an error and is none. */
function errorText(result: RunResult): string {
  const share = errorShareOf(result);
  const sum = (kind: 'expectedRejection' | 'throttled'): number =>
    result.endpoints.reduce((total, { outcomes }) => total + outcomes[kind], 0);
  const expected = sum('expectedRejection');
  const throttled = sum('throttled');
  return [
    share === null ? 'no requests' : shareText(share),
    ...(expected > 0 ? [`${countOf(expected, 'expected rejection')} left out`] : []),
    ...(throttled > 0 ? [`${countText(throttled)} throttled`] : []),
  ].join(', ');
}

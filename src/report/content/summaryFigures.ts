import { gates } from '../../result/tally/violationTally.ts';
import { countOf, countText, durationText, latencyText, orDash, rateText, shareText } from '../quantities.ts';
import type { ReportedRun } from '../reportedRun.ts';
import { type Figure, figureOf } from './content.ts';

/** Problems as the verdict counts them, and those that it does not: what is known, and what was recommended only. */
function problemsText({ result, problems, measures: { checks } }: ReportedRun): string {
  if (checks === 0) return 'nothing was checked';
  const failing = problems.filter(({ standing }) => standing.fails).length;
  const others = result.problems.length - failing;
  const found = `${countOf(failing, 'problem')} in ${countOf(checks, 'check')}`;
  if (others === 0) return found;
  return `${found}, ${failing === 0 ? 'but' : 'and'} ${countOf(others, 'that fails', 'that fail')} no run`;
}

/** What a reader asks for first; nothing where a result has only what others measured. What is not valid is grey. */
export function summaryFigures(run: ReportedRun): Figure[] {
  const { result, measures } = run;
  if (result.kind === 'capacity' && result.respondents.started === 0 && measures.requests === 0) return [];
  const { errors, latency, p99 } = measures;
  const grey = measures.isPerformanceValid ? undefined : 'quiet';
  return [
    figureOf('Respondents', countText(result.respondents.started), endsText(run)),
    figureOf('Requests', countText(measures.requests), speedText(run), grey),
    figureOf('Median latency', orDash(latency?.p50), 'experienced, all endpoints', grey),
    figureOf(
      '99th percentile',
      orDash(p99),
      latency === null ? 'nothing was measured' : `longest ${latencyText(latency.max)}`,
      grey,
    ),
    figureOf('Errors', countText(errors), errorText(run), grey ?? (errors > 0 ? 'warn' : undefined)),
    figureOf(
      'Violations',
      countText(measures.violations),
      problemsText(run),
      result.violations.some(gates) ? 'bad' : undefined,
    ),
  ];
}

/** How walks ended: together they are all that started. */
function endsText({ result: { respondents, kind }, measures: { otherEnds } }: ReportedRun): string {
  return [
    `${countText(respondents.completed)} completed`,
    ...(['abandoned', 'stopped', 'failed'] as const)
      .filter((end) => respondents[end] > 0)
      .map((end) => `${countText(respondents[end])} ${end}`),
    ...(otherEnds > 0 ? [`${countText(otherEnds)} turned away or redirected`] : []),
    ...(respondents.peak > 0 ? [`at most ${countText(respondents.peak)} at once`] : []),
    // Where problems are counted by walks, those of probes are among them.
    ...(kind === 'conform' ? ['walks of probes come on top'] : []),
  ].join(', ');
}

function speedText({ result: { run }, measures: { seconds, requestsPerSecond } }: ReportedRun): string {
  const warmup = Math.round(run.durationSeconds - seconds);
  if (requestsPerSecond === null) return durationText(run.durationSeconds);
  const lasted = `${rateText(requestsPerSecond)} a second for ${durationText(seconds)}`;
  return warmup > 0 ? `${lasted}, after ${durationText(warmup)} of warm-up` : lasted;
}

/** Errors as a share, and what was answered with an error and is none. */
function errorText({ result, measures: { errorShare } }: ReportedRun): string {
  const sum = (kind: 'expectedRejection' | 'throttled'): number =>
    result.endpoints.reduce((total, { outcomes }) => total + outcomes[kind], 0);
  const expected = sum('expectedRejection');
  const throttled = sum('throttled');
  return [
    errorShare === null ? 'no requests' : shareText(errorShare),
    ...(expected > 0 ? [`${countOf(expected, 'expected rejection')} left out`] : []),
    ...(throttled > 0 ? [`${countText(throttled)} throttled`] : []),
  ].join(', ');
}

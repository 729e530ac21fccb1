import type { RunResult } from '../../result/runResult.ts';
import { latencyOfAll } from '../latencyOfAll.ts';
import {
  countOf,
  countText,
  durationText,
  errorsOf,
  latencyText,
  rateText,
  requestsOf,
  shareText,
} from '../quantities.ts';
import { auditWords, createdWords } from './auditWords.ts';
import type { Figure } from './content.ts';
import { checksOf, gatingViolations } from './judgement.ts';
import { wayWords } from './wayWords.ts';

/** What was run, against what, and what it left behind. */
export function summaryFacts(result: RunResult): Figure[] {
  const { run, target, audit, coverage } = result;
  const created = createdWords(result);
  const way = wayWords(result);
  const seed = `seed ${run.seed}, ${durationText(run.durationSeconds)}${run.interrupted ? ', interrupted' : ''}`;
  return [
    {
      label: 'Target',
      value: target.baseUrl,
      detail: [target.datacenter, target.release, target.session].filter(Boolean).join(', '),
    },
    ...(way === null ? [] : [{ label: 'Way', value: way, detail: '' }]),
    { label: 'Run', value: run.profile, detail: seed },
    {
      label: 'Clauses',
      value: `${countText(coverage.clauses.exercised)} of ${countText(coverage.clauses.total)} exercised`,
      detail: countOf(checksOf(result), 'check'),
    },
    ...(audit === null ? [] : [{ label: 'Audit', value: auditWords(audit), detail: '' }]),
    ...(created === null ? [] : [{ label: 'Created', value: created, detail: '' }]),
  ];
}

/** What a reader asks for first. */
export function summaryFigures(result: RunResult): Figure[] {
  const { respondents, run } = result;
  const requests = requestsOf(result);
  const all = latencyOfAll(result);
  const errors = errorsOf(result);
  const gating = gatingViolations(result).length;
  const lasted = durationText(run.durationSeconds);
  return [
    {
      label: 'Respondents',
      value: countText(respondents.started),
      detail: [
        `${countText(respondents.completed)} completed`,
        ...(['abandoned', 'stopped', 'failed'] as const)
          .filter((end) => respondents[end] > 0)
          .map((end) => `${countText(respondents[end])} ${end}`),
        ...(respondents.peak > 0 ? [`${countText(respondents.peak)} at once`] : []),
      ].join(', '),
    },
    {
      label: 'Requests',
      value: countText(requests),
      detail: run.durationSeconds > 0 ? `${rateText(requests / run.durationSeconds)} a second for ${lasted}` : lasted,
    },
    {
      label: 'Median latency',
      value: all === null ? '–' : latencyText(all.p50),
      detail: 'experienced, all endpoints',
    },
    {
      label: '99th percentile',
      value: all === null ? '–' : latencyText(all.p99),
      detail: all === null ? 'nothing was measured' : `longest ${latencyText(all.max)}`,
    },
    {
      label: 'Errors',
      value: countText(errors),
      detail: [requests > 0 ? shareText(errors / requests) : 'no requests', ...expectedOf(result)].join(', '),
      ...(errors > 0 ? { tone: 'warn' } : {}),
    },
    {
      label: 'Violations',
      value: countText(result.violations.length),
      detail: `${countText(gating)} new, in ${countOf(checksOf(result), 'check')}`,
      ...(gating > 0 ? { tone: 'bad' } : {}),
    },
  ];
}

/** What was answered with an error, and is none. */
function expectedOf({ endpoints }: RunResult): string[] {
  const sum = (kind: 'expectedRejection' | 'throttled'): number =>
    endpoints.reduce((total, { outcomes }) => total + outcomes[kind], 0);
  const expected = sum('expectedRejection');
  const throttled = sum('throttled');
  return [
    ...(expected > 0 ? [countOf(expected, 'expected rejection')] : []),
    ...(throttled > 0 ? [`${countText(throttled)} throttled`] : []),
  ];
}

import type { Reason } from '../../result/reason.ts';
import type { Judged, Validity } from '../../result/runResult.ts';

/**
 * What each reason voids, for those that void anything. A run that was busy with itself, or offered another load than
 * was asked for, still saw every answer that it judged; a run in which nobody got anywhere saw nothing.
 */
const voids: Partial<Record<Reason['code'], 'both' | 'conformance' | 'performance'>> = {
  'no-respondent': 'both',
  'no-request': 'both',
  'never-answered': 'both',
  'stopped-answering': 'both',
  'always-throttled': 'both',
  'walks-failed': 'both',
  'no-walk-ended': 'both',
  'hardly-any-answer': 'both',
  'calls-failed': 'both',
  'nothing-granted': 'both',
  'undocumented-answers': 'both',
  interrupted: 'both',
  'run-killed': 'both',
  'tool-failed': 'both',
  'no-check': 'conformance',
  'no-answer-to-question': 'conformance',
  'nothing-after-warmup': 'performance',
  'arrivals-dropped': 'performance',
  'generator-busy': 'performance',
  'generator-late': 'performance',
  'threshold-not-measured': 'performance',
  'thread-lost': 'performance',
  'worker-lost': 'performance',
  'rate-budget-too-small': 'performance',
};

/** Whether a reason voids anything: others are notes. */
export function isVoiding({ code }: Reason): boolean {
  return voids[code] !== undefined;
}

/** Which of the two judgements of a run stand, and why those that do not are void. */
export function validityOf(reasons: readonly Reason[]): Validity {
  return { conformance: judged(reasons, 'conformance'), performance: judged(reasons, 'performance') };
}

function judged(reasons: readonly Reason[], which: 'conformance' | 'performance'): Judged {
  const why = reasons.filter(({ code }) => voids[code] === 'both' || voids[code] === which);
  return { valid: why.length === 0, reasons: why };
}

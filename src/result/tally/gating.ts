import type { Violation } from '../verdict.ts';

/** Whether a violation fails its run: one that may, and that nobody has accepted, also when it comes at times. */
export function gates({ gating, baseline }: Pick<Violation, 'gating' | 'baseline'>): boolean {
  return gating && (baseline.kind === 'NEW' || baseline.kind === 'FLAKY');
}

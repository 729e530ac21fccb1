import { describe, expect, it } from 'vitest';
import { summaryContent } from '../../src/report/content/summaryContent.ts';
import { digestOf, type RunDigest } from '../../src/report/earlierRuns.ts';
import type { RunResult } from '../../src/result/runResult.ts';
import { sampleResult } from '../support/sampleResults.ts';

/** A run of a day of November, with the first so many of the sample's problems. */
function onDay(day: number, violations: number, changes: Partial<RunResult> = {}): RunDigest {
  const startedAt = `2026-11-0${day}T06:00:00.000Z`;
  return digestOf({ ...sampleResult({ violations, startedAt }), ...changes }, `day-${day}`, true);
}

const now = sampleResult({ violations: 1, startedAt: '2026-11-09T06:00:00.000Z' });
const seen = (...history: RunDigest[]): string =>
  summaryContent(now, { directory: null, history }).problems[0]?.seen ?? '';

describe('since when a problem is there', () => {
  it('is said by its signature, from the runs before', () => {
    expect(seen(onDay(1, 0), onDay(2, 0))).toContain('new in this run: the 2 runs before did not show it');
    expect(seen(onDay(1, 0), onDay(2, 1), onDay(3, 1))).toContain('in runs since 2026-11-02 06:00');
    expect(seen(onDay(1, 1), onDay(2, 0))).toContain('since 2026-11-01 06:00, but not in that of 2026-11-02 06:00');
  });

  it('is said by what breaks, too, where its problem was called otherwise', () => {
    const before = onDay(1, 1, { problems: now.problems.map((problem) => ({ ...problem, signature: 'another' })) });
    expect(seen(before, onDay(2, 1))).toContain('in runs since 2026-11-01 06:00');
  });

  it('is not said where there is no run to compare with, or none that looked', () => {
    expect(seen()).not.toMatch(/runs/);
    expect(seen(onDay(1, 0, { clauses: [] }))).not.toMatch(/runs/);
    expect(seen(onDay(1, 1, { target: { ...now.target, datacenter: 'other' } }))).not.toMatch(/runs/);
  });

  it('does not count later runs, or the run itself', () => {
    const itself = digestOf(now, 'today', true);
    const later = digestOf(sampleResult({ violations: 0, startedAt: '2026-12-01T06:00:00.000Z' }), 'later', true);
    expect(seen(itself, later)).not.toMatch(/runs/);
  });

  it('is a strip of runs that had it, did not have it, or did not look', () => {
    const history = [onDay(1, 0), onDay(2, 1), onDay(3, 0, { clauses: [] })];
    const [card] = summaryContent(now, { directory: null, history }).problems;
    expect(card?.history.runs.map((each) => each.seen)).toEqual(['absent', 'seen', 'untested', 'seen']);
    expect(card?.history.lastWithout?.folder).toBe('day-1');
  });
});

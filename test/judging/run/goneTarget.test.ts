import { describe, expect, it } from 'vitest';
import { nothingAcceptable } from '../../../src/judging/baseline/standing.ts';
import { goneTarget } from '../../../src/judging/run/goneTarget.ts';
import { judgeRun } from '../../../src/judging/run/loadVerdict.ts';
import { emptyDelta } from '../../../src/result/tally/mergeDeltas.ts';
import { Tally } from '../../../src/result/tally/tally.ts';
import { TimelineTally } from '../../../src/result/tally/timelineTally.ts';
import type { Violation } from '../../../src/result/verdict.ts';
import { sampleDelta, sampleEndpoint } from '../../support/sampleDeltas.ts';

/** Seconds of a run: how many requests were answered, and how many were refused a connection or ended by canvass. */
function runOf(seconds: readonly (readonly [answered: number, refused: number, cancelled?: number])[]) {
  const tally = new Tally();
  const timeline = new TimelineTally();
  seconds.forEach(([answered, refused, cancelled = 0], second) => {
    const failures = { ...(refused > 0 && { refused }), ...(cancelled > 0 && { cancelled }) };
    const outcomes = { ok: answered, connection: refused + cancelled };
    const take = { ...sampleEndpoint(outcomes, 1000), failures, httpStatuses: { 200: answered } };
    const coverage = { ...emptyDelta(0, true).coverage, checked: { 'TAKE-HTTP-01': answered } };
    const delta = sampleDelta({
      second,
      arrivals: 9,
      endpoints: { take },
      walks: { 1001: { completed: 9 } },
      coverage,
    });
    tally.add(delta);
    timeline.add(delta);
  });
  return { tally, timeline: timeline.timeline };
}

describe('a target that goes in mid-run', () => {
  it('is gone where nothing was answered to the end, many times', () => {
    const { tally, timeline } = runOf([
      [20, 0],
      [9, 4],
      [0, 7],
      [0, 8],
    ]);
    const gone = { code: 'stopped-answering', requests: 15, failure: 'refused', fromSecond: 2 };
    expect(goneTarget(tally, timeline)).toEqual(gone);
  });

  it.each([
    [
      'it came back',
      [
        [20, 0],
        [0, 30],
        [5, 0],
      ],
    ],
    [
      'only a few were refused at the end',
      [
        [20, 0],
        [0, 9],
      ],
    ],
    [
      'canvass ended them itself',
      [
        [20, 0],
        [0, 0, 30],
      ],
    ],
    [
      'it never was there',
      [
        [0, 30],
        [0, 30],
      ],
    ],
  ] as const)('is not where %s', (_, seconds) => {
    const { tally, timeline } = runOf(seconds);
    expect(goneTarget(tally, timeline)).toBeNull();
  });

  it('is away, with connections that it broke on its way out, unless it broke a promise before', () => {
    const { tally, timeline } = runOf([
      [20, 0],
      [0, 30],
    ]);
    const gone = goneTarget(tally, timeline);
    const broken = (clause: string): Violation => ({
      ...{ id: 'v1', clause, endpoint: 'take', path: '', gating: true, count: 1, expected: '', actual: '' },
      ...{ classification: 'unclassified', baseline: { kind: 'NEW' } },
      witness: { steps: [], failingStep: 0, curl: '' },
    });
    const judged = (clause: string) =>
      judgeRun(tally, [broken(clause)], [], gone === null ? [] : [gone], nothingAcceptable);
    expect(judged('SANITY-CONNECTION-01')).toMatchObject({
      verdict: 'INVALID',
      judgements: { target: { judgement: 'away' }, promises: { judgement: 'kept' } },
    });
    expect(judged('TAKE-HTTP-01').verdict).toBe('FAIL');
  });
});

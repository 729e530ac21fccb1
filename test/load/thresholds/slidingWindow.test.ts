import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../../src/load/thresholds/expression.ts';
import type { Totals } from '../../../src/load/thresholds/requestMetrics.ts';
import { SlidingWindow } from '../../../src/load/thresholds/slidingWindow.ts';
import type { SecondDelta } from '../../../src/result/tally/delta.ts';
import { Tally } from '../../../src/result/tally/tally.ts';
import { sampleDelta, sampleEndpoint } from '../../support/sampleDeltas.ts';

/** One metric of each kind that a window can be judged by. */
const expressions = [
  'violations == 0',
  'violations.distinct == 0',
  'checks > 0',
  'checks.failed == 0',
  'clause(TAKE-HTTP-01).checked > 0',
  'requests > 0',
  'requests.perSecond > 1',
  'errors.rate < 1%',
  'failures.reset == 0',
  'httpStatuses(200).rate > 90%',
  'expectedRejections.p90 < 1s',
  'latency.min < 1s',
  'latency.mean < 1s',
  'latency.p50 < 1s',
  'latency.p99 < 1s',
  'latency.max < 1s',
  'endpoint(take).service.p95 < 1s',
  'endpoint(submit-page).errors == 0',
  'arrivals.perSecond > 1',
  'dropped.rate < 1%',
  'respondents.peak < 1',
  'respondents.active < 1',
  'respondents.completed > 1',
  'respondents.byStatus(quota_full).perSecond < 1',
  'run.durationSeconds > 1s',
].map(parseExpression);

function valuesOf(tally: Totals): unknown {
  return expressions.map(({ text, value }) => [
    text,
    value({ tally, generator: null, coverage: null, audit: null, isTolerated: () => false }),
  ]);
}

const endpoint = fc
  .record({
    ok: fc.nat(3),
    timeout: fc.nat(2),
    expectedRejection: fc.nat(2),
    latencyUs: fc.integer({ min: 1, max: 600_000_000 }),
    failures: fc.record({ reset: fc.nat(2) }),
  })
  .map(({ latencyUs, failures, ...outcomes }) => ({ ...sampleEndpoint(outcomes, latencyUs), failures }));

const first = {
  id: '',
  endpoint: 'take',
  path: '',
  gating: true,
  count: 1,
  expected: '',
  actual: '',
  classification: 'unclassified',
  baseline: { kind: 'NEW' },
} as const;
const violation = fc
  .record({
    clause: fc.constantFrom('TAKE-HTTP-01', 'SANITY-LOST-02'),
    kind: fc.nat(3),
    count: fc.nat(4),
    isNew: fc.boolean(),
  })
  .map(({ clause, kind, count, isNew }) => ({
    key: `${clause}\n${kind}`,
    gating: true,
    count,
    walks: count,
    first: isNew ? { ...first, clause, witness: { steps: [], failingStep: 0, curl: '' } } : null,
  }));

const second: fc.Arbitrary<SecondDelta> = fc
  .record({
    measured: fc.boolean(),
    arrivals: fc.nat(9),
    dropped: fc.nat(2),
    active: fc.nat(50),
    ends: fc.record({ completed: fc.nat(4) }),
    byStatus: fc.record({ quota_full: fc.nat(2) }),
    endpoints: fc.oneof(
      fc.constant({}),
      fc.record({ take: endpoint }),
      fc.record({ take: endpoint, 'submit-page': endpoint }),
    ),
    violations: fc.array(violation, { maxLength: 3 }),
    checked: fc.nat(9),
    failed: fc.nat(2),
  })
  .map(({ checked, failed, ...rest }) =>
    sampleDelta({
      ...rest,
      coverage: {
        ...sampleDelta().coverage,
        checked: { 'TAKE-HTTP-01': checked },
        failed: { 'TAKE-HTTP-01': failed },
      },
    }),
  );

describe('a sliding window', () => {
  it('has the sums of its last seconds, whatever came before them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.array(second, { maxLength: 20 }), (length, seconds) => {
        const window = new SlidingWindow(length);
        const measured: SecondDelta[] = [];
        for (const delta of seconds) {
          window.add(delta);
          if (delta.measured) measured.push(delta);
          if (measured.length < length) {
            expect(window.sums).toBeNull();
            continue;
          }
          const naive = new Tally();
          for (const each of measured.slice(-length)) naive.add(each);
          expect(window.sums && valuesOf(window.sums)).toEqual(valuesOf(naive));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('of a part of a second is one second long', () => {
    const window = new SlidingWindow(0.4);
    window.add(sampleDelta({ arrivals: 1 }));
    window.add(sampleDelta({ arrivals: 5 }));
    expect(window.sums).toMatchObject({ arrivals: 5, seconds: 1 });
  });
});

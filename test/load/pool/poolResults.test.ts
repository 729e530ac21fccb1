import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClauseId } from '../../../src/contract/clause.ts';
import { ToolError } from '../../../src/errors.ts';
import { newViolation } from '../../../src/judging/identity.ts';
import { poolResults } from '../../../src/load/pool/poolResults.ts';
import { completionChances } from '../../../src/result/chances.ts';
import { parseResult } from '../../../src/result/resultFile.ts';
import type { RunResult, ThresholdResult } from '../../../src/result/runResult.ts';
import type { SecondDelta, ViolationDelta } from '../../../src/result/tally/delta.ts';
import { mergeDeltas } from '../../../src/result/tally/mergeDeltas.ts';
import type { Violation } from '../../../src/result/verdict.ts';
import { ofTally } from '../../support/pooling.ts';
import { sampleDelta, sampleEndpoint, sampleHealth } from '../../support/sampleDeltas.ts';
import { emptyResult, sampleResult } from '../../support/sampleResults.ts';
import { tracedResult } from '../../support/tracedResult.ts';

/** A violation, seen so often in so many walks. */
function violated(clause: ClauseId, count: number, walks: number, chances: Pick<Violation, 'chances'>): ViolationDelta {
  const facts = { clause, endpoint: 'take', path: '', expected: 'a', actual: 'b' };
  const first = { ...newViolation(facts, { steps: [], failingStep: 0, curl: '' }), count, ...chances };
  return { key: first.id, gating: first.gating, count, walks, first };
}

const endpoint = fc
  .record({
    ok: fc.nat(40),
    timeout: fc.nat(3),
    serverError: fc.nat(3),
    expectedRejection: fc.nat(3),
    us: fc.integer({ min: 1, max: 9_000_000 }),
  })
  .map(({ us, ...outcomes }) => sampleEndpoint(outcomes, us));

/** A second of a run with something of each kind in it. */
const second: fc.Arbitrary<SecondDelta> = fc
  .record({
    take: endpoint,
    submit: endpoint,
    arrivals: fc.nat(9),
    dropped: fc.nat(2),
    active: fc.nat(50),
    checked: fc.nat(99),
    failed: fc.nat(2),
    late: fc.nat(200),
    lost: fc.nat(2),
  })
  .map(({ take, submit, arrivals, dropped, active, checked, failed, late, lost }) =>
    sampleDelta({
      arrivals: arrivals + dropped,
      dropped,
      active,
      ends: { completed: arrivals },
      byStatus: { quota_full: arrivals },
      walks: { 1001: { completed: arrivals } },
      endpoints: { take, 'submit-page': submit },
      coverage: {
        ...sampleDelta().coverage,
        checked: { 'TAKE-HTTP-01': checked + failed, 'SANITY-LOST-02': arrivals + lost },
        failed: { 'TAKE-HTTP-01': failed, 'SANITY-LOST-02': lost },
        statuses: { in_progress: checked },
      },
      violations: [
        ...(lost === 0 ? [] : [violated('SANITY-LOST-02', lost, 0, completionChances(lost, arrivals + lost))]),
        ...(failed === 0 ? [] : [violated('TAKE-HTTP-01', failed, Math.min(failed, arrivals), {})]),
      ],
      observations: [{ question: 'Q-ADD-ACCESS', value: 'ok', count: checked }],
      // A question that was not refused is told of nowhere.
      refusals:
        checked === 0
          ? []
          : [
              {
                surveyId: 1,
                questionId: 2,
                form: 'text',
                count: checked,
                tried: 'x',
                said: 'no',
                learnt: null,
                offered: null,
              },
            ],
      injected: { retry: { requests: 2, outcomes: { ok: 2 }, service: [500, 2] } },
      connections: { connect: [400, 2], handshake: [700, 1] },
      personas: {
        eager: {
          started: 3,
          requests: 4,
          ends: { completed: 3 },
          outcomes: { ok: 3, timeout: 1 },
          experienced: [900, 4],
        },
      },
      health: [sampleHealth({ busyPercent: late, longestCollectionMs: late, startLateness: [1000 + late, 3] })],
    }),
  );

const run = fc.array(second, { minLength: 1, maxLength: 5 });

/** What must not depend on whether it was added up as seconds, or as finished runs, which alone may prove nothing. */
function figuresOf({ run: { durationSeconds, measuredSeconds }, timeline, ...result }: RunResult) {
  return {
    ...result,
    reasons: result.reasons.filter((words) => !words.includes('nothing alone')),
    reasonCodes: result.reasonCodes?.filter(({ code }) => code !== 'runs-invalid'),
    durationSeconds,
    measuredSeconds,
    points: timeline.points.map(({ requests, errors }) => ({ requests, errors })),
  };
}

describe('pooled runs', () => {
  it('say what one run over all their seconds would say', () => {
    fc.assert(
      fc.property(run, run, run, (a, b, c) => {
        const runs = [a, b, c].map((seconds, at) =>
          ofTally(
            seconds.map((each, i) => ({ ...each, second: i })),
            at,
          ),
        );
        const whole = ofTally(
          [...a, ...b, ...c].map((each, i) => ({ ...each, second: i })),
          0,
        );
        expect(figuresOf(poolResults(runs))).toEqual(figuresOf(whole));
      }),
      { numRuns: 5 },
    );
  });

  it('at the same time say what one run on several machines would say', () => {
    fc.assert(
      fc.property(second, second, (a, b) => {
        const pooled = poolResults([ofTally([a], 0), ofTally([b], 0)]);
        const whole = ofTally([mergeDeltas([a, b])], 0);
        const { socketsPeak: _, ...generator } = whole.generator;
        expect(pooled.endpoints).toEqual(whole.endpoints);
        expect(pooled.generator).toMatchObject({ ...generator, workers: 2 * generator.workers });
        expect(pooled.run).toMatchObject({ durationSeconds: 1, measuredSeconds: 1 });
        expect(pooled.respondents).toEqual(whole.respondents);
        expect(pooled.timeline.points).toHaveLength(1);
      }),
      { numRuns: 5 },
    );
  });

  it('lie one behind the other, without what was between them, and moments move with them', () => {
    const a = tracedResult('https://tempo.example/{traceId}');
    const b = {
      ...a,
      run: { ...a.run, id: 'later', startedAt: '2026-11-21T09:00:00.000Z', endedAt: '2026-11-21T09:02:00.000Z' },
    };
    const pooled = poolResults([a, b]);
    expect(pooled.run.stretches).toMatchObject([
      { fromSecond: 0, seconds: 120 },
      { fromSecond: 120, seconds: 120 },
    ]);
    expect(pooled.run.durationSeconds).toBe(240);
    expect(pooled.timeline.points.map((point) => point.second)).toEqual(Array.from({ length: 240 }, (_, i) => i));
    expect(pooled.timeline.points.slice(0, 120)).toEqual(a.timeline.points);
    const seconds = (result: RunResult): number[] =>
      result.endpoints.flatMap(({ slowest = [] }) => slowest.map((slow) => slow.second)).sort((x, y) => x - y);
    expect(seconds(pooled)).toEqual([...seconds(a), ...seconds(a).map((at) => at + 120)]);
    expect(pooled.violations.every(({ traceId }) => traceId !== undefined)).toBe(true);
    expect(pooled.target.traceUrl).toBe('https://tempo.example/{traceId}');
  });

  it('can be pooled again with others', () => {
    const runs = ['07:00', '08:00', '09:00'].map((time) =>
      sampleResult({ seconds: 20, startedAt: `2026-11-21T${time}:00.000Z` }),
    );
    const [a, b, c] = runs;
    if (a === undefined || b === undefined || c === undefined) throw new Error('three were made');
    const nested = poolResults([poolResults([a, b]), c]);
    const { id: _, ...at } = nested.run;
    expect(at).toMatchObject({ durationSeconds: 60, stretches: poolResults(runs).run.stretches });
    expect(nested.endpoints).toEqual(poolResults(runs).endpoints);
  });

  it('name those that prove nothing alone', () => {
    const at = (time: string) => sampleResult({ seconds: 20, startedAt: `2026-11-21T${time}:00.000Z` });
    const doubtful = { ...at('08:00'), verdict: 'INVALID' as const };
    const said = (results: readonly RunResult[]) => poolResults(results).reasons.join(' ');
    expect(said([at('07:00'), doubtful, at('09:00')])).toContain(
      `1 of 3 runs proves nothing alone, as its own page says: ${doubtful.run.id}`,
    );
    expect(said([at('07:00'), at('09:00')])).not.toContain('nothing alone');
  });

  it('count equal violations once, and are FAIL for a broken promise, INVALID where nothing was measured', () => {
    const fails = tracedResult('');
    const later = (result: RunResult, hour: number): RunResult => ({
      ...result,
      run: { ...result.run, startedAt: `2026-11-22T0${hour}:00:00.000Z`, endedAt: `2026-11-22T0${hour}:02:00.000Z` },
    });
    const pooled = poolResults([fails, later(fails, 1), later(sampleResult(), 2)]);
    expect(pooled.verdict).toBe('FAIL');
    expect(pooled.violations.map(({ id, count }) => [id, count])).toEqual(
      fails.violations.map(({ id, count }) => [id, 2 * count]),
    );
    for (const clause of pooled.clauses)
      for (const id of clause.violations)
        expect(pooled.violations.find((each) => each.id === id)?.clause).toBe(clause.id);
    expect(poolResults([emptyResult(), later(emptyResult(), 1)]).verdict).toBe('INVALID');
    expect(parseResult(JSON.stringify(pooled), 'pooled')).toEqual(pooled);
  });

  it('are of one profile and one service, and of load', () => {
    const one = sampleResult();
    const other = { ...one, run: { ...one.run, profile: 'soak' } };
    expect(() => poolResults([one, other])).toThrow(/Only runs of one profile are pooled/);
    expect(() => poolResults([one, { ...one, kind: 'conform' }])).toThrow(ToolError);
    expect(() => poolResults([{ ...one, kind: 'capacity' }, one])).toThrow(/--combine/);
    for (const name of ['baseUrl', 'datacenter', 'release'] as const) {
      const elsewhere = { ...one, target: { ...one.target, [name]: 'another' } };
      expect(() => poolResults([one, elsewhere])).toThrow(new RegExp(`${name} is .* and another in`));
    }
    const { watch: _, ...generator } = one.generator;
    expect(() => poolResults([one, { ...one, generator }])).toThrow(/run it again with this version/);
  });
});

describe('thresholds of pooled runs', () => {
  const ofOk = (ok: number, us: number, thresholds: ThresholdResult[], at: number) => ({
    ...ofTally([sampleDelta({ arrivals: 1, endpoints: { take: sampleEndpoint({ ok }, us) } })], at),
    thresholds,
  });
  const threshold = (expression: string, value: number, passed: boolean, windowSeconds: number | null = null) => ({
    ...{ expression, value, passed, windowSeconds, limit: 0, dimension: 'count' as const },
  });

  it('are judged over all of them, by their own definition', () => {
    const missed = [threshold('requests > 100', 98, false), threshold('latency.p99 < 50ms', 90_000, false)];
    const pooled = poolResults([ofOk(98, 90_000, missed, 0), ofOk(20_000, 1000, missed, 1)]);
    expect(pooled.thresholds).toMatchObject([
      { expression: 'requests > 100', value: 20_098, passed: true },
      { expression: 'latency.p99 < 50ms', value: 1000, passed: true },
    ]);
  });

  it('in windows are those of each run; of runs at once they are told only where the sum cannot differ', () => {
    const [met, missed] = [
      threshold('latency.p99 < 50ms', 40_000, true, 2),
      threshold('latency.p99 < 50ms', 60_000, false, 2),
    ];
    const one = (thresholds: ThresholdResult[], at: number) => ofOk(10, 1000, thresholds, at);
    expect(poolResults([one([met], 0), one([missed], 1)]).thresholds).toMatchObject([{ value: 60_000, passed: false }]);
    expect(poolResults([one([met], 0), one([missed], 0)]).thresholds).toMatchObject([{ value: null, passed: false }]);
    expect(poolResults([one([met], 0), one([met], 0)]).thresholds).toMatchObject([{ value: 40_000, passed: true }]);
    const counted = [threshold('requests > 5', 10, true, 2)];
    expect(poolResults([one(counted, 0), one(counted, 0)]).thresholds).toMatchObject([{ value: null, passed: false }]);
  });

  it('that ended a run stay missed, at the moment on the common axis', () => {
    const aborted = { ...threshold('latency.p99 < 50ms', 70_000, false), abortedAtSecond: 0, missedSinceSecond: 0 };
    const pooled = poolResults([
      ofOk(9000, 1000, [threshold('latency.p99 < 50ms', 1000, true)], 0),
      ofOk(1, 70_000, [aborted], 1),
    ]);
    expect(pooled.thresholds).toMatchObject([{ value: 70_000, passed: false, abortedAtSecond: 1 }]);
  });
});

import { describe, expect, it } from 'vitest';
import { turningAway } from '../../../src/judging/baseline/namedSurveys.ts';
import { nothingAcceptable } from '../../../src/judging/baseline/standing.ts';
import { failedWalks, turnedAway } from '../../../src/judging/run/achievement.ts';
import { judgeRun } from '../../../src/judging/run/loadVerdict.ts';
import type { Obstacle } from '../../../src/result/obstacle.ts';
import type { Reason } from '../../../src/result/reason.ts';
import { reasonWords } from '../../../src/result/reasonWords.ts';
import type { ThresholdResult } from '../../../src/result/runResult.ts';
import type { SecondDelta } from '../../../src/result/tally/delta.ts';
import { emptyDelta } from '../../../src/result/tally/mergeDeltas.ts';
import { Tally } from '../../../src/result/tally/tally.ts';
import type { Violation } from '../../../src/result/verdict.ts';
import { sampleDelta, sampleEndpoint, sampleHealth } from '../../support/sampleDeltas.ts';

const takes = { take: sampleEndpoint({ ok: 100 }, 1000) };
const { coverage } = emptyDelta(0, true);

/** A run in which everything was answered and checked, with what a test says otherwise. */
function tallyOf(changes: Partial<SecondDelta>): Tally {
  const tally = new Tally();
  const checked = { ...coverage, checked: { 'TAKE-HTTP-01': 100 } };
  tally.add(sampleDelta({ arrivals: 10, endpoints: takes, coverage: checked, ...changes }));
  return tally;
}

function judgementOf(
  tally: Tally,
  violations: readonly Violation[],
  thresholds: readonly ThresholdResult[],
  troubles: readonly Reason[],
) {
  return judgeRun(tally, violations, thresholds, troubles, nothingAcceptable);
}

const broken: Violation = {
  id: 'v1',
  clause: 'TAKE-HTTP-01',
  endpoint: 'take',
  path: '',
  gating: true,
  count: 1,
  expected: '200',
  actual: '404',
  classification: 'unclassified',
  baseline: { kind: 'NEW' },
  witness: { steps: [], failingStep: 0, curl: '' },
};

function threshold(expression: string, dimension: ThresholdResult['dimension']): ThresholdResult {
  return { expression, value: 2, limit: 1, passed: false, windowSeconds: null, ...(dimension && { dimension }) };
}

describe('a PASS is earned', () => {
  it('by walks that get somewhere: complete, end by a documented status, or are abandoned', () => {
    const walks = { 1001: { completed: 3, abandoned: 2 }, 1002: { completed: 1, ended: 5 } };
    expect(judgementOf(tallyOf({ walks }), [], [], [])).toMatchObject({
      verdict: 'PASS',
      reasons: [],
      validity: { conformance: { valid: true }, performance: { valid: true } },
    });
  });

  it('all the same where a survey turned everybody away, which is said with what to change', () => {
    const walks = { 1001: { completed: 3, stopped: 1 }, 1004: { ended: 5, stopped: 1 }, 1005: { ended: 2 } };
    const found = judgementOf(tallyOf({ walks }), [], [], turnedAway(walks, []));
    expect(found).toMatchObject({ verdict: 'PASS', validity: { conformance: { valid: true } } });
    expect(found.reasons).toEqual([{ code: 'all-turned-away', surveys: [1004, 1005], walks: 7 }]);
    expect(found.reasons.map(reasonWords)).toEqual([
      'Nobody finished surveys 1004, 1005: all 7 respondents were turned away or redirected. Unless that is meant, open them, or take them out of surveys.walk.',
    ]);
  });

  it('and nothing is said of surveys that are there to turn everybody away', () => {
    const walks = { 1001: { completed: 3 }, 1003: { ended: 2 }, 1004: { ended: 5 }, 1010: { ended: 1 } };
    const surveys = { walk: [{ id: 1001 }, { id: 1003 }], noBack: 1003, closed: 1004, redirect: 1010, missing: 9 };
    expect(turnedAway(walks, turningAway({ surveys }))).toEqual([
      { code: 'all-turned-away', surveys: [1003], walks: 2 },
    ]);
  });

  it('all the same where an answer was larger than canvass reads, which is said by the name of the limit', () => {
    const large = { ...sampleEndpoint({ ok: 9, malformed: 1 }, 1000), failures: { 'too-large': 1 } };
    const found = judgementOf(tallyOf({ endpoints: { ...takes, 'list-responses': large } }), [], [], []);
    expect(found).toMatchObject({ verdict: 'PASS', validity: { conformance: { valid: true } } });
    expect(found.reasons).toEqual([{ code: 'answers-beyond-limits', answers: 1, endpoints: ['list-responses'] }]);
    expect(found.reasons.map(reasonWords).join()).toContain('larger than target.limits.bodyBytes (4 MiB');
  });

  it.each([
    ['beyond-limits', 'target.limits.bodyBytes'],
    ['key-refused', 'target.apiKeys'],
    ['not-found', 'surveys.walk'],
    ['gateway', 'gateway'],
    ['path-unknown', 'target.baseUrl'],
    ['protocol', 'http or https'],
    ['redirected', 'https instead of http'],
    ['survey-shut', 'Open it'],
  ] as const)('not where every walk met %s: it says what to change', (obstacle, change) => {
    const { verdict, reasons, validity } = judgementOf(tallyOf({ walks: { 1001: { [obstacle]: 10 } } }), [], [], []);
    expect(verdict).toBe('INVALID');
    expect(reasons).toEqual([{ code: 'walks-failed', surveys: [1001], walks: 10, failed: 10, obstacle }]);
    expect(reasons.map(reasonWords).join()).toContain(change);
    expect(validity.conformance.valid || validity.performance.valid).toBe(false);
  });

  it('is void where all walks end at a broken promise that is tolerated, and fails where it is not', () => {
    const tally = tallyOf({ walks: { 1001: { 'promise-broken': 10 } } });
    expect(judgementOf(tally, [], [], [])).toMatchObject({
      verdict: 'INVALID',
      validity: { conformance: { valid: false } },
    });
    const failed = judgementOf(tally, [broken], [], []);
    expect(failed.reasons).toEqual([{ code: 'promises-broken', problems: 1, clauses: [broken.clause] }]);
    expect(failed).toMatchObject({ verdict: 'FAIL', validity: { conformance: { valid: true } } });
  });

  it('asks for more walks that got somewhere than conformance does, whose probes see most', () => {
    const walks = { 1001: { completed: 3, 'answers-refused': 20 } };
    expect(failedWalks(walks)).toHaveLength(1);
    expect(failedWalks(walks, 0.1)).toEqual([]);
    expect(failedWalks({ 1001: { completed: 1, 'answers-refused': 20 } }, 0.1)).toHaveLength(1);
  });

  it('not where one survey of several fails, which is named', () => {
    const walks = { 1001: { completed: 90 }, 9999: { 'not-found': 10 } };
    const { verdict, reasons } = judgementOf(tallyOf({ walks }), [], [], []);
    expect(verdict).toBe('INVALID');
    expect(reasons.map(reasonWords)).toEqual([
      '10 of 10 walks of survey 9999 got nowhere: the service knows no such survey (404). Correct surveys.walk.',
    ]);
  });

  it('names a survey digit by digit', () => {
    const { reasons } = judgementOf(tallyOf({ walks: { '9007199254740995': { 'not-found': 10 } } }), [], [], []);
    expect(reasons.map(reasonWords).join()).toContain('survey 9007199254740995 got nowhere');
  });

  it('by a survey that fills up after it let many in', () => {
    const walks = { 1001: { completed: 40, 'survey-shut': 60 } };
    expect(judgementOf(tallyOf({ walks }), [], [], []).verdict).toBe('PASS');
  });

  it('not by walks that were all stopped before their end', () => {
    const { reasons } = judgementOf(tallyOf({ walks: { 1001: { stopped: 7 } } }), [], [], []);
    expect(reasons).toEqual([{ code: 'no-walk-ended', walks: 7 }]);
  });

  it('not where most requests brought nothing, or the calls of an endpoint never did', () => {
    const endpoints = {
      take: { ...sampleEndpoint({ ok: 10, timeout: 90 }, 1000), failures: { 'response-timeout': 90 } },
      'list-responses': { ...sampleEndpoint({ clientError: 5 }, 1000), httpStatuses: { 404: 5 } },
    };
    const { verdict, reasons } = judgementOf(tallyOf({ endpoints, walks: { 1001: { completed: 3 } } }), [], [], []);
    expect(verdict).toBe('INVALID');
    expect(reasons).toEqual([
      { code: 'hardly-any-answer', requests: 100, usable: 10, obstacle: 'time-out' },
      { code: 'calls-failed', endpoint: 'list-responses', requests: 5, obstacle: 'not-found' },
    ]);
  });
});

describe('the one verdict', () => {
  const refused = (obstacle: Obstacle) => tallyOf({ walks: { 1001: { [obstacle]: 10 } } });

  it('does not put a mistake of the profile down to the service, and does put down its own failures', () => {
    expect(judgementOf(refused('key-refused'), [broken], [], []).verdict).toBe('INVALID');
    expect(judgementOf(refused('answers-refused'), [broken], [], []).verdict).toBe('FAIL');
    expect(judgementOf(refused('answers-refused'), [], [], []).verdict).toBe('INVALID');
  });

  it('is FAIL where the errors of the service kept respondents from the end, unless somebody else gave them', () => {
    const ended = (obstacle: string, completed: number) =>
      judgementOf(tallyOf({ walks: { 1001: { completed, [obstacle]: 10 } } }), [], [], []);
    expect(ended('service-error', 0)).toMatchObject({ verdict: 'FAIL', judgements: { promises: { broken: 1 } } });
    expect(ended('service-error', 9)).toMatchObject({ verdict: 'FAIL' });
    expect(ended('service-error', 11).verdict).toBe('PASS');
    expect(ended('gateway', 0)).toMatchObject({ verdict: 'INVALID', judgements: { target: { judgement: 'away' } } });
    expect(ended('key-refused', 0)).toMatchObject({ verdict: 'INVALID' });
  });

  it.each(['gateway', 'undocumented', 'cut-off'] as const)(
    'puts down what broke at %s to the service once it gave anybody a status of the document',
    (obstacle) => {
      const walks = { 1001: { [obstacle]: 10 } };
      const given = (statuses: Record<string, number>) =>
        judgementOf(tallyOf({ walks, coverage: { ...coverage, statuses } }), [broken], [], []).verdict;
      expect([given({}), given({ error: 3 }), given({ success: 1, error: 3 })]).toEqual(['INVALID', 'INVALID', 'FAIL']);
    },
  );

  it('keeps what a late generator cannot change: lost answers and errors, but no times', () => {
    const late = Array.from({ length: 30 }, (_, second) =>
      sampleDelta({ second, health: [sampleHealth({ eventLoopDelayP99Ms: 400 })] }),
    );
    const tally = tallyOf({ walks: { 1001: { completed: 9 } } });
    for (const delta of late) tally.add(delta);
    const judged = (violations: Violation[], thresholds: ThresholdResult[]) =>
      judgementOf(tally, violations, thresholds, []);
    expect(judged([], []).reasons.map(({ code }) => code)).toEqual(['generator-late']);
    expect(judged([], []).validity).toMatchObject({ conformance: { valid: true }, performance: { valid: false } });
    expect(judged([], [threshold('latency.p99 < 1ms', 'time')]).verdict).toBe('INVALID');
    expect(judged([], [threshold('errors.rate < 1%', 'share')]).verdict).toBe('FAIL');
    expect(judged([broken], []).verdict).toBe('FAIL');
  });

  it('keeps what a generator that stood still cannot have produced, and says when it did', () => {
    const absences = [
      { what: 'process', atSecond: 2.4, seconds: 19.6 } as const,
      { what: 'process', atSecond: 40, seconds: 1.5 } as const,
    ];
    const tally = tallyOf({ walks: { 1001: { completed: 9 } }, absences });
    const judged = (violations: Violation[], thresholds: ThresholdResult[]) =>
      judgementOf(tally, violations, thresholds, []);
    expect(judged([], [])).toMatchObject({
      verdict: 'INVALID',
      validity: { conformance: { valid: true }, performance: { valid: false } },
    });
    expect(judged([], []).reasons.map(reasonWords).join()).toMatch(
      /^canvass stood still for 20 s at second 2, the longest of 2 times: its process was stopped/,
    );
    expect(judged([], [threshold('latency.p99 < 1ms', 'time')]).verdict).toBe('INVALID');
    expect(judged([], [threshold('errors.rate < 1%', 'share')]).verdict).toBe('FAIL');
    expect(judged([broken], []).verdict).toBe('FAIL');
  });

  it('is not lost to a wall clock that was set back', () => {
    const tally = tallyOf({ absences: [{ what: 'clock-back', atSecond: 3, seconds: 3600 }] });
    const { verdict, validity, reasons } = judgementOf(tally, [], [], []);
    expect({ verdict, isValid: validity.performance.valid }).toEqual({ verdict: 'PASS', isValid: true });
    expect(reasons.map(reasonWords)).toEqual([
      'The clock of this machine was set back by 3600 s at second 3; nothing is timed by it.',
    ]);
  });

  it('of an interrupted run is none, unless it broke a promise before', () => {
    const tally = tallyOf({ walks: { 1001: { completed: 9 } } });
    const interrupted = [{ code: 'interrupted', afterSeconds: 4 }] as const;
    expect(judgementOf(tally, [], [], interrupted).verdict).toBe('INVALID');
    expect(judgementOf(tally, [broken], [], interrupted).verdict).toBe('FAIL');
  });
});

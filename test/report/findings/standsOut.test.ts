import { describe, expect, it } from 'vitest';
import { summaryContent } from '../../../src/report/content/summaryContent.ts';
import { standsOut } from '../../../src/report/findings/standsOut.ts';
import { reportedRun } from '../../../src/report/reportedRun.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import type { TimelinePoint } from '../../../src/result/timeline.ts';
import { sampleResult } from '../../support/sampleResults.ts';

const quiet = sampleResult({ seconds: 60, moodDeviation: 0.01, stallShare: 0, errorShare: 0 });
const texts = (result: RunResult): string[] => standsOut(reportedRun(result)).map(({ text }) => text);

/** The quiet run with its points changed. */
function changed(change: (point: TimelinePoint, at: number) => Partial<TimelinePoint>): RunResult {
  const points = quiet.timeline.points.map((point, at) => ({ ...point, ...change(point, at) }));
  return { ...quiet, timeline: { ...quiet.timeline, points } };
}

describe('what stands out', () => {
  it('is nothing in a run like any other', () => {
    expect(texts(quiet)).toEqual([]);
  });

  it('is a silence of the whole service, with its moment', () => {
    const frozen = changed((_, at) => {
      if (at === 30 || at === 31) return { requests: 0, active: 50 };
      return at === 32 ? { max: 2_100_000 } : {};
    });
    expect(standsOut(reportedRun(frozen))).toEqual([
      {
        text: 'Silence: for 2.1 s around second 30, the service answered nothing, with 50 respondents active.',
        moment: { fromSecond: 27, toSecond: 36 },
      },
    ]);
    // A PASS does not keep it to itself.
    expect(summaryContent(frozen)).toMatchObject({
      headline: expect.stringMatching(
        /^No broken promises.* But for 2.1 s the service stood still, and no threshold forbids it\.$/,
      ),
      next: expect.arrayContaining([expect.stringContaining('around second 30')]),
      why: expect.arrayContaining([expect.stringContaining('Silence: for 2.1 s')]),
    });
  });

  it('is no silence where nobody arrives any more', () => {
    const drained = changed((_, at) => (at > 40 ? { requests: 0, arrivals: 0, active: 2 } : {}));
    expect(texts(drained)).toEqual([]);
  });

  it('is a step in latency, up or down', () => {
    const slower = changed(({ p50 }, at) => (at >= 40 ? { p50: p50 * 2.2 } : {}));
    expect(texts(slower)).toEqual([
      expect.stringMatching(/^Latency stepped up at second 40: the median was .+ before and .+ after\.$/),
    ]);
    const faster = changed(({ p50 }, at) => (at < 20 ? { p50: p50 * 3 } : {}));
    expect(texts(faster)).toEqual([expect.stringMatching(/^Latency stepped down at second 20/)]);
  });

  it('is no step where one second is slow', () => {
    expect(texts(changed(({ p50 }, at) => (at === 30 ? { p50: p50 * 20 } : {})))).toEqual([]);
  });

  it('is no endpoint that was only asked late', () => {
    const endpoints = quiet.endpoints.map((endpoint) => {
      if (endpoint.endpoint !== 'take') return endpoint;
      const { experienced } = endpoint.latency;
      return { ...endpoint, latency: { ...endpoint.latency, experienced: { ...experienced, p50: 2_000_000 } } };
    });
    expect(texts({ ...quiet, endpoints })).toEqual([]);
  });

  it('is an endpoint that is ten times as slow as the others', () => {
    const endpoints = quiet.endpoints.map((endpoint) => {
      if (endpoint.endpoint !== 'take') return endpoint;
      const { service } = endpoint.latency;
      return { ...endpoint, latency: { ...endpoint.latency, service: { ...service, p50: 2_000_000 } } };
    });
    expect(texts({ ...quiet, endpoints })).toEqual([
      expect.stringMatching(/^take is \d+ times as slow as the other endpoints: its median time at the service is 2 s/),
    ]);
  });

  it('is a question that everybody fails', () => {
    const refusal = {
      ...{ surveyId: 1002, questionId: 201, form: 'date', count: 36, tried: '{}', said: 'No such day.' },
      ...{ learnt: null, offered: null, taken: false, proposal: '' },
    };
    const hard = { ...refusal, questionId: 202, taken: true };
    expect(texts({ ...quiet, refusals: [refusal, hard, { ...refusal, questionId: 203, count: 3 }] })).toEqual([
      'Everybody fails question 201 of survey 1002: all 36 answers were refused. The service says “No such day.”',
    ]);
  });

  it('is the load at which errors begin', () => {
    const failing = changed((_, at) => (at >= 45 ? { errors: 4, active: 900 } : { active: 100 }));
    expect(texts(failing)).toEqual([
      expect.stringContaining('Errors begin at second 45, with 900 respondents active, more than ever before'),
    ]);
  });

  it('is no beginning where errors come all the time', () => {
    expect(texts(changed(() => ({ errors: 1 })))).toEqual([]);
  });

  it('is the moment from which on a threshold was missed', () => {
    const missed = {
      expression: 'errors < 5',
      value: 9,
      limit: 5,
      passed: false,
      windowSeconds: null,
      dimension: 'count' as const,
    };
    expect(texts({ ...quiet, thresholds: [{ ...missed, missedSinceSecond: 33 }] })).toEqual([
      '“errors < 5” was missed from second 33 to the end, where it was 9.',
    ]);
    expect(texts({ ...quiet, thresholds: [{ ...missed, windowSeconds: 10, missedSinceSecond: 33 }] })).toEqual([
      '“errors < 5” was first missed in the 10 s up to second 33; at its worst it was 9.',
    ]);
    expect(texts({ ...quiet, thresholds: [missed, { ...missed, passed: true, missedSinceSecond: 33 }] })).toEqual([]);
  });

  it('is a survey that nobody completes, unless it turns everybody away', () => {
    const surveys = {
      1001: { completed: 40, abandoned: 2 },
      1002: { abandoned: 9, 'answers-refused': 5 },
      1004: { ended: 30 },
    };
    expect(texts({ ...quiet, surveys })).toEqual(['Nobody completed survey 1002: 14 walks began.']);
  });
});

import { expect, test } from 'vitest';
import { rateLimit } from '../../../src/judging/run/rateLimitedRun.ts';
import { Tally } from '../../../src/result/tally/tally.ts';
import { TimelineTally } from '../../../src/result/tally/timelineTally.ts';
import { sampleDelta, sampleEndpoint } from '../../support/sampleDeltas.ts';

/** Seconds of a run: requests that were let through and refused; each walk takes four requests. */
function limitOf(seconds: readonly (readonly [passed: number, refused: number])[]) {
  const tally = new Tally();
  const timeline = new TimelineTally();
  seconds.forEach(([ok, throttled], second) => {
    const endpoints = { take: sampleEndpoint({ ok, throttled }, 1000) };
    const ends = { completed: ok / 4, stopped: 3 };
    const delta = sampleDelta({ second, endpoints, ends, walkRequests: ok });
    tally.add(delta);
    timeline.add(delta);
  });
  return rateLimit(tally, timeline.timeline);
}

test('a service that refuses no request limits nobody', () => {
  expect(limitOf([[40, 0]])).toEqual([]);
});

test('what is let through from the first refusal on is what the limit leaves, in calls and in respondents', () => {
  const seconds = [
    [400, 0],
    [40, 5],
    [20, 0],
  ] as const;
  expect(limitOf(seconds)).toEqual([
    { code: 'rate-limited', refused: 5, callsPerMinute: 1800, respondentsPerMinute: 450 },
  ]);
});

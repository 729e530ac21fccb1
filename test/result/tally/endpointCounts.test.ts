import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/result/exchange.ts';
import { endpointLaw } from '../../../src/result/tally/delta.ts';
import { EndpointCounts } from '../../../src/result/tally/endpointCounts.ts';
import { answerOf } from '../../support/judging.ts';

const { exchange: answered } = answerOf('take', '/surveys/1/take', {});
const timedOut: Exchange = { ...answered, failure: 'response-timeout', httpStatus: 0 };

test('what is counted exchange by exchange stands in the delta, once', () => {
  const counts = new EndpointCounts();
  counts.count(answered, 'ok');
  counts.count(timedOut, 'timeout');
  counts.count(timedOut, 'timeout');
  counts.count({ ...answered, httpStatus: 400 }, 'expectedRejection');
  const taken = counts.take();
  expect(taken).toMatchObject({
    requests: 4,
    outcomes: { ok: 1, timeout: 2, expectedRejection: 1 },
    failures: { 'response-timeout': 2 },
    httpStatuses: { 200: 1, 400: 1 },
  });
  const tally = endpointLaw.add(endpointLaw.empty(), taken);
  // What a respondent could use, and what was waited for in vain; the rejection stands by itself.
  expect([tally.experienced.count, tally.firstByte.count, tally.rejected.count]).toEqual([3, 1, 1]);
  expect(taken.byOutcome).toMatchObject({ timeout: [expect.any(Number), 2] });
  expect(counts.take()).toMatchObject({ requests: 0, outcomes: {}, failures: {}, httpStatuses: {} });
});

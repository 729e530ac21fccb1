import { expect, test } from 'vitest';
import { judgeFlags, judgeTimes } from '../../../src/judging/rules/recordMembers.ts';
import { failing } from '../../support/judging.ts';

/** 7 March 2026, 21:05:03 UTC. */
const utc = 1_772_917_503;

test.each([
  ['07 Mar, 2026 09:05:03 PM UTC', utc, true],
  ['07 Mar, 2026 09:05:03 PM UTC', utc * 1000, true],
  ['07 Mar, 2026 09:04:00 PM UTC', utc, true],
  ['08 Mar, 2026 02:35:03 AM GMT+05:30', utc, true],
  ['07 Mar, 2026 01:05:03 PM -0800', utc, true],
  ['07 Mar, 2026 01:05:03 PM PST', utc, true],
  ['08 Mar, 2026 09:05:03 AM Pacific/Auckland', utc, true],
  // What cannot be read says nothing.
  ['7. März 2026', utc, true],
  ['07 Mar, 2026 09:05:03 PM UTC', '1', true],
  ['07 Mar, 2026 09:05:03 AM UTC', utc, false],
  ['08 Mar, 2026 02:35:03 PM GMT+05:30', utc, false],
  ['07 Feb, 2026 01:05:03 PM PST', utc, false],
] as const)('timestamp %s and utctimestamp %s: %s', (timestamp, utctimestamp, isOne) => {
  const clauses = failing((findings) => judgeTimes(findings, { timestamp, utctimestamp }));
  expect(clauses).toEqual(isOne ? [] : ['RECORD-UTC-02']);
});

test.each([
  ['the opposite of what was sent', [true, true, true], false, 'RESPONSE-ECHO-MIRRORED-01'],
  ['what was sent', [false, false, false], false],
  ['found out, of some', [true, false, true], false],
  ['found out, of others too', [true, true, true], true],
  ['seen too seldom', [true, true], false],
] as const)('flags that are %s', (_, sent, unsent, ...clauses) => {
  const flagged = sent.map((duplicate) => ({ body: { duplicate: false }, created: { duplicate } }));
  const others = [unsent, false, false].map((duplicate) => ({ body: {}, created: { duplicate } }));
  expect(failing((findings) => judgeFlags(findings, [...flagged, ...others]))).toEqual(clauses);
});

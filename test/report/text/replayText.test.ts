import { expect, it } from 'vitest';
import { type Repeated, replayText } from '../../../src/report/text/replayText.ts';
import { noStyle } from '../../../src/report/text/style.ts';
import { failingResult } from '../../support/sampleResults.ts';

type Kind = Repeated['outcomes'][number]['kind'];

function said(verdict: Repeated['verdict'], ...kinds: Kind[]): string {
  const [seen] = failingResult().violations;
  if (seen === undefined) throw new Error('the sample has no violation');
  const violation = { ...seen, ...(verdict === 'INVALID' ? { classification: 'load-only' as const } : {}) };
  const outcomes = kinds.map((kind) => ({ kind, because: 'so it went', answers: [] }));
  return replayText({ violation, outcomes, verdict, baseUrl: 'embedded' }, noStyle).replace(/\n[\s\S]+/, '');
}

it('says first what the repetitions prove', () => {
  expect(said('PASS', 'passes')).toMatch(/^PASS .* no longer fails$/);
  expect(said('FAIL', 'passes', 'fails')).toMatch(/^FAIL .* still fails 1 of 2 times$/);
  expect(said('INVALID', 'passes')).toMatch(/^INVALID .* was not seen, tried once\. Shows in a crowd only/);
  expect(said('INVALID', 'unreachable')).toMatch(
    /^INVALID .* could not be tried: so it went \(the embedded service\)\n$/,
  );
});

it('shows what was sent this time, where a walk that was made anew left the recorded steps', () => {
  const [violation] = failingResult().violations;
  if (violation === undefined) throw new Error('the sample has no violation');
  const [first] = violation.witness.steps;
  if (first === undefined) throw new Error('the sample has no step');
  const sent = [
    { method: first.method, path: first.path, httpStatus: 200, failure: null },
    { method: 'POST', path: '/elsewhere', httpStatus: 200, failure: null },
  ];
  const outcomes = [{ kind: 'fails', because: 'so it went', answers: sent }] as const;
  const text = replayText({ violation, outcomes, verdict: 'FAIL', baseUrl: 'http://127.0.0.1:9' }, noStyle);
  expect(text).toMatch(
    /now 200\n\n {2}From there on this walk sent other requests.*\n {2}2 {2}POST \/elsewhere {2}now 200/,
  );
  expect(text).not.toContain('not sent');
});

import { expect, it } from 'vitest';
import { type Repeated, replayText } from '../../../src/report/text/replayText.ts';
import { noStyle } from '../../../src/report/text/style.ts';
import { failingResult } from '../../support/sampleResults.ts';

type Kind = Repeated['outcomes'][number]['kind'];

function said(verdict: Repeated['verdict'], ...kinds: Kind[]): string {
  const [violation] = failingResult().violations;
  if (violation === undefined) throw new Error('the sample has no violation');
  const outcomes = kinds.map((kind) => ({ kind, because: 'so it went', answers: [] }));
  return replayText({ violation, outcomes, verdict }, noStyle).split('\n', 1)[0] ?? '';
}

it('says first what the repetitions prove', () => {
  expect(said('PASS', 'passes')).toMatch(/^PASS .* no longer fails$/);
  expect(said('FAIL', 'passes', 'fails')).toMatch(/^FAIL .* still fails 1 of 2 times$/);
  expect(said('INVALID', 'passes')).toMatch(/^INVALID .* was seen under load only/);
  expect(said('INVALID', 'unreachable')).toMatch(/^INVALID .* could not be tried$/);
});

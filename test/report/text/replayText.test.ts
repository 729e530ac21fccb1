import { expect, it } from 'vitest';
import { replayText } from '../../../src/report/text/replayText.ts';
import { noStyle } from '../../../src/report/text/style.ts';
import type { Violation } from '../../../src/result/verdict.ts';
import { failingResult } from '../../support/sampleResults.ts';

const [violation] = failingResult().violations;
const said = (changes: Partial<Violation>): string => {
  if (violation === undefined) throw new Error('the sample has no violation');
  const passes = { kind: 'passes', because: 'the walk went as the document says', answers: [] } as const;
  return replayText({ ...violation, ...changes }, [passes], noStyle).split('\n', 1)[0] ?? '';
};

it('passes where the steps go as the document says', () => {
  expect(said({ classification: 'always' })).toMatch(/^PASS .* no longer fails$/);
});

it('proves nothing where one respondent alone never showed it', () => {
  expect(said({ classification: 'load-only' })).toMatch(/^INVALID .* was seen under load only/);
});

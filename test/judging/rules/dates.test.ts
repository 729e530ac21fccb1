import { expect, test } from 'vitest';
import { judgeDatesBetween } from '../../../src/judging/rules/dates.ts';
import { failing } from '../../support/judging.ts';

test('dates that are refused between dates that are taken break their key', () => {
  const judged = (isTaken: boolean) => failing((findings) => judgeDatesBetween(findings, 'dates in December', isTaken));
  expect(judged(true)).toEqual([]);
  expect(judged(false)).toEqual(['KEYS-DATE-02']);
});

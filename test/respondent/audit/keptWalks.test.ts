import { expect, test } from 'vitest';
import { KeptWalks } from '../../../src/respondent/audit/keptWalks.ts';

test('of many walks some are kept, from the whole run', () => {
  const walks = new KeptWalks();
  for (let i = 0; i < 10_000; i++) {
    const body = JSON.stringify({ t_1: `text ${i}` });
    walks.add(
      { surveyId: 1, token: `t${i}`, pages: [{ questions: [], body, certain: true }] },
      Math.imul(i, 0x9e3779b1),
    );
  }
  const numbers = walks.list().map(({ token }) => Number(token.slice(1)));
  expect(numbers.length).toBeGreaterThan(250);
  expect(numbers.length).toBeLessThanOrEqual(1000);
  expect(numbers.filter((number) => number < 5000).length).toBeGreaterThan(numbers.length / 3);
  expect(numbers.filter((number) => number >= 5000).length).toBeGreaterThan(numbers.length / 3);
  expect(walks.of(`t${numbers[0]}`)?.pages[0]?.body).toContain(`text ${numbers[0]}`);
});

test('long answers take no more room than short ones', () => {
  const walks = new KeptWalks();
  const body = 'x'.repeat(100_000);
  for (let i = 0; i < 200; i++) {
    walks.add(
      { surveyId: 1, token: `t${i}`, pages: [{ questions: [], body, certain: true }] },
      Math.imul(i, 0x9e3779b1),
    );
  }
  expect(walks.list().length).toBeGreaterThan(0);
  expect(walks.list().length * body.length).toBeLessThanOrEqual(4 * 1024 * 1024);
});

test('walks of many machines keep within the same bounds, some of each', () => {
  const walks = new KeptWalks();
  for (let machine = 0; machine < 8; machine++) {
    walks.merge(Array.from({ length: 800 }, (_, i) => ({ surveyId: 1, token: `m${machine}-${i}`, pages: [] })));
  }
  const machines = walks.list().map(({ token }) => token.slice(0, 2));
  expect(machines.length).toBeGreaterThan(250);
  expect(machines.length).toBeLessThanOrEqual(1000);
  for (let machine = 0; machine < 8; machine++) {
    expect(machines.filter((name) => name === `m${machine}`).length).toBeGreaterThan(machines.length / 16);
  }
});

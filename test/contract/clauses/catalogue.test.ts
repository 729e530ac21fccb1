import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clauseIds, clauses } from '../../../src/contract/clauses/catalogue.ts';
import { clausesPage } from '../../../src/contract/clauses/clausesPage.ts';
import { proposalFor, questionIds, questions } from '../../../src/contract/questions/catalogue.ts';
import type { OpenQuestion } from '../../../src/contract/questions/question.ts';

test('ids are well-formed and end in a number', () => {
  for (const id of clauseIds) expect(id).toMatch(/^[A-Z0-9]+(-[A-Z0-9]+)*-\d\d$/);
  for (const id of questionIds) expect(id).toMatch(/^Q(-[A-Z0-9]+)+$/);
});

test('no two clauses say the same', () => {
  const titles = clauseIds.map((id) => clauses[id].title);
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
});

test('each part of the catalogue is merged whole: an id that two parts share would vanish', async () => {
  const parts = ['overview', 'page', 'question', 'states', 'respondent', 'administration', 'record', 'responses'];
  let total = 0;
  for (const part of [...parts, 'authentication', 'sanity']) {
    const module: Record<string, object> = await import(`../../../src/contract/clauses/${part}.ts`);
    for (const group of Object.values(module)) total += Object.keys(group).length;
  }
  expect(clauseIds.length).toBe(total);
});

test('every open question offers what the service may choose', () => {
  for (const id of questionIds) {
    const { alternatives, measured }: OpenQuestion = questions[id];
    expect(alternatives.length + (measured === undefined ? 0 : 2), id).toBeGreaterThan(1);
    const values = alternatives.map((alternative) => alternative.value);
    expect(new Set(values).size, id).toBe(values.length);
  }
});

test('an answer becomes a sentence for the author of the document', () => {
  expect(proposalFor('Q-COMPLETE-REDIRECT', ['absent'])).toBe(
    'A body with status `survey_complete` carries `status` and `requestID` only.',
  );
  expect(proposalFor('Q-EXPIRED-HTTP', ['418'])).toBe('The session error of submit-page has HTTP status 418.');
});

test('docs/clauses.md is what the catalogue generates (UPDATE_DOCS=1 writes it)', () => {
  const file = new URL('../../../docs/clauses.md', import.meta.url);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(file, clausesPage());
  expect(readFileSync(file, 'utf8')).toBe(clausesPage());
});

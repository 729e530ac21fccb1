import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { probes } from '../../src/conformance/probes/allProbes.ts';
import { sectionIds, sections } from '../../src/contract/clause.ts';
import type { OpenQuestion } from '../../src/contract/questions/openQuestion.ts';
import { proposalFor, questionIds, questions } from '../../src/contract/questions/openQuestions.ts';
import { clauseIds, clauseOf, isClauseId } from '../../src/judging/allClauses.ts';
import { keyClauseOf, keyedEndpoints } from '../../src/judging/rules/authentication.ts';

const sourceFiles = globSync(fileURLToPath(new URL('../../src/**/*.ts', import.meta.url)));

test('ids are well-formed and end in a number', () => {
  for (const id of clauseIds) expect(id).toMatch(/^[A-Z0-9]+(-[A-Z0-9]+)*-\d\d$/);
  for (const id of questionIds) expect(id).toMatch(/^Q(-[A-Z0-9]+)+$/);
});

test('no two clauses say the same', () => {
  const titles = clauseIds.map((id) => clauseOf(id).title);
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
});

test('each clause id is mentioned in one file of src, its faults aside, and every mention is a clause', () => {
  const files = new Map<string, Set<string>>();
  for (const file of sourceFiles) {
    if (file.includes('/selftest/faults/')) continue;
    for (const [id] of readFileSync(file, 'utf8').matchAll(/(?<=')[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d\d(?=')/g)) {
      files.set(id, (files.get(id) ?? new Set()).add(file));
    }
  }
  const several = [...files]
    .filter(([, where]) => where.size > 1)
    .map(([id, where]) => `${id}: ${[...where].join(', ')}`);
  expect(several).toEqual([]);
  expect([...files.keys()].filter((id) => !isClauseId(id))).toEqual([]);
  const ofKeys = (['missing', 'wrong', 'forbidden'] as const).flatMap((flaw) =>
    keyedEndpoints.map((endpoint) => keyClauseOf(flaw, endpoint)),
  );
  // Those of keys are made of flaw and endpoint.
  expect(clauseIds.filter((id) => !files.has(id) && !ofKeys.includes(id))).toEqual([]);
});

test('a probe that a clause names exists', () => {
  const ids = new Set(probes.map(({ id }) => id));
  const strangers = clauseIds.flatMap((id) => clauseOf(id).probes.filter((probe) => !ids.has(probe)));
  expect(strangers).toEqual([]);
});

test('what a clause follows from is the topic of some clause, or a section', () => {
  const known = new Set<string>([...sectionIds, ...clauseIds.map((id) => clauseOf(id).topic)]);
  expect(clauseIds.flatMap((id) => clauseOf(id).follows.filter((topic) => !known.has(topic)))).toEqual([]);
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
  const file = new URL('../../docs/clauses.md', import.meta.url);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(file, clausesPage());
  expect(readFileSync(file, 'utf8')).toBe(clausesPage());
});

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** `docs/clauses.md`: the catalogue and the open questions as a page for readers, in the document's order. */
function clausesPage(): string {
  const gating = clauseIds.filter((id) => clauseOf(id).level === 'must').length;
  const lines = [
    '# Clauses and open questions',
    '',
    `Generated from \`src/judging\`. ${clauseIds.length} clauses, of which ${gating} can fail a run, and`,
    `${questionIds.length} open questions, which are observed and never fail a run.`,
    '',
    '## Clauses',
  ];
  for (const section of sectionIds) {
    const ids = clauseIds.filter((id) => clauseOf(id).section === section);
    if (ids.length === 0) continue;
    lines.push('', `### ${sections[section]}`, '', '| Clause | Statement | Level | Scope |', '|---|---|---|---|');
    for (const id of ids) {
      const { title, level, basis, anchor, probes, why } = clauseOf(id);
      const reason = why === '' ? '' : `: ${cell(why)}`;
      const where = probes.length === 0 ? 'every answer' : `probes: ${probes.join(', ')}`;
      lines.push(`| \`${id}\` | [${cell(title)}](service.md#${anchor}) | ${level}, ${basis}${reason} | ${where} |`);
    }
  }
  lines.push('', '## Open questions');
  for (const section of sectionIds) {
    const ids = questionIds.filter((id) => questions[id].section === section);
    if (ids.length === 0) continue;
    lines.push('', `### ${sections[section]}`);
    for (const id of ids) {
      const { question, why, alternatives, measured }: OpenQuestion = questions[id];
      lines.push('', `**\`${id}\`** ${question}`, '', why, '');
      for (const alternative of alternatives) lines.push(`- \`${alternative.value}\`: ${alternative.title}`);
      if (measured !== undefined) lines.push(`- anything else: ${measured}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

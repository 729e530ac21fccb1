import { questionIds, questions } from '../contract/questions/catalogue.ts';
import type { OpenQuestion } from '../contract/questions/question.ts';
import { sectionIds, sections } from '../contract/sections.ts';
import { clauseIds, clauseOf, clausesOf } from './clauses.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** `docs/clauses.md`: the catalogue and the open questions as a page for readers, in the document's order. */
export function clausesPage(): string {
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
    const ids = clausesOf(section);
    if (ids.length === 0) continue;
    lines.push('', `### ${sections[section]}`, '', '| Clause | Statement | Level | Scope |', '|---|---|---|---|');
    for (const id of ids) {
      const { title, level, basis, anchor, scope, probes, why } = clauseOf(id);
      const reason = why === '' ? '' : `: ${cell(why)}`;
      const where = probes.length === 0 ? scope : `${scope}: ${probes.join(', ')}`;
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

import { suggestion } from '../misspelt.ts';
import type { Problem } from '../problem.ts';
import type { Profile } from '../profile.ts';
import { readRule } from './answerRule.ts';
import { csvRows } from './csvRows.ts';

/** Columns of `respondent.answers` that cannot be read, and files that have none of that name. */
export function unreadableColumns(answers: Profile['respondent']['answers'], cwd: string): Problem[] {
  const problems: Problem[] = [];
  for (const [survey, questions] of Object.entries(answers)) {
    for (const [question, spelled] of Object.entries(questions)) {
      const read = readRule(spelled, question);
      if (!read.ok || read.rule.kind !== 'column') continue;
      const { file, column } = read.rule;
      const rows = csvRows(file, cwd);
      const path = ['respondent', 'answers', survey, question];
      if (typeof rows === 'string') problems.push({ path, message: rows, got: '' });
      else if (!rows.columns.has(column)) {
        const near = suggestion(column, rows.columns);
        const message = `names a column ${column} that ${file} has not${near}; there are: ${[...rows.columns].join(', ')}`;
        problems.push({ path, message, got: '' });
      }
    }
  }
  return problems;
}

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { suggestion } from '../misspelt.ts';
import type { Problem } from '../problem.ts';
import type { Profile } from '../profile.ts';
import { readRule } from './answerRule.ts';

/** The rows of a CSV file with a head line. */
export interface CsvRows {
  readonly columns: ReadonlySet<string>;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

const read = new Map<string, CsvRows | string>();

/**
 * Reads a CSV file (RFC 4180), once for the process.
 *
 * @param cwd folder that a relative path starts from
 * @returns what is wrong with it, in words that follow its path, where it cannot be used
 */
export function csvRows(file: string, cwd: string): CsvRows | string {
  const path = resolve(cwd, file);
  let rows = read.get(path);
  if (rows === undefined) {
    rows = readRows(path);
    read.set(path, rows);
  }
  return rows;
}

function readRows(path: string): CsvRows | string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return 'names a file that cannot be read; a relative path starts from the folder that canvass is run in';
  }
  try {
    const [head = [], ...lines]: string[][] = parse(text, { bom: true, skip_empty_lines: true, trim: true });
    if (lines.length === 0) return 'names a file without a row below its head line';
    const rows = lines.map((line) => Object.fromEntries(head.map((name, at) => [name, line[at] ?? ''])));
    return { columns: new Set(head), rows };
  } catch (error) {
    return `names a file that is no CSV: ${error instanceof Error ? error.message : String(error)}`;
  }
}

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
      if (typeof rows === 'string') problems.push({ path, message: rows });
      else if (!rows.columns.has(column)) {
        const near = suggestion(column, rows.columns);
        const message = `names a column ${column} that ${file} has not${near}; there are: ${[...rows.columns].join(', ')}`;
        problems.push({ path, message });
      }
    }
  }
  return problems;
}

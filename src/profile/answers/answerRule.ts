import { resolve } from 'node:path';
import { parse } from 'csv-parse/sync';
import { isRecord } from '../../contract/jsonShape.ts';
import { ToolError, wordsOf } from '../../errors.ts';
import { suggestion } from '../../misspelt.ts';
import { readInput } from '../../readInput.ts';
import type { Profile } from '../profile.ts';
import type { Problem } from '../profileProblem.ts';
import { longestText, patternProblem } from './textPattern.ts';

/** How the answer to one question is found. Values are texts: answer ids, numbers, dates or words, as keys want them. */
export type AnswerRule =
  | { readonly kind: 'fixed'; readonly values: readonly string[] }
  | { readonly kind: 'weighted'; readonly choices: readonly { readonly value: string; readonly weight: number }[] }
  | { readonly kind: 'email' }
  | { readonly kind: 'number'; readonly low: number; readonly high: number }
  /** Days since 1970. */
  | { readonly kind: 'date'; readonly low: number; readonly high: number }
  | { readonly kind: 'pattern'; readonly source: string }
  /** Characters. */
  | { readonly kind: 'text'; readonly low: number; readonly high: number }
  | { readonly kind: 'column'; readonly file: string; readonly column: string; readonly rows: 'around' | 'once' };

/** What a profile spells, read; or what is wrong with it, in words that follow its path. */
export type ReadRule =
  | { readonly ok: true; readonly rule: AnswerRule }
  | { readonly ok: false; readonly message: string };

const generators = ['email', 'number', 'date', 'pattern', 'text'] as const;
const dayMs = 86_400_000;

/**
 * Reads what `respondent.answers` holds for a question.
 *
 * @param questionId names the column where the profile does not
 */
export function readRule(spelled: unknown, questionId: string): ReadRule {
  if (typeof spelled === 'number') return fixed([String(spelled)]);
  if (Array.isArray(spelled)) return spelled.length === 0 ? wrong('is an empty list') : fixed(spelled.map(String));
  if (typeof spelled === 'string') return readText(spelled);
  if (!isRecord(spelled)) return wrong('is no answer');
  return 'from' in spelled || 'column' in spelled ? readColumn(spelled, questionId) : readWeights(spelled);
}

function readText(text: string): ReadRule {
  const [, word = '', bounds = ''] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  if (text === 'email') return { ok: true, rule: { kind: 'email' } };
  if (word === 'pattern' && bounds !== '') {
    const problem = patternProblem(bounds);
    return problem === null ? { ok: true, rule: { kind: 'pattern', source: bounds } } : wrong(problem);
  }
  const [, from, to] = /^(\S+?)\.\.(\S+)$/.exec(bounds) ?? [];
  if (from === undefined || to === undefined) return fixed([text]);
  switch (word) {
    case 'number':
      return within('number', whole(from), whole(to), 'whole numbers, number 18..99');
    case 'text':
      return within('text', whole(from), whole(to), `lengths from 1 to ${longestText}, text 20..200`, 1, longestText);
    case 'date':
      return within('date', dayOf(from), dayOf(to), 'dates, date 1950-01-01..2005-12-31');
  }
  return wrong(`is no generator${suggestion(word, generators)}; there are: ${generators.join(', ')}`);
}

function within(
  kind: 'number' | 'text' | 'date',
  low: number,
  high: number,
  wanted: string,
  least: number = Number.MIN_SAFE_INTEGER,
  most: number = Number.MAX_SAFE_INTEGER,
): ReadRule {
  const isGood = low <= high && low >= least && high <= most;
  return isGood ? { ok: true, rule: { kind, low, high } } : wrong(`wants ${wanted}, the lower one first`);
}

function whole(text: string): number {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

function dayOf(text: string): number {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) / dayMs : Number.NaN;
}

function readColumn(spelled: Readonly<Record<string, unknown>>, questionId: string): ReadRule {
  const { from, column = questionId, rows = 'around', ...others } = spelled;
  const [other] = Object.keys(others);
  if (other !== undefined) return wrong(`has a key ${other}; a column has from, column and rows`);
  if (typeof from !== 'string' || from === '') return wrong('needs `from`: a CSV file with a head line');
  if (rows !== 'around' && rows !== 'once') return wrong('has rows other than `around` and `once`');
  return { ok: true, rule: { kind: 'column', file: from, column: String(column), rows } };
}

function readWeights(spelled: Readonly<Record<string, unknown>>): ReadRule {
  const choices = Object.entries(spelled).map(([value, weight]) => ({ value, weight }));
  const weights = choices.filter((each): each is { value: string; weight: number } => typeof each.weight === 'number');
  if (weights.length < choices.length || weights.some(({ weight }) => !(weight >= 0)))
    return wrong('has a weight that is no number from 0 on');
  if (weights.every(({ weight }) => weight === 0)) return wrong('gives every answer the weight 0');
  return { ok: true, rule: { kind: 'weighted', choices: weights } };
}

function fixed(values: readonly string[]): ReadRule {
  return { ok: true, rule: { kind: 'fixed', values } };
}

function wrong(message: string): ReadRule {
  return { ok: false, message };
}

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

/** The text of a CSV file, or what is wrong with it, in words that follow its path. */
export function csvText(file: string, cwd: string): string | { readonly problem: string } {
  try {
    return readInput(resolve(cwd, file), 'csv');
  } catch (error) {
    if (error instanceof ToolError) return { problem: `names a file that is not read: ${error.message}` };
    const problem = `names ${file}, which cannot be read; a relative path starts from the folder that canvass is run in`;
    return { problem };
  }
}

function readRows(path: string): CsvRows | string {
  const text = csvText(path, '.');
  if (typeof text !== 'string') return text.problem;
  try {
    const [head = [], ...lines]: string[][] = parse(text, { bom: true, skip_empty_lines: true, trim: true });
    if (lines.length === 0) return 'names a file without a row below its head line';
    const rows = lines.map((line) => Object.fromEntries(head.map((name, at) => [name, line[at] ?? ''])));
    return { columns: new Set(head), rows };
  } catch (error) {
    return `names a file that is no CSV: ${wordsOf(error)}`;
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

import type { RunResult } from '../../result/runResult.ts';
import type { Verdict, Violation } from '../../result/verdict.ts';
import type { ProblemCard } from './problemCard.ts';

/**
 * What a report says, built once and shown by three writers: `contentText` for a terminal, `contentMarkdown`, and
 * `contentHtml` for pages. All text is plain: each writer escapes what its format would take for its own.
 */
export interface Content {
  /** The verdict in a word or two. */
  readonly stamp: { readonly text: string; readonly tone: Tone };
  readonly headline: string;
  /** Where that is: survey, page and question, or a request; none where the headline is of no place. */
  readonly where: string;
  /** Under which condition a part of it was seen, where more is needed that was not found; else none. */
  readonly when?: string;
  /** What broke, a cause each. */
  readonly problems: readonly ProblemCard[];
  readonly why: readonly string[];
  /** What is judged apart, before it is one verdict. */
  readonly judged: readonly Figure[];
  /** What was run, against what. Pages have sections of their own for it. */
  readonly facts: readonly Figure[];
  readonly figures: readonly Figure[];
  readonly parts: readonly Part[];
  /** What to do next, the first thing first. */
  readonly next: readonly NextStep[];
}

/** A step as a sentence, or with a command behind it that is to be copied. */
export type NextStep = string | { readonly text: string; readonly command: string };

/** What something means for the reader; shown as colour, never by colour alone. */
export type Tone = 'good' | 'bad' | 'warn' | 'quiet' | 'info';

export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly detail: string;
  readonly tone?: Tone;
}

/** A value with what it counts, and what is said of it. */
export function figureOf(label: string, value: string, detail = '', tone?: Tone): Figure {
  return { label, value, detail, ...(tone === undefined ? {} : { tone }) };
}

interface PartBase {
  readonly id: string;
  readonly title: string;
  /** What menus call it, `null` for none; its title unless said. */
  readonly menu?: string | null;
  /** How to read it: said by pages alone. */
  readonly note?: string;
  /** Whether the page of a run says more of it, in a section of its own. */
  readonly isBrief?: boolean;
  /** Said by pages, after all else, where there is nothing in it; text and Markdown leave the part out. */
  readonly empty?: string;
}

/** Headings that begin with `#` are of numbers. */
export type Table = PartBase & {
  readonly kind: 'table';
  readonly headings: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
};
/** A heading with what stands under it for each item. */
export type Column<Item, Shown = Cell> = readonly [heading: string, cell: (item: Item) => Shown];

/** A table by its columns: a row for each item. */
export function tableOf<Item>(about: PartBase, items: readonly Item[], columns: readonly Column<Item>[]): Table {
  return {
    ...about,
    kind: 'table',
    headings: columns.map(([heading]) => heading),
    rows: items.map((item) => columns.map(([, cell]) => cell(item))),
  };
}

/** What a table of a run is made of. */
export interface RunTable<Item> extends Omit<PartBase, 'title' | 'note'> {
  readonly title: string | ((result: RunResult) => string);
  readonly note?: string | ((result: RunResult) => string);
  /** What the rows are of. */
  readonly items: (result: RunResult) => readonly Item[];
  readonly columns: readonly Column<Item>[] | ((items: readonly Item[], result: RunResult) => readonly Column<Item>[]);
}

/** How a table is made of the result of a run. */
export function runTable<Item>({ title, note, items, columns, ...about }: RunTable<Item>) {
  const said = (text: RunTable<Item>['title'], result: RunResult) => (typeof text === 'string' ? text : text(result));
  return (result: RunResult): Table => {
    const rows = items(result);
    return tableOf(
      { ...about, title: said(title, result), ...(note === undefined ? {} : { note: said(note, result) }) },
      rows,
      typeof columns === 'function' ? columns(rows, result) : columns,
    );
  };
}

/** An item may be about a moment of the run, which pages lead to. */
export type List = PartBase & { readonly kind: 'list'; readonly items: readonly (string | ItemOfMoment)[] };

/** A part with nothing in it, and why. */
export function nothingOf(about: Pick<List, 'id' | 'title' | 'menu'>, empty: string): List {
  return { ...about, kind: 'list', items: [], empty };
}

export interface ItemOfMoment {
  readonly text: string;
  readonly fromSecond: number;
  readonly toSecond: number;
}
export type Findings = PartBase & {
  readonly kind: 'findings';
  /** Of each finding's cells. */
  readonly headings: readonly string[];
  /** All of them: text and Markdown show the first few. */
  readonly findings: readonly Finding[];
};
export type Part = Table | List | Findings;

export type Cell = string | MarkedCell;

export interface MarkedCell {
  readonly text: string;
  /** Of what the text is: an id or an expression; a sentence of the document with `code` in it. */
  readonly as?: 'code' | 'prose';
  readonly tone?: Tone;
  /** Where it leads, relative to the folder of the page. */
  readonly href?: string;
  /** Said beside it, less loudly. */
  readonly note?: string;
  /** What the text says as a place on a scale, which pages draw in a colour of its own. */
  readonly interval?: Interval;
}

/** Shares of 1: an estimate with its ends, on a scale from −`widest` to `widest` where ±`band` does not matter. */
export interface Interval {
  readonly low: number;
  readonly at: number;
  readonly high: number;
  readonly band: number;
  readonly widest: number;
  readonly tone: Tone;
}

/** A violation with what names it; text and Markdown say what was expected and what came, pages show its witness too. */
export interface Finding {
  readonly cells: readonly Cell[];
  readonly violation: Violation;
}

export function itemText(item: string | ItemOfMoment): string {
  return typeof item === 'string' ? item : item.text;
}

export function cellText(cell: Cell): string {
  return typeof cell === 'string' ? cell : `${cell.text}${cell.note === undefined ? '' : ` (${cell.note})`}`;
}

/** Whether there is nothing in a part. */
export function isEmpty(part: Part): boolean {
  switch (part.kind) {
    case 'table':
      return part.rows.length === 0;
    case 'list':
      return part.items.length === 0;
    case 'findings':
      return part.findings.length === 0;
  }
}

/** How a verdict, of a run or of a clause, is coloured everywhere. */
export function toneOf(verdict: Verdict | 'PASS' | 'FAIL' | 'INVALID'): Tone {
  switch (verdict) {
    case 'PASS':
    case 'CONFORMS':
      return 'good';
    case 'FAIL':
    case 'VIOLATES':
    case 'HARNESS-ERROR':
      return 'bad';
    case 'OBSERVED':
      return 'info';
    case 'NOT-EXERCISED':
      return 'quiet';
    default:
      return 'warn';
  }
}

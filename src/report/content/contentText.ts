import { cut, oneLine } from '../plainText.ts';
import { countText } from '../quantities.ts';
import { columns, type PaintedCell } from '../text/columns.ts';
import { noStyle, type Style } from '../text/style.ts';
import {
  type Cell,
  type Content,
  cellText,
  type Figure,
  type Findings,
  isEmpty,
  itemText,
  type Part,
  type Table,
  type Tone,
} from './content.ts';
import type { ProblemCard } from './problemCard.ts';
import { problemSaid } from './problemSaid.ts';

const longestSaid = 160;
const mostFindings = 5;
const colours = { good: 'green', bad: 'red', warn: 'yellow', quiet: 'dim', info: 'cyan' } as const;

/**
 * Content for a terminal, where what stands last is read first: what was measured, then what broke, and at the end the
 * verdict, why, and what to do next. Ends with a line break; control characters of server text are made visible.
 */
export function contentText(content: Content, style: Style = noStyle): string {
  const { why, judged, facts, figures, parts, next } = content;
  const lines = [
    ...knownLines(facts, figures, style),
    ...partLines(parts, style),
    ...problemLines(content, style),
    '',
    verdictLine(content, style),
    ...why.map((reason) => `      ${oneLine(reason)}`),
    ...judgedLines(judged, style),
    ...block(
      style.bold('Next'),
      next.map((step) => `→ ${oneLine(step)}`),
    ),
  ];
  return `${lines.slice(1).join('\n')}\n`;
}

/** The verdict in a line. */
export function verdictLine({ stamp, headline }: Content, style: Style = noStyle): string {
  return `${style.bold(style[colours[stamp.tone]](stamp.text))}  ${oneLine(headline)}`;
}

/** The worst problem stands last. */
function problemLines({ problems }: Content, style: Style): string[] {
  const shown = problems.slice(0, mostFindings).toReversed();
  const more = problems.length - shown.length;
  const lines = shown.flatMap((card) => [
    ...(card === shown[0] ? [] : ['']),
    `${card.problem.gating ? style.red('✗') : style.dim('~')} ${style.bold(oneLine(card.title))}${markText(card, style)}`,
    ...problemSaid(card).map(([label, text]) => `    ${style.dim(label.padEnd(9))} ${cutSaid(label, text)}`),
  ]);
  return block(
    style.bold('Problems'),
    more > 0 ? [style.dim(`${countText(more)} more in the report`), '', ...lines] : lines,
  );
}

/** What does not fail the run is marked. */
function markText({ standing, problem }: ProblemCard, style: Style): string {
  return problem.gating ? '' : style.dim(`  ${oneLine(standing.text)}`);
}

/** Commands and addresses are to be copied whole. */
function cutSaid(label: string, text: string): string {
  return label === 'repeat' || label === 'trace' ? oneLine(text) : cut(oneLine(text), longestSaid);
}

/** A line each, its word coloured. */
function judgedLines(judged: readonly Figure[], style: Style): string[] {
  const rows = judged.map(({ label, value, detail, tone }) => [
    label,
    painted({ text: value, ...(tone === undefined ? {} : { tone }) }, style),
    oneLine(detail),
  ]);
  return rows.length === 0 ? [] : ['', ...columns(rows, [])];
}

/** A line each: facts are of any length, the values of figures stand in a column. */
function knownLines(facts: readonly Figure[], figures: readonly Figure[], style: Style): string[] {
  const width = Math.max(0, ...figures.map(({ value }) => value.length));
  const rows = [
    ...facts.map(({ label, value, detail }) => [label, oneLine(`${value}  ${detail}`)]),
    ...figures.map(({ label, value, detail, tone }) => {
      const text = `${value.padEnd(width)}  ${detail}`;
      return [label, tone === undefined ? oneLine(text) : painted({ text, tone }, style)];
    }),
  ];
  return rows.length === 0 ? [] : ['', ...columns(rows, [])];
}

/** Parts alone, for a terminal. */
export function partsText(parts: readonly Part[], style: Style = noStyle): string {
  return `${partLines(parts, style).slice(1).join('\n')}\n`;
}

function partLines(parts: readonly Part[], style: Style): string[] {
  return parts.flatMap((part) => (isEmpty(part) ? [] : block(style.bold(oneLine(part.title)), bodyOf(part, style))));
}

function block(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

function bodyOf(part: Part, style: Style): readonly string[] {
  switch (part.kind) {
    case 'table':
      return tableLines(part, style);
    case 'list':
      return part.items.map((item) => oneLine(itemText(item)));
    case 'findings':
      return findingLines(part, style);
  }
}

function tableLines({ headings, rows }: Table, style: Style): string[] {
  const right = headings.flatMap((heading, i) => (heading.startsWith('#') ? [i] : []));
  const head = headings.map((heading) => ({ text: oneLine(heading.replace(/^#/, '')), paint: style.dim }));
  return columns([head, ...rows.map((row) => row.map((cell) => painted(cell, style)))], right);
}

function findingLines({ findings }: Findings, style: Style): string[] {
  const more = findings.length - mostFindings;
  const lines = findings.slice(0, mostFindings).flatMap(({ cells, said }) => [
    cells
      .map((cell) => painted(cell, style))
      .map(({ text, paint }) => paint(text))
      .join('  '),
    ...said.map(([label, text]) => `    ${label.padEnd(9)} ${cut(oneLine(text), longestSaid)}`),
  ]);
  return more > 0 ? [...lines, style.dim(`and ${countText(more)} more in the report`)] : lines;
}

function painted(cell: Cell, style: Style): PaintedCell {
  const text = oneLine(cellText(cell));
  const tone: Tone | undefined = typeof cell === 'string' ? undefined : cell.tone;
  return { text, paint: tone === undefined ? (plain) => plain : style[colours[tone]] };
}

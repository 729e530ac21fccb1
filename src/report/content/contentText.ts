import { cutInMiddle, oneLine } from '../plainText.ts';
import { countText } from '../quantities.ts';
import { columns, fitted, type PaintedCell, wrapped } from '../text/columns.ts';
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
import { problemSaid } from './problemCard.ts';

const longestSaid = 160;
/** Where the texts beside labels begin. */
const saidIndent = 14;
const mostFindings = 5;
const colours = { good: 'green', bad: 'red', warn: 'yellow', quiet: 'dim', info: 'cyan' } as const;

/**
 * Content for a terminal, where what stands last is read first: what was measured, then what broke, and at the end the
 * verdict, why, and what to do next. Ends with a line break; control characters of server text are made visible.
 *
 * @param width of the terminal: longer lines are wrapped, but for commands, which are to be copied
 */
export function contentText(content: Content, style: Style = noStyle, width = Number.POSITIVE_INFINITY): string {
  const { why, judged, facts, figures, parts, next } = content;
  const lines = [
    ...knownLines(facts, figures, style, width),
    ...partLines(parts, style, width),
    ...problemLines(content, style, width),
    '',
    verdictLine(content, style),
    ...why.flatMap((reason) => wrapped(oneLine(reason), width - 6, 0).map((line) => `      ${line}`)),
    ...judgedLines(judged, style),
    ...block(
      style.bold('Next'),
      next.map((step) => `→ ${oneLine(typeof step === 'string' ? step : `${step.text} ${step.command}`)}`),
    ),
  ];
  return `${lines.slice(1).join('\n')}\n`;
}

/** The verdict in a line. */
export function verdictLine({ stamp, headline }: Content, style: Style = noStyle): string {
  return `${style.bold(style[colours[stamp.tone]](stamp.text))}  ${oneLine(headline)}`;
}

function problemLines({ problems }: Content, style: Style, width: number): string[] {
  const shown = problems.slice(0, mostFindings);
  const more = problems.length - shown.length;
  const lines = shown.flatMap((card) => [
    ...(card === shown[0] ? [] : ['']),
    `${card.standing.fails ? style.red('✗') : style.dim('~')} ${style.bold(oneLine(card.title))}${card.problem.gating && card.standing.fails ? '' : style.dim(`  ${oneLine(card.standing.text)}`)}`,
    ...problemSaid(card).flatMap(([label, text]) => saidLines(label, text, style, width)),
  ]);
  return block(
    style.bold('Problems'),
    more > 0 ? [...lines, '', style.dim(`${countText(more)} more in the report`)] : lines,
  );
}

/** Commands and addresses are to be copied whole. */
function saidLines(label: string, text: string, style: Style, width: number): string[] {
  const begin = `    ${style.dim(label.padEnd(9))} `;
  if (label === 'repeat' || label === 'trace') return [begin + oneLine(text)];
  const [first = '', ...rest] = wrapped(cutInMiddle(oneLine(text), longestSaid), width - saidIndent - 2, 0);
  return [begin + first, ...rest.map((line) => ' '.repeat(saidIndent) + line)];
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
function knownLines(facts: readonly Figure[], figures: readonly Figure[], style: Style, width: number): string[] {
  const values = Math.max(0, ...figures.map(({ value }) => value.length));
  const rows = [
    ...facts.map(({ label, value, detail }) => [label, oneLine(`${value}  ${detail}`)]),
    ...figures.map(({ label, value, detail, tone }) => {
      const text = `${value.padEnd(values)}  ${detail}`;
      return [label, tone === undefined ? oneLine(text) : painted({ text, tone }, style)];
    }),
  ];
  if (rows.length === 0) return [];
  const indent = Math.max(...[...facts, ...figures].map(({ label }) => label.length)) + 2;
  return ['', ...columns(rows, []).flatMap((line) => wrapped(line, width, indent))];
}

function partLines(parts: readonly Part[], style: Style, width: number): string[] {
  return parts.flatMap((part) =>
    isEmpty(part) ? [] : block(style.bold(oneLine(part.title)), bodyOf(part, style, width - 2)),
  );
}

function block(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
}

function bodyOf(part: Part, style: Style, width: number): readonly string[] {
  switch (part.kind) {
    case 'table':
      return tableLines(part, style, width);
    case 'list':
      return part.items.flatMap((item) => wrapped(oneLine(itemText(item)), width, 2));
    case 'findings':
      return findingLines(part, style);
  }
}

function tableLines({ headings, rows }: Table, style: Style, width: number): readonly string[] {
  const right = headings.flatMap((heading, i) => (heading.startsWith('#') ? [i] : []));
  const head = headings.map((heading) => ({ text: oneLine(heading.replace(/^#/, '')), paint: style.dim }));
  return fitted([head, ...rows.map((row) => row.map((cell) => painted(cell, style)))], right, width);
}

function findingLines({ findings }: Findings, style: Style): string[] {
  const more = findings.length - mostFindings;
  const lines = findings.slice(0, mostFindings).flatMap(({ cells, violation }) => [
    cells
      .map((cell) => painted(cell, style))
      .map(({ text, paint }) => paint(text))
      .join('  '),
    ...(['expected', 'actual'] as const).map(
      (of) => `    ${of.padEnd(9)} ${cutInMiddle(oneLine(violation[of]), longestSaid)}`,
    ),
  ]);
  return more > 0 ? [...lines, style.dim(`and ${countText(more)} more in the report`)] : lines;
}

function painted(cell: Cell, style: Style): PaintedCell {
  const text = oneLine(cellText(cell));
  const tone: Tone | undefined = typeof cell === 'string' ? undefined : cell.tone;
  return { text, paint: tone === undefined ? (plain) => plain : style[colours[tone]] };
}

import { type MoveId, moves } from '../../../contract/tableOfMoves.ts';
import type { Violation } from '../../../result/verdict.ts';
import { countText } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { chip, type PageSection, prose, tableBy } from '../parts.ts';

interface Edge {
  readonly move: MoveId;
  readonly path: string;
  /** Where the count stands. */
  readonly x: number;
  readonly y: number;
  /** The label stands above its edge, and a line more moves it up. */
  readonly above?: true;
}

/** The table of moves, laid out by hand: it has eight rows and does not change with the run. */
const edges: readonly Edge[] = [
  { move: 'begin', path: 'M152 170 H 262', x: 207, y: 138, above: true },
  { move: 'advance', path: 'M394 160 H 554', x: 474, y: 128, above: true },
  { move: 'back', path: 'M566 200 C 530 262, 418 262, 382 204', x: 474, y: 268 },
  { move: 'complete', path: 'M686 170 H 806', x: 746, y: 138, above: true },
  { move: 'reject', path: 'M588 134 C 560 66, 612 56, 614 132', x: 540, y: 78 },
  { move: 'resume', path: 'M630 134 C 632 56, 684 66, 658 132', x: 704, y: 78 },
  { move: 'back-refused', path: 'M602 206 C 598 286, 650 286, 644 210', x: 700, y: 262 },
  { move: 'back-too-early', path: 'M328 206 V 284', x: 270, y: 244 },
];

const nodes: readonly (readonly [number, number, number, string, string])[] = [
  [22, 134, 130, 'no session', ''],
  [262, 134, 132, 'first page', 'nothing before it'],
  [554, 134, 132, 'page n', 'a page shown'],
  [806, 134, 132, 'complete', 'survey_complete'],
  [262, 288, 132, 'error 400', 'too early'],
];

/**
 * The status machine of the respondent flow as a picture: every row of the table of moves with how often it was made
 * and how often it went wrong instead.
 */
export function machineSection(
  counts: Readonly<Record<string, number>>,
  violations: readonly Violation[],
): PageSection {
  const failures = moveFailures(violations);
  return {
    id: 'machine',
    menu: 'Machine',
    title: 'Status machine',
    note: 'Every row of the document’s table of moves: how often it went as promised, and how often it went wrong.',
    body: html`<figure class="machine"><figcaption class="hidden">The moves of the respondent flow with their counts</figcaption>
<div class="scroll" tabindex="0" role="region" aria-label="Picture of the status machine">${picture(counts, failures)}</div>
<details class="values"><summary>Table</summary>${movesTable(counts, failures)}</details></figure>`,
  };
}

function picture(counts: Readonly<Record<string, number>>, failures: ReadonlyMap<MoveId, number>): Html {
  const most = Math.max(1, ...edges.map(({ move }) => counts[move] ?? 0));
  return html`<svg viewBox="0 46 960 300" role="img" aria-label="Status machine: the table below has the counts">
<defs>${['plain', 'bad', 'quiet'].map(
    (tone) =>
      html`<marker id="arrow-${tone}" class="arrow ${tone}" viewBox="0 0 10 10" refX="8.5" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="M0 0.8 L10 5 L0 9.2 z"/></marker>`,
  )}</defs>
${edges.map(({ move, path, x, y, above }) => {
  const count = counts[move] ?? 0;
  const failed = failures.get(move) ?? 0;
  const tone = failed > 0 ? 'bad' : count === 0 ? 'quiet' : 'plain';
  const width = 1.2 + 3.3 * (Math.log1p(count) / Math.log1p(most));
  return html`<g class="edge ${tone}"><title>${moves[move].trigger}: ${moves[move].condition || moves[move].from}</title>
<path d="${path}" stroke-width="${Number(width.toFixed(2))}" marker-end="url(#arrow-${tone})"/>
<text x="${x}" y="${above === true && failed > 0 ? y - 18 : y}"><tspan class="name">${move}</tspan><tspan class="count" x="${x}" dy="1.25em">${count === 0 ? (failed === 0 ? 'never' : 'never right') : `${countText(count)}${failed > 0 ? ' right' : ''}`}</tspan>${
    failed > 0 && html`<tspan class="failed" x="${x}" dy="1.25em">${countText(failed)} wrong</tspan>`
  }</text></g>`;
})}
${nodes.map(
  ([x, y, width, title, subtitle]) =>
    html`<g class="node"><rect x="${x}" y="${y}" width="${width}" height="${subtitle === 'too early' ? 48 : 72}" rx="10"/>
<text x="${x + width / 2}" y="${y + (subtitle === '' ? 41 : subtitle === 'too early' ? 22 : 33)}"><tspan class="title">${title}</tspan>${
      subtitle !== '' && html`<tspan class="subtitle" x="${x + width / 2}" dy="1.35em">${subtitle}</tspan>`
    }</text></g>`,
)}
</svg>`;
}

function movesTable(counts: Readonly<Record<string, number>>, failures: ReadonlyMap<MoveId, number>): Html {
  return tableBy('Moves of the respondent flow', edges, [
    ['Move', ({ move }) => move],
    ['From', ({ move }) => moves[move].from],
    ['Trigger', ({ move }) => html`<code>${moves[move].trigger}</code>`],
    ['Condition', ({ move }) => prose(moves[move].condition)],
    ['Result', ({ move }) => prose(moves[move].result)],
    ['#As promised', ({ move }) => (counts[move] ? countText(counts[move]) : chip('never', 'quiet'))],
    ['#Wrong', ({ move }) => countText(failures.get(move) ?? 0)],
  ]);
}

/** What the ids of a move's own clauses begin with, where it is not the move in capitals. */
const prefixes: Partial<Readonly<Record<MoveId, string>>> = { 'back-too-early': 'MOVE-BACK-EARLY' };

/**
 * How often each move went wrong: violations of the move's own clauses. What is wrong with the answer beside that
 * (a type, a header) is no failure of the move. With the moves that were made as promised they add up to all of them.
 */
function moveFailures(violations: readonly Violation[]): ReadonlyMap<MoveId, number> {
  const failures = new Map<MoveId, number>();
  for (const id of Object.keys(moves) as MoveId[]) {
    const own = new RegExp(`^${prefixes[id] ?? `MOVE-${id.toUpperCase()}`}-\\d+$`);
    const count = violations.reduce((sum, { clause, count }) => (own.test(clause) ? sum + count : sum), 0);
    if (count > 0) failures.set(id, count);
  }
  return failures;
}

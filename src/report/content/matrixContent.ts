import type { RunResult } from '../../result/runResult.ts';
import { countText } from '../quantities.ts';
import { type Cell, type Content, toneOf } from './content.ts';

/** What came of the run of one release in one datacenter. */
export interface MatrixCell {
  readonly datacenter: string;
  readonly release: string;
  /** `NOT RUN` where the run could not begin. */
  readonly verdict: RunResult['verdict'] | 'NOT RUN';
  /** The first thing that is said of it. */
  readonly why: string;
  /** Its report, relative to the page of the matrix; null where there is none. */
  readonly report: string | null;
}

const gravest = ['FAIL', 'NOT RUN', 'INVALID', 'PASS'] as const;

/** The verdicts of several datacenters and releases as one. */
export function matrixContent(cells: readonly MatrixCell[]): Content {
  const verdict = gravest.find((each) => cells.some((cell) => cell.verdict === each)) ?? 'NOT RUN';
  const passed = cells.filter((cell) => cell.verdict === 'PASS').length;
  const releases = [...new Set(cells.map(({ release }) => release))];
  const rows = [...Map.groupBy(cells, ({ datacenter }) => datacenter)].map(([datacenter, own]): Cell[] => [
    datacenter,
    ...releases.map((release) => cellOf(own.find((cell) => cell.release === release))),
  ]);
  return {
    stamp: { text: verdict, tone: toneOf(shownAs(verdict)) },
    headline: `${passed === cells.length ? 'All' : passed === 0 ? 'None of' : `${countText(passed)} of`} ${countText(cells.length)} runs passed.`,
    why: cells
      .filter((cell) => cell.verdict !== 'PASS')
      .map(({ datacenter, release, why }) => `${datacenter}, ${release}: ${why}`),
    problems: [],
    judged: [],
    facts: [],
    figures: [],
    parts: [{ kind: 'table', id: 'matrix', title: 'Verdicts', headings: ['Datacenter', ...releases], rows }],
    next: [
      passed === cells.length
        ? 'Keep these runs: canvass compare sets later ones against them.'
        : 'Open the report of each run that did not pass: it says what to do next.',
    ],
  };
}

function cellOf(cell: MatrixCell | undefined): Cell {
  if (cell === undefined) return '';
  const { verdict, report } = cell;
  return { text: verdict, tone: toneOf(shownAs(verdict)), ...(report === null ? {} : { href: report }) };
}

function shownAs(verdict: MatrixCell['verdict']): RunResult['verdict'] {
  return verdict === 'NOT RUN' ? 'INVALID' : verdict;
}

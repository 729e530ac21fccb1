import type { Problem } from '../../result/problem.ts';
import type { RunResult } from '../../result/runResult.ts';
import { digestOf, seenIn } from '../earlierRuns.ts';
import { countText } from '../quantities.ts';
import { againCommand } from './commands.ts';
import { type Cell, type Content, type Table, tableOf, toneOf } from './content.ts';
import { oftenText } from './problemCard.ts';

/** What came of the run of one release in one datacenter. */
export interface MatrixCell {
  readonly datacenter: string;
  readonly release: string;
  /** `NOT RUN` where the run could not begin. */
  readonly verdict: RunResult['verdict'] | 'NOT RUN';
  /** The first thing that is said of it. */
  readonly why: string;
  /** What was found; null where the run could not begin. */
  readonly result: RunResult | null;
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
    where: '',
    why: cells
      .filter((cell) => cell.verdict !== 'PASS')
      .map(({ datacenter, release, why }) => `${datacenter}, ${release}: ${why}`),
    problems: [],
    judged: [],
    facts: [],
    figures: [],
    parts: [
      { kind: 'table', id: 'matrix', title: 'Verdicts', headings: ['Datacenter', ...releases], rows },
      problemsTable(cells),
      runsTable(cells),
    ],
    next: [
      passed === cells.length
        ? 'Keep these runs: canvass compare sets later ones against them.'
        : 'Open a cell: it leads to the problem in the report of its run, with the steps that show it.',
    ],
  };
}

/** What was run where, and how much of the document it looked at. */
function runsTable(cells: readonly MatrixCell[]): Table {
  const runs = cells.flatMap((cell) => (cell.result === null ? [] : [{ ...cell, result: cell.result }]));
  return tableOf({ id: 'matrix-runs', title: 'Runs', empty: 'No run could begin.' }, runs, [
    ['Datacenter, release', ({ datacenter, release }) => `${datacenter}, ${release}`],
    ['Target', ({ result }) => ({ text: result.target.baseUrl, as: 'code' })],
    [
      '#Clauses tested',
      ({ result: { coverage } }) => `${countText(coverage.clauses.exercised)} of ${countText(coverage.clauses.total)}`,
    ],
    ['Command', ({ result }) => ({ text: againCommand(result), as: 'code' })],
  ]);
}

/** A row for each problem of any run, a column for each run, each cell a link to the problem in its report. */
function problemsTable(cells: readonly MatrixCell[]): Table {
  const columns = cells.map((cell) => ({ ...cell, digest: cell.result && digestOf(cell.result, '', true) }));
  const problems = new Map(
    cells.flatMap(({ result }) => (result?.problems ?? []).map((problem) => [problem.signature, problem] as const)),
  );
  const before = (at: number) =>
    columns.slice(0, at).findLast(({ datacenter, digest }) => datacenter === columns[at]?.datacenter && digest);
  return {
    kind: 'table',
    id: 'matrix-problems',
    title: 'Problems',
    note: 'new, gone: against the release before in the same datacenter. Not tested: nothing was looked at that would show it.',
    headings: ['Problem', ...cells.map(({ datacenter, release }) => `${datacenter}, ${release}`)],
    rows: [...problems.values()]
      .sort((a, b) => Number(b.gating) - Number(a.gating))
      .map((problem): Cell[] => [
        problem.title,
        ...columns.map(({ result, digest, report }, at): Cell => {
          if (result === null || digest === null) return 'not run';
          const earlier = before(at)?.digest ?? null;
          const seen = seenIn(digest, problem);
          const seenBefore = earlier === null ? null : seenIn(earlier, problem);
          if (seen === 'untested') return 'not tested';
          if (seen === 'absent') return seenBefore === 'seen' ? { text: 'gone', tone: 'good' } : '–';
          const own = ownIn(result, problem);
          return {
            text: oftenText(own, result),
            tone: own.gating ? 'bad' : 'quiet',
            ...(report === null ? {} : { href: `${report}#problem-${own.signature}` }),
            ...(seenBefore === 'absent' ? { note: 'new' } : {}),
          };
        }),
      ]),
  };
}

/** A problem as a run has it, which may know some of it, and name it otherwise. */
function ownIn({ problems }: RunResult, problem: Problem): Problem {
  return (
    problems.find(({ signature }) => signature === problem.signature) ??
    problems.find(({ violations }) => violations.some((id) => problem.violations.includes(id))) ??
    problem
  );
}

function cellOf(cell: MatrixCell | undefined): Cell {
  if (cell === undefined) return '';
  const { verdict, report } = cell;
  return { text: verdict, tone: toneOf(shownAs(verdict)), ...(report === null ? {} : { href: report }) };
}

function shownAs(verdict: MatrixCell['verdict']): RunResult['verdict'] {
  return verdict === 'NOT RUN' ? 'INVALID' : verdict;
}

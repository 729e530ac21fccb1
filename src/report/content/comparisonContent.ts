import type { RunComparison } from '../compare/compareResults.ts';
import type { TwinComparison } from '../compare/compareTwins.ts';
import { percentileName, shiftText } from '../compare/comparisonReasons.ts';
import { brokenIn, isUnwanted, toTell } from '../compare/comparisonWords.ts';
import type { ComparedRun } from '../compare/conclusion.ts';
import type { ComparedPromise } from '../compare/promises.ts';
import type { ShiftVerdict } from '../compare/shift.ts';
import type { ComparedShift, SpeedVerdict } from '../compare/speed.ts';
import { countOf, countText, latencyText, seenText, shareText, whenText } from '../quantities.ts';
import { differenceTable, expectedTable, runParts } from './comparisonParts.ts';
import {
  type Cell,
  type Column,
  type Content,
  type Figure,
  type Findings,
  figureOf,
  type MarkedCell,
  type Table,
  type Tone,
  tableOf,
  toneOf,
} from './content.ts';

/** What was found of a candidate: of runs that were made apart, or of twins that walked both services at once. */
export type Comparison = RunComparison | TwinComparison;

/** Reports of the compared runs, as paths from where the comparison is written; not every run has one. */
export type ReportLinks = (run: ComparedRun) => string | undefined;

/** A comparison: the verdict with its reasons, what broke, what differs, how fast, what to do next. */
export function comparisonContent(comparison: Comparison, links: ReportLinks = () => undefined): Content {
  const { verdict, latency, headline, reasons, next, promises, differences } = comparison;
  const isUntold = latency === "CAN'T TELL" && verdict === 'PASS';
  const isOtherwise = promises.some(({ gating }) => gating) || differences.some(isUnwanted);
  const behaviour = [
    promiseFindings(promises),
    ...(comparison.method === 'twins' ? [differenceTable(comparison)] : []),
  ];
  return {
    // Nothing speaks against the candidate, and nothing for its speed.
    stamp: isUntold ? { text: "PASS, SPEED CAN'T TELL", tone: 'warn' } : { text: verdict, tone: toneOf(verdict) },
    headline,
    where: verdict === 'INVALID' ? '' : (promises.find(({ gating }) => gating)?.place ?? ''),
    problems: [],
    why: reasons,
    judged: judgedFigures(comparison),
    facts: [],
    figures: comparison.method === 'twins' ? pairFigures(comparison) : [],
    parts: [
      ...(isOtherwise ? behaviour : []),
      shiftTable(comparison),
      ...(isOtherwise ? [] : behaviour),
      ...(comparison.method === 'twins' ? [expectedTable(comparison)] : runParts(comparison)),
      runTable(comparison, links),
    ],
    next,
  };
}

/** How a verdict on speed is coloured. */
const speedTones: Readonly<Record<SpeedVerdict, Tone>> = {
  SLOWER: 'bad',
  FASTER: 'good',
  SAME: 'good',
  "CAN'T TELL": 'quiet',
  'NOT JUDGED': 'quiet',
};

function judgedFigures({ judgements, promises, differences, latency, method }: Comparison): Figure[] {
  if (judgements.promises.judgement === 'not looked at') return [figureOf('Promises', 'NOT LOOKED AT', '', 'warn')];
  const unwanted = differences.filter(isUnwanted).length;
  return [
    promisesFigure(promises),
    ...(method === 'runs'
      ? []
      : unwanted > 0
        ? [figureOf('Behaviour', `${countText(unwanted)} ${unwanted === 1 ? 'DIFFERENCE' : 'DIFFERENCES'}`, '', 'bad')]
        : [figureOf('Behaviour', 'NO DIFFERENCE SEEN', '', 'good')]),
    figureOf('Speed', latency, '', speedTones[latency]),
  ];
}

/** A candidate that breaks what the base breaks keeps nothing: it is no worse. */
function promisesFigure(promises: readonly ComparedPromise[]): Figure {
  const { regressions, changed, common } = brokenIn(promises);
  const broken = regressions + changed;
  const ofBoth = common > 0 ? `${countOf(common, 'promise')} broken by both sides` : '';
  if (broken > 0) return figureOf('Promises', `${countText(broken)} BROKEN`, ofBoth, 'bad');
  return common > 0
    ? figureOf('Promises', 'NO WORSE', ofBoth, 'warn')
    : figureOf('Promises', 'NO VIOLATION SEEN', '', 'good');
}

function pairFigures({ pairs, learnt, run }: TwinComparison): Figure[] {
  const parted = pairs.parted === 0 ? 'whose walks stayed together' : `${countText(pairs.parted)} parted on their way`;
  const from = `that the base shows against itself, from ${countText(learnt.compared)} pairs of answers`;
  return [
    figureOf('Pairs of respondents', countText(pairs.walks), parted),
    figureOf('Pairs of answers', countText(pairs.compared), `in ${Math.round(run.durationSeconds)} s`),
    figureOf('Learnt first', countOf(learnt.kinds, 'difference'), from),
  ];
}

function promiseFindings(promises: readonly ComparedPromise[]): Findings {
  return {
    kind: 'findings',
    id: 'promises',
    title: 'Promises of the document',
    menu: 'Promises',
    empty: 'Both sides kept every promise that was exercised.',
    headings: ['Standing', 'Problem', 'Clause', 'Seen'],
    findings: promises.map((promise) => ({
      cells: [
        standingCell(promise),
        promise.place === '' ? promise.title : { text: promise.title, note: promise.place },
        { text: promise.clauses.join(', '), as: 'code' },
        whereSeen(promise),
      ],
      violation: promise.violation,
    })),
  };
}

function standingCell({ standing, gating, violation }: ComparedPromise): Cell {
  const isNew = standing === 'REGRESSION' || standing === 'CHANGED';
  if (!isNew) return { text: standing, tone: standing === 'MENDED' ? 'good' : 'warn' };
  if (gating) return { text: standing, tone: 'bad' };
  const why = violation.gating ? (violation.baseline.kind === 'KNOWN' ? 'known' : 'in other words') : 'deviates';
  return { text: `${standing}, ${why}`, tone: 'warn' };
}

function whereSeen({ violation, endpoints, runs, of, standing }: ComparedPromise): string {
  const at = endpoints.length > 0 ? `, at ${endpoints.join(', ')}` : '';
  const side = standing === 'MENDED' ? 'base' : 'candidate';
  return of === 1 ? `${seenText(violation)}${at}` : `in ${runs} of ${of} ${side} runs${at}`;
}

const worstFirst: readonly ShiftVerdict[] = ['SLOWER', "CAN'T TELL", 'FASTER', 'SAME'];

/** What got slower most comes first, what did not move last. */
export function byHarm(a: ComparedShift, b: ComparedShift): number {
  return worstFirst.indexOf(a.verdict) - worstFirst.indexOf(b.verdict) || b.shift - a.shift;
}

/** A scale is as wide as the widest interval, within these shares of 1. */
const narrowestScale = 0.12;
const widestScale = 0.5;

function shiftTable({ method, latency, shifts, options: { minimumEffect: band } }: Comparison): Table {
  const reaches = shifts.map(({ low, high }) => Math.max(Math.abs(low), Math.abs(high)));
  const widest = Math.max(narrowestScale, ...reaches.map((reach) => Math.min(widestScale, reach)));
  const measured = method === 'runs' ? 'As experienced.' : 'Of pairs, from both leaving to the last byte of each.';
  return tableOf(
    {
      id: 'latency',
      title: 'Latency',
      note: `The candidate against the base. ${measured} The line is the interval in which the shift lies; the shaded band is what does not matter, ±${shareText(band)}.`,
      empty:
        latency === 'NOT JUDGED'
          ? 'Not judged: conform sends probes, and no load.'
          : 'No endpoint had enough requests on both sides.',
    },
    [...shifts].sort(byHarm),
    [
      ['Endpoint', ({ endpoint }) => ({ text: endpoint, as: 'code' })],
      ['Percentile', ({ share }) => percentileName(share)],
      ['#Base', ({ baseUs }) => latencyText(baseUs)],
      ['#Candidate', ({ candidateUs }) => latencyText(candidateUs)],
      ['#Shift', ({ shift }) => shiftText(shift)],
      [
        '#Interval',
        ({ low, shift: at, high, verdict }) => ({
          text: `${shiftText(low)} to ${shiftText(high)}`,
          interval: { low, at, high, band, widest, tone: speedTones[verdict] },
        }),
      ],
      [
        'Verdict',
        (shift) => {
          const note = toTell(shift);
          return { text: shift.verdict, tone: speedTones[shift.verdict], ...(note === undefined ? {} : { note }) };
        },
      ],
    ],
  );
}

function runTable({ method, runs }: Comparison, links: ReportLinks): Table {
  const linked = (run: ComparedRun): Pick<MarkedCell, 'href'> => {
    const href = links(run);
    return href === undefined ? {} : { href };
  };
  // Both sides of a duet are one run, with one verdict; where runs differ in their target, Circumstances say so.
  const own: readonly Column<ComparedRun>[] =
    method === 'runs'
      ? [
          ['Run', (run) => ({ text: run.id, as: 'code', ...linked(run) })],
          ['Side', ({ side }) => side],
          ['Started, UTC', ({ startedAt }) => whenText(startedAt)],
          ['Verdict', ({ verdict }) => ({ text: verdict, tone: toneOf(verdict) })],
        ]
      : [
          ['Side', (run) => ({ text: run.side, ...linked(run) })],
          ['Base URL', ({ baseUrl }) => ({ text: baseUrl, as: 'code' })],
          ['Session', ({ session }) => session],
        ];
  return tableOf({ id: 'runs', title: method === 'runs' ? 'Runs' : 'Sides' }, runs, [
    ...own,
    ['Release', ({ release }) => release],
    ['#Requests', ({ requests }) => countText(requests)],
    ['#Errors', ({ errorShare }) => shareText(errorShare)],
    ['#Violations', ({ violations }) => countText(violations)],
  ]);
}

import type { Comparison } from '../compare/compareResults.ts';
import { percentileName, shiftText, verdictText } from '../compare/comparisonWords.ts';
import type { PercentileShift } from '../compare/latencyShifts.ts';
import type { ShiftVerdict } from '../compare/shift.ts';
import { countText, latencyText, shareText } from '../quantities.ts';
import { type Content, type Findings, type Table, type Tone, toneOf } from './content.ts';

/** How a verdict on speed is coloured. */
export const shiftTones: Readonly<Record<ShiftVerdict, Tone>> = {
  SLOWER: 'bad',
  FASTER: 'good',
  SAME: 'good',
  "CAN'T TELL": 'warn',
};
/** A scale is as wide as the widest interval, within these shares of 1. */
const narrowestScale = 0.12;
const widestScale = 0.5;

/** A comparison: the verdict with its reasons, everything that differs, what to do next. */
export function comparisonContent(comparison: Comparison): Content {
  const { latency, failed, headline, reasons, next } = comparison;
  return {
    stamp: { text: latency, tone: failed ? 'bad' : shiftTones[latency] },
    headline,
    why: reasons,
    judged: [],
    facts: [],
    figures: [],
    parts: [
      shiftTable(comparison),
      violationFindings(comparison),
      questionTable(comparison),
      coverageTable(comparison),
      circumstanceTable(comparison),
      runTable(comparison),
    ],
    next,
  };
}

function shiftTable({ shifts, options: { minimumEffect } }: Comparison): Table {
  const widest = scaleOf(shifts);
  return {
    kind: 'table',
    id: 'latency',
    title: 'Latency, experienced',
    note: `The candidate against the baseline. The line is the interval in which the shift lies; the shaded band is what does not matter, ±${shareText(minimumEffect)}.`,
    empty: 'No endpoint had enough requests on both sides.',
    headings: ['Endpoint', 'Percentile', '#Baseline', '#Candidate', '#Shift', '#Interval', 'Verdict'],
    rows: shifts.map((shift) => [
      { text: shift.endpoint, as: 'code' },
      percentileName(shift.share),
      latencyText(shift.baselineUs),
      latencyText(shift.candidateUs),
      shiftText(shift.shift),
      {
        text: `${shiftText(shift.low)} to ${shiftText(shift.high)}`,
        interval: {
          low: shift.low,
          at: shift.shift,
          high: shift.high,
          band: minimumEffect,
          widest,
          tone: shiftTones[shift.verdict],
        },
      },
      { text: verdictText(shift), tone: shiftTones[shift.verdict] },
    ]),
  };
}

/** How far the scale of intervals goes, a share of 1. */
export function scaleOf(shifts: readonly Pick<PercentileShift, 'low' | 'high'>[]): number {
  const reaches = shifts.map(({ low, high }) => Math.max(Math.abs(low), Math.abs(high)));
  return Math.max(narrowestScale, ...reaches.map((reach) => Math.min(widestScale, reach)));
}

function violationFindings({ violations }: Comparison): Findings {
  return {
    kind: 'findings',
    id: 'violations',
    title: 'Violations new and gone',
    empty: 'Both sides break the same clauses, or none.',
    headings: ['Standing', 'Clause', 'Seen'],
    findings: violations.map(({ standing, gating, clause, runs, of, example }) => {
      const isNew = standing === 'NEW';
      return {
        cells: [
          { text: isNew && !gating ? 'NEW, known' : standing, tone: isNew ? (gating ? 'bad' : 'warn') : 'good' },
          { text: clause, as: 'code' },
          `in ${runs} of ${of} ${isNew ? 'candidate' : 'baseline'} runs`,
        ],
        said: [
          ['expected', example.expected],
          ['actual', example.actual],
        ],
        violation: { ...example, id: `${standing}-${example.id}` },
      };
    }),
  };
}

function questionTable({ observations }: Comparison): Table {
  return {
    kind: 'table',
    id: 'questions',
    title: 'Open questions answered otherwise',
    empty: 'Open questions were answered as before.',
    headings: ['Question', 'Baseline', 'Candidate'],
    rows: observations.map(({ question, baseline, candidate }) => [
      { text: question, as: 'prose' },
      baseline.join(' | '),
      candidate.join(' | '),
    ]),
  };
}

function coverageTable({ coverageLost }: Comparison): Table {
  return {
    kind: 'table',
    id: 'coverage',
    title: 'No longer exercised',
    empty: 'All that the baseline exercised was exercised again.',
    headings: ['Kind', 'Name', '#Baseline'],
    rows: coverageLost.map(({ kind, name, baselineCount }) => [
      kind,
      { text: name, as: 'code' },
      countText(baselineCount),
    ]),
  };
}

function circumstanceTable({ environment }: Comparison): Table {
  return {
    kind: 'table',
    id: 'circumstances',
    title: 'Circumstances that differ',
    ...(environment.some(({ warning }) => warning) ? { note: 'Those marked can move the latency by themselves.' } : {}),
    empty: 'Both sides ran alike.',
    headings: ['What', 'Baseline', 'Candidate', 'Mark'],
    rows: environment.map(({ name, baseline, candidate, warning }) => [
      name,
      baseline.join(', '),
      candidate.join(', '),
      warning ? { text: 'look', tone: 'warn' } : '',
    ]),
  };
}

function runTable({ runs }: Comparison): Table {
  return {
    kind: 'table',
    id: 'runs',
    title: 'Runs',
    headings: ['Run', 'Side', 'Verdict', 'Release', '#Requests', '#Errors'],
    rows: runs.map((run) => [
      { text: run.id, as: 'code' },
      run.side,
      { text: run.verdict, tone: toneOf(run.verdict) },
      run.release,
      countText(run.requests),
      shareText(run.errorShare),
    ]),
  };
}

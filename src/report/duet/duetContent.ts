import type { DuetDifference } from '../../result/duetResult.ts';
import { type Cell, type Content, type Figure, type Findings, type Table, toneOf } from '../content/content.ts';
import { shiftRows, shiftTones } from '../content/shiftRows.ts';
import { countOf, countText, shareText } from '../quantities.ts';
import type { DuetReport } from './duetReport.ts';
import { brokenBy, isUnwanted, pairedVerdictText } from './duetWords.ts';

/** A duet: the verdict with its reasons, what differs, what broke, how fast, what to do next. */
export function duetContent(report: DuetReport): Content {
  const { verdict, headline, reasons, next } = report;
  return {
    stamp: { text: verdict, tone: toneOf(verdict) },
    headline,
    problems: [],
    why: reasons,
    judged: judgedFigures(report),
    facts: [],
    figures: figures(report),
    parts: [
      promiseFindings(report),
      differenceTable(report),
      shiftTable(report),
      expectedTable(report),
      sideTable(report),
    ],
    next,
  };
}

function judgedFigures({ promises, differences, latency, pairs }: DuetReport): Figure[] {
  const broken = brokenBy(promises);
  const unwanted = differences.filter(({ standing }) => isUnwanted(standing)).length;
  const common = promises.filter(({ standing }) => standing === 'COMMON').length;
  if (pairs.compared === 0) return [{ label: 'Pairs', value: 'NONE COMPARED', detail: '', tone: 'warn' }];
  return [
    {
      label: 'Promises',
      value: broken > 0 ? `${countText(broken)} BROKEN` : 'KEPT',
      detail: common > 0 ? `${countOf(common, 'violation')} of both sides` : '',
      tone: broken > 0 ? 'bad' : 'good',
    },
    {
      label: 'Behaviour',
      value: unwanted > 0 ? countOf(unwanted, 'DIFFERENCE', 'DIFFERENCES') : 'SAME',
      detail: '',
      tone: unwanted > 0 ? 'bad' : 'good',
    },
    { label: 'Speed', value: latency, detail: '', tone: shiftTones[latency] },
  ];
}

function figures({ pairs, learnt, run }: DuetReport): Figure[] {
  return [
    {
      label: 'Pairs of respondents',
      value: countText(pairs.walks),
      detail: pairs.parted === 0 ? 'all went the same way' : `${countText(pairs.parted)} parted`,
    },
    { label: 'Pairs of answers', value: countText(pairs.compared), detail: `in ${Math.round(run.durationSeconds)} s` },
    {
      label: 'Learnt first',
      value: countOf(learnt.kinds, 'difference'),
      detail: `that the base shows against itself, from ${countText(learnt.compared)} pairs of answers`,
    },
  ];
}

/** How an unexpected difference and its kin are said. */
export function standingCell({ standing }: DuetDifference): Cell {
  switch (standing.kind) {
    case 'UNEXPECTED':
      return { text: 'UNEXPECTED', tone: 'bad' };
    case 'EXPIRED':
      return { text: 'EXPIRED', tone: 'bad', note: `${standing.reason}, until ${standing.expires}` };
    case 'EXPECTED':
      return { text: 'EXPECTED', tone: 'good', note: `${standing.reason}, until ${standing.expires}` };
    case 'SHOWN':
      return { text: 'SHOWN', tone: 'quiet' };
  }
}

/** How often: of failures also how often the base failed instead. */
export function differenceCount({ aspect, count, reversed }: DuetDifference): string {
  return aspect === 'failure' ? `${countText(count)}, the base alone ${countText(reversed)}` : countText(count);
}

function differenceTable({ differences }: DuetReport): Table {
  return {
    kind: 'table',
    id: 'differences',
    title: 'Answered differently',
    note: 'What twins were answered differently, equal differences as one. SHOWN ones fail nothing: markup, and failures that chance explains.',
    empty: 'Twins were answered alike, everywhere.',
    headings: ['Standing', 'Id', 'Endpoints', 'Where', 'Base', 'Candidate', '#Pairs'],
    rows: differences.map((difference) => [
      standingCell(difference),
      { text: difference.id, as: 'code' },
      { text: difference.endpoints.join(', '), as: 'code' },
      { text: difference.path, as: 'code' },
      difference.base,
      difference.candidate,
      differenceCount(difference),
    ]),
  };
}

function promiseFindings({ promises }: DuetReport): Findings {
  return {
    kind: 'findings',
    id: 'promises',
    title: 'Promises of the document',
    empty: 'Both sides kept every promise that was exercised.',
    headings: ['Standing', 'Clause', 'Seen'],
    findings: promises.map(({ standing, gating, violation }) => ({
      cells: [
        {
          text: standing === 'REGRESSION' && !gating ? 'REGRESSION, tolerated' : standing,
          tone: standing === 'MENDED' ? 'good' : gating ? 'bad' : 'warn',
        },
        { text: violation.clause, as: 'code' },
        `× ${countText(violation.count)}`,
      ],
      violation,
    })),
  };
}

function shiftTable({ shifts, options: { minimumEffect } }: DuetReport): Table {
  return {
    kind: 'table',
    id: 'latency',
    title: 'Latency of pairs',
    note: `The candidate against the base, from both leaving to the last byte of each. The line is the interval in which the shift lies; the shaded band is what does not matter, ±${shareText(minimumEffect)}.`,
    empty: 'Too few pairs were served on both sides.',
    headings: ['Endpoint', 'Percentile', '#Base', '#Candidate', '#Shift', '#Interval', 'Verdict'],
    rows: shiftRows(shifts, minimumEffect, pairedVerdictText),
  };
}

function expectedTable({ notMet }: DuetReport): Table {
  return {
    kind: 'table',
    id: 'expected',
    title: 'Expected, and not met',
    empty: 'Every expected difference was met.',
    headings: ['Difference', 'Reason', 'Until'],
    rows: notMet.map(({ difference, reason, expires }) => [{ text: difference, as: 'code' }, reason, expires]),
  };
}

function sideTable({ sides }: DuetReport): Table {
  return {
    kind: 'table',
    id: 'sides',
    title: 'Sides',
    headings: ['Side', 'Release', 'Base URL', 'Session', 'Its own verdict', '#Requests', '#Violations'],
    rows: (['base', 'candidate'] as const).map((side) => {
      const { release, baseUrl, session, verdict, requests, violations } = sides[side];
      return [
        side,
        release,
        { text: baseUrl, as: 'code' },
        session,
        { text: verdict, tone: toneOf(verdict) },
        countText(requests),
        countText(violations),
      ];
    }),
  };
}

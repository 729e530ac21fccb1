import type { DuetDifference } from '../../result/duetResult.ts';
import {
  type Cell,
  type Content,
  type Figure,
  type Findings,
  figureOf,
  type Table,
  tableOf,
  toneOf,
} from '../content/content.ts';
import { shiftTones, tableOfShifts } from '../content/shiftTable.ts';
import { countOf, countText, seenText } from '../quantities.ts';
import type { DuetReport } from './duetReport.ts';
import { brokenBy, isUnwanted, toTellByTime } from './duetWords.ts';

/** Nothing speaks against the candidate, and nothing for its speed. */
const untoldStamp = { text: "PASS, SPEED CAN'T TELL", tone: 'warn' } as const;

/** A duet: the verdict with its reasons, what differs, what broke, how fast, what to do next. */
export function duetContent(report: DuetReport): Content {
  const { verdict, latency, headline, reasons, next } = report;
  return {
    stamp: latency === "CAN'T TELL" && verdict === 'PASS' ? untoldStamp : { text: verdict, tone: toneOf(verdict) },
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
  if (pairs.compared === 0) return [figureOf('Pairs', 'NONE COMPARED', '', 'warn')];
  const ofBoth = common > 0 ? `${countOf(common, 'violation')} of both sides` : '';
  return [
    figureOf('Promises', broken > 0 ? `${countText(broken)} BROKEN` : 'KEPT', ofBoth, broken > 0 ? 'bad' : 'good'),
    figureOf(
      'Behaviour',
      unwanted > 0 ? countOf(unwanted, 'DIFFERENCE', 'DIFFERENCES') : 'SAME',
      '',
      unwanted > 0 ? 'bad' : 'good',
    ),
    figureOf('Speed', latency, '', shiftTones[latency]),
  ];
}

function figures({ pairs, learnt, run }: DuetReport): Figure[] {
  const parted = pairs.parted === 0 ? 'all went the same way' : `${countText(pairs.parted)} parted`;
  const from = `that the base shows against itself, from ${countText(learnt.compared)} pairs of answers`;
  return [
    figureOf('Pairs of respondents', countText(pairs.walks), parted),
    figureOf('Pairs of answers', countText(pairs.compared), `in ${Math.round(run.durationSeconds)} s`),
    figureOf('Learnt first', countOf(learnt.kinds, 'difference'), from),
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
  return tableOf(
    {
      id: 'differences',
      title: 'Answered differently',
      menu: 'Differences',
      note: 'What twins were answered differently, equal differences as one. SHOWN ones fail nothing: markup, and failures that chance explains.',
      empty: 'Twins were answered alike, everywhere.',
    },
    differences,
    [
      ['Standing', standingCell],
      ['Id', ({ id }) => ({ text: id, as: 'code' })],
      ['Endpoints', ({ endpoints }) => ({ text: endpoints.join(', '), as: 'code' })],
      ['Where', ({ path }) => ({ text: path, as: 'code' })],
      ['Base', ({ base }) => base],
      ['Candidate', ({ candidate }) => candidate],
      ['#Pairs', differenceCount],
    ],
  );
}

function promiseFindings({ promises }: DuetReport): Findings {
  return {
    kind: 'findings',
    id: 'promises',
    title: 'Promises of the document',
    menu: 'Promises',
    empty: 'Both sides kept every promise that was exercised.',
    headings: ['Standing', 'Clause', 'Seen'],
    findings: promises.map(({ standing, gating, violation }) => ({
      cells: [
        {
          text: standing === 'REGRESSION' && !gating ? 'REGRESSION, tolerated' : standing,
          tone: standing === 'MENDED' ? 'good' : gating ? 'bad' : 'warn',
        },
        { text: violation.clause, as: 'code' },
        seenText(violation),
      ],
      violation,
    })),
  };
}

function shiftTable({ shifts, options: { minimumEffect } }: DuetReport): Table {
  return tableOfShifts(
    {
      title: 'Latency of pairs',
      note: 'The candidate against the base, from both leaving to the last byte of each.',
      empty: 'Too few pairs were served on both sides.',
    },
    'Base',
    shifts,
    minimumEffect,
    toTellByTime,
  );
}

function expectedTable({ notMet }: DuetReport): Table {
  return tableOf(
    { id: 'expected', title: 'Expected, and not met', menu: 'Expected', empty: 'Every expected difference was met.' },
    notMet,
    [
      ['Difference', ({ difference }) => ({ text: difference, as: 'code' })],
      ['Reason', ({ reason }) => reason],
      ['Until', ({ expires }) => expires],
    ],
  );
}

function sideTable({ sides: { base, candidate } }: DuetReport): Table {
  const sides = [
    { side: 'base', ...base },
    { side: 'candidate', ...candidate },
  ];
  return tableOf({ id: 'sides', title: 'Sides' }, sides, [
    ['Side', ({ side }) => side],
    ['Release', ({ release }) => release],
    ['Base URL', ({ baseUrl }) => ({ text: baseUrl, as: 'code' })],
    ['Session', ({ session }) => session],
    ['#Requests', ({ requests }) => countText(requests)],
    ['#Violations', ({ violations }) => countText(violations)],
  ]);
}

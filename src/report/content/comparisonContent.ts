import type { Violation } from '../../result/verdict.ts';
import type { Comparison } from '../compare/compareResults.ts';
import { toTellByRuns } from '../compare/comparisonWords.ts';
import type { PercentileShift } from '../compare/latencyShifts.ts';
import type { ShiftVerdict } from '../compare/shift.ts';
import { countText, shareText, whenText } from '../quantities.ts';
import { type Content, type Findings, figureOf, type Table, tableOf, toneOf } from './content.ts';
import { shiftTones, tableOfShifts } from './shiftTable.ts';

/** Reports of the compared runs by run id, as paths from where the comparison is written; not every run has one. */
export type ReportLinks = ReadonlyMap<string, string>;

/** A comparison: the verdict with its reasons, everything that differs, what to do next. */
export function comparisonContent(comparison: Comparison, links: ReportLinks = new Map()): Content {
  const { latency, headline, reasons, next, violations } = comparison;
  const speed = { text: latency, tone: latency === 'NOT JUDGED' ? 'quiet' : shiftTones[latency] } as const;
  const broken = violations.filter(({ gating }) => gating).length;
  return {
    stamp: hasRegressed(comparison)
      ? { text: 'REGRESSION', tone: 'bad' }
      : latency === 'NOT JUDGED'
        ? { text: 'KEPT', tone: 'good' }
        : speed,
    headline,
    problems: [],
    why: reasons,
    judged: [
      figureOf(
        'Promises',
        broken > 0 ? `${countText(broken)} newly broken` : 'none newly broken',
        '',
        broken > 0 ? 'bad' : 'good',
      ),
      figureOf('Speed', speed.text, '', speed.tone),
    ],
    facts: [],
    figures: [],
    parts: [
      shiftTable(comparison),
      violationFindings(comparison),
      questionTable(comparison),
      coverageTable(comparison),
      circumstanceTable(comparison),
      runTable(comparison, links),
    ],
    next,
  };
}

/** Whether the candidate breaks promises, and is not slower as far as can be told. */
export function hasRegressed({ failed, latency }: Comparison): boolean {
  return failed && latency !== 'SLOWER';
}

const worstFirst: readonly ShiftVerdict[] = ['SLOWER', "CAN'T TELL", 'FASTER', 'SAME'];

/** What got slower most comes first, what did not move last. */
export function byHarm(a: PercentileShift, b: PercentileShift): number {
  return worstFirst.indexOf(a.verdict) - worstFirst.indexOf(b.verdict) || b.shift - a.shift;
}

function shiftTable({ latency, shifts, options: { minimumEffect } }: Comparison): Table {
  return tableOfShifts(
    {
      title: 'Latency, experienced',
      note: 'The candidate against the baseline.',
      empty:
        latency === 'NOT JUDGED'
          ? 'Not judged: conform sends probes, and no load.'
          : 'No endpoint had enough requests on both sides.',
    },
    'Baseline',
    shifts.toSorted(byHarm),
    minimumEffect,
    toTellByRuns,
  );
}

function violationFindings({ violations }: Comparison): Findings {
  return {
    kind: 'findings',
    id: 'violations',
    title: 'Violations new and gone',
    menu: 'Violations',
    empty: 'Both sides have the same violations, or none.',
    headings: ['Standing', 'Problem', 'Clause', 'Seen'],
    findings: violations.map(({ standing, gating, clause, title, runs, of, endpoints, example }) => {
      const isNew = standing === 'NEW';
      return {
        cells: [
          {
            text: isNew && !gating ? `NEW, ${whyTolerated(example)}` : standing,
            tone: isNew ? (gating ? 'bad' : 'warn') : 'good',
          },
          title,
          { text: clause, as: 'code' },
          `in ${runs} of ${of} ${isNew ? 'candidate' : 'baseline'} runs${endpoints.length > 0 ? `, at ${endpoints.join(', ')}` : ''}`,
        ],
        violation: { ...example, id: `${standing}-${example.id}` },
      };
    }),
  };
}

function whyTolerated({ gating, baseline }: Violation): string {
  if (!gating) return 'deviates';
  return baseline.kind === 'KNOWN' ? 'known' : 'broken otherwise before';
}

function questionTable({ observations }: Comparison): Table {
  return tableOf(
    {
      id: 'questions',
      title: 'Open questions answered otherwise',
      menu: 'Open questions',
      empty: 'Open questions were answered as before.',
    },
    observations,
    [
      ['Question', ({ question }) => ({ text: question, as: 'prose' })],
      ['Baseline', ({ baseline, candidate }) => answersOnly(baseline, candidate)],
      ['Candidate', ({ baseline, candidate }) => answersOnly(candidate, baseline)],
    ],
  );
}

/** Answers that are named, of many that differ, and how much of each. */
const mostAnswers = 2;
const longestAnswer = 50;

/** The answers of one side: all, or where there are many those that the other side has not. */
function answersOnly(answers: readonly string[], others: readonly string[]): string {
  const own = answers.length > mostAnswers ? answers.filter((answer) => !others.includes(answer)) : answers;
  const named = own.slice(0, mostAnswers).map((answer) => {
    return answer.length > longestAnswer ? `${answer.slice(0, longestAnswer)}…` : answer;
  });
  const more = own.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(' | ');
}

function coverageTable({ coverageLost }: Comparison): Table {
  return tableOf(
    {
      id: 'coverage',
      title: 'No longer exercised',
      menu: 'Coverage',
      empty: 'All that the baseline exercised was exercised again.',
    },
    coverageLost,
    [
      ['Kind', ({ kind }) => kind],
      ['Name', ({ name }) => ({ text: name, as: 'code' })],
      ['#Baseline', ({ baselineCount }) => countText(baselineCount)],
    ],
  );
}

function circumstanceTable({ environment }: Comparison): Table {
  return tableOf(
    {
      id: 'circumstances',
      title: 'Circumstances that differ',
      menu: 'Circumstances',
      ...(environment.some(({ warning }) => warning)
        ? { note: 'Those marked can move the latency by themselves.' }
        : {}),
      empty: 'Both sides ran alike.',
    },
    environment,
    [
      ['What', ({ name }) => name],
      ['Baseline', ({ baseline }) => baseline.join(', ')],
      ['Candidate', ({ candidate }) => candidate.join(', ')],
      ['Mark', ({ warning }) => (warning ? { text: 'look', tone: 'warn' } : '')],
    ],
  );
}

function runTable({ runs }: Comparison, links: ReportLinks): Table {
  return tableOf({ id: 'runs', title: 'Runs' }, runs, [
    [
      'Run',
      ({ id }) => {
        const href = links.get(id);
        return { text: id, as: 'code', ...(href === undefined ? {} : { href }) };
      },
    ],
    ['Side', ({ side }) => side],
    ['Started, UTC', ({ startedAt }) => whenText(startedAt)],
    ['Verdict', ({ verdict }) => ({ text: verdict, tone: toneOf(verdict) })],
    ['Release', ({ release }) => release],
    ['#Requests', ({ requests }) => countText(requests)],
    ['#Errors', ({ errorShare }) => shareText(errorShare)],
  ]);
}

import type { DuetDifference } from '../../result/duetResult.ts';
import type { RunComparison } from '../compare/compareResults.ts';
import type { TwinComparison } from '../compare/compareTwins.ts';
import { cut } from '../plainText.ts';
import { countText } from '../quantities.ts';
import { type Cell, type Table, tableOf } from './content.ts';
import { differencePlace, sidesSaid } from './differencePlace.ts';

/** How an unexpected difference and its kin are said. */
export function standingCell({ standing }: DuetDifference): Cell {
  const tones = { UNEXPECTED: 'bad', EXPIRED: 'bad', EXPECTED: 'good', SHOWN: 'quiet', FOLLOWS: 'quiet' } as const;
  const { kind: text } = standing;
  const note =
    'reason' in standing
      ? { note: `${standing.reason}, until ${standing.expires}` }
      : 'after' in standing
        ? { note: `from ${standing.after}: then the twins part` }
        : {};
  return { text, tone: tones[text], ...note };
}

/** How often: of failures also how often the base failed instead. */
export function differenceCount({ aspect, count, reversed }: DuetDifference): string {
  return aspect === 'failure' ? `${countText(count)}, the base alone ${countText(reversed)}` : countText(count);
}

/** Where a difference shows, and what became of what, each side cut to `longest`. */
export function differenceText(difference: DuetDifference, longest?: number): string {
  const { endpoints, path } = difference;
  const { base, candidate } = sidesSaid(difference);
  return `${endpoints.join(', ')} ${path}: ${cut(base, longest)} became ${cut(candidate, longest)}`;
}

/** What twins were answered differently. */
export function differenceTable({ differences }: TwinComparison): Table {
  return tableOf(
    {
      id: 'differences',
      title: 'Answered differently',
      menu: 'Differences',
      note: 'Equal differences as one. Open one for both walks, and a script for each side. Others than UNEXPECTED and EXPIRED ones fail nothing: markup, failures that chance explains, and what follows from another one.',
      empty: 'Twins were answered alike, everywhere.',
    },
    differences,
    [
      ['Standing', standingCell],
      ['Id', ({ id }) => ({ text: id, as: 'code' })],
      ['Endpoints', ({ endpoints }) => ({ text: endpoints.join(', '), as: 'code' })],
      ['Where first', whereCell],
      ['Base', (difference) => sidesSaid(difference).base],
      ['Candidate', (difference) => sidesSaid(difference).candidate],
      ['#Pairs', differenceCount],
    ],
  );
}

/** Survey, page and answers in words, with the member of the body where it is one. */
function whereCell(difference: DuetDifference): Cell {
  const place = differencePlace(difference);
  return difference.path === ''
    ? place
    : { text: difference.path, as: 'code', ...(place === '' ? {} : { note: place }) };
}

/** Differences that the profile expects and that did not come. */
export function expectedTable({ notMet }: TwinComparison): Table {
  return tableOf(
    {
      id: 'expected',
      title: 'Expected, and not met',
      menu: 'Expected',
      empty: 'Nothing that is expected failed to come.',
    },
    notMet,
    [
      ['Difference', ({ difference }) => ({ text: difference, as: 'code' })],
      ['Reason', ({ reason }) => reason],
      ['Until', ({ expires }) => expires],
    ],
  );
}

/** What runs that were made apart may differ in besides: answers to open questions, what was exercised, circumstances. */
export function runParts({ observations, refusals, coverageLost, environment }: RunComparison): Table[] {
  const hasWarning = environment.some(({ warning }) => warning);
  return [
    tableOf(
      {
        id: 'questions',
        title: 'Open questions answered otherwise',
        menu: 'Open questions',
        empty: 'Open questions were answered as before.',
      },
      observations,
      [
        ['Question', ({ question }) => ({ text: question, as: 'prose' })],
        ['Base', ({ base, candidate }) => answersOnly(base, candidate)],
        ['Candidate', ({ base, candidate }) => answersOnly(candidate, base)],
      ],
    ),
    tableOf(
      {
        id: 'refusals',
        title: 'Answers refused on one side only',
        menu: 'Refused',
        empty: 'No question refused answers of one side only.',
      },
      refusals,
      [
        ['Survey, question', ({ surveyId, questionId }) => `${surveyId}, ${questionId}`],
        ['Refused by', ({ side }) => `the ${side} only`],
        ['#Refused', ({ count }) => countText(count)],
        ['Tried', ({ tried }) => ({ text: cut(tried, longestAnswer), as: 'code' })],
        ['The service said', ({ said }) => cut(said, longestAnswer)],
      ],
    ),
    tableOf(
      {
        id: 'coverage',
        title: 'No longer exercised',
        menu: 'Coverage',
        empty: 'All that the base exercised was exercised again.',
      },
      coverageLost,
      [
        ['Kind', ({ kind }) => kind],
        ['Name', ({ name }) => ({ text: name, as: 'code' })],
        ['#Base', ({ baseCount }) => countText(baseCount)],
      ],
    ),
    tableOf(
      {
        id: 'circumstances',
        title: 'Circumstances that differ',
        menu: 'Circumstances',
        ...(hasWarning ? { note: 'Those marked make the sides hard to compare.' } : {}),
        empty: 'Both sides ran alike.',
      },
      environment,
      [
        ['What', ({ name }) => name],
        ['Base', ({ base }) => base.join(', ')],
        ['Candidate', ({ candidate }) => candidate.join(', ')],
        ['Mark', ({ warning }) => (warning ? { text: 'look', tone: 'warn' } : '')],
      ],
    ),
  ];
}

/** Answers that are named, of many that differ, and how much of each. */
const mostAnswers = 2;
const longestAnswer = 51;

/** The answers of one side: all, or where there are many those that the other side has not. */
function answersOnly(answers: readonly string[], others: readonly string[]): string {
  const own = answers.length > mostAnswers ? answers.filter((answer) => !others.includes(answer)) : answers;
  const named = own.slice(0, mostAnswers).map((answer) => cut(answer, longestAnswer));
  const more = own.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(' | ');
}

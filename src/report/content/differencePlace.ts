import { surveyOfPath } from '../../contract/endpoints.ts';
import { ordinalWord } from '../../result/chances.ts';
import type { DuetDifference } from '../../result/duetResult.ts';
import { pageIn, pageNumber, ShownPages } from './shownPages.ts';
import { storyboard } from './storyboard.ts';

/** Answers that are named. */
const mostAnswers = 2;

/** Fewer may have gone back, or returned, by chance. */
const leastAlike = 3;

/** A key of a submission whose page nobody has seen. */
const unworded = /^[a-z_]+_\d+$/;

/** Where twins were answered differently first: `survey 1101, third page, after going back, “Where do you buy beans?”: Other, abc`. */
export function differencePlace({ count, detours = [], example: { base, candidate } }: DuetDifference): string {
  const { steps } = candidate;
  const step = steps.at(-1);
  const survey = surveyOfPath(step?.path ?? '');
  if (step === undefined || survey === null) return '';
  const number = pageNumber(steps.slice(0, -1));
  const place = [
    `survey ${survey}`,
    number === 0 ? '' : `${ordinalWord(number)} page`,
    count < leastAlike || detours.length === 0 ? '' : `after ${detours.join(' and ')}`,
  ].filter((part) => part !== '');
  if (step.endpoint !== 'submit-page') return place.join(', ');
  const bodies = [base, candidate].map((walk) => walk.steps.at(-1)?.response.body ?? '');
  const blamed = bodies.flatMap((body) => [...body.matchAll(/"questionId"\s*:\s*(\d+)/g)].map(([, id]) => id));
  const texts = bodies.flatMap((body) =>
    (pageIn(body)?.questions ?? []).filter(({ id }) => blamed.includes(String(id))).map(({ text }) => text),
  );
  const pages = new ShownPages([{ witness: base }, { witness: candidate }]);
  const story = storyboard({ witness: { ...candidate, failingStep: steps.length - 1 }, path: '' }, pages);
  const given = story.at(-1)?.given.filter(([question]) => texts.length === 0 || texts.includes(question)) ?? [];
  const worded = given.filter(([question]) => !unworded.test(question));
  const said = worded.slice(0, mostAnswers).map(([question, answer]) => `“${question}”: ${answer}`);
  return [...place, ...said].join(', ');
}

/** What each side answered, questions named by their words too. */
export function sidesSaid({ base, candidate, example }: DuetDifference): Pick<DuetDifference, 'base' | 'candidate'> {
  const pages = new ShownPages([{ witness: example.base }, { witness: example.candidate }]);
  return { base: pages.withWords(base), candidate: pages.withWords(candidate) };
}

import { standardErrors } from '../contract/serviceErrors.ts';
import { isStatus } from '../contract/statuses.ts';
import { type Came, commonCame } from '../result/symptom.ts';
import { surveyIn } from './evidence/requestFeatures.ts';
import type { Answer } from './reading/answer.ts';
import { isShownAgain, type ShownPage } from './reading/shownPage.ts';
import { foreignToken } from './tokens.ts';

/** The pages of a walk in their order, and the one that it was on. */
export interface Way {
  readonly pages: readonly ShownPage[];
  readonly current: ShownPage | null;
  /** The mark in its respondent's texts; `''` where it is not known. */
  readonly token: string;
}

/** Nothing is known of the walk. */
export const noWay: Way = { pages: [], current: null, token: '' };

interface Wanted {
  /** Where in the body; `''` for all of it. */
  readonly path: string;
  /** The page that was due, by its identity; `null` where that is the page of the walk, or no page at all. */
  readonly due: string | null;
}

/**
 * What came in place of what was due, in words that say the same of one defect wherever in a survey it shows, so that
 * they tell defects apart and not their occurrences. Ids and texts of the service are in none of them.
 *
 * @returns from the most exact word to the most general.
 */
export function classifyAnswer({ page, status, reading, exchange }: Answer, { path, due }: Wanted, way: Way): Came {
  if (page !== null && path !== 'response.status') {
    // Most pages of others show no text of theirs: what one does show is not narrowed by those.
    if (way.token !== '' && foreignToken(exchange.bodyText, way.token) !== null) return ['page-of-another-respondent'];
    return [...placesOf(page, due, way, exchange.path), 'page'];
  }
  switch (reading.kind) {
    case 'flow':
      return classifyStatus(status);
    case 'standard-error': {
      const isListed = Object.values(standardErrors).some(({ id }) => id === reading.error.id);
      return [`error-${exchange.httpStatus}${isListed ? `-${reading.error.id}` : ''}`];
    }
    case 'administration':
    case 'unshaped':
      return [`http-${exchange.httpStatus}`];
    case 'not-json':
      return [`http-${exchange.httpStatus}-no-json`];
    default:
      return [reading.kind];
  }
}

/** Where in the walk a page stands, beside the one that was due. */
function placesOf(page: ShownPage, due: string | null, { pages, current }: Way, path: string): string[] {
  const survey = surveyIn(path);
  const own = surveyIn(page.nextPageSubmitUrl ?? '');
  if (survey !== null && own !== null && own !== survey) return ['page-of-another-survey'];
  if (page.questions.length === 0) return ['page-without-questions'];
  const dueAt = due === null ? pages.findIndex((each) => isShownAgain(each, current)) : placeOf(due, pages);
  const at = pages.findIndex((each) => isShownAgain(each, page));
  if ((dueAt < 0 || at < 0) && isOfRefused(page)) return ['refused-questions', 'later-page'];
  if (dueAt < 0) return [];
  if (at === dueAt && due !== null) return ['due-page'];
  // Of a walk that is on its first page, that is both.
  if (at === dueAt) return at === 0 ? ['first-page', 'same-page'] : ['same-page'];
  if (at < 0) return due === null ? ['later-page'] : ['page-off-the-way', 'later-page'];
  const places: string[] = [];
  if (at === 0) places.push('first-page');
  if (at === dueAt - 1) places.push('page-before');
  if (at === dueAt + 1) places.push('page-after');
  places.push(at < dueAt ? 'earlier-page' : 'later-page');
  return places;
}

/** Whether a page asks nothing but what was refused. */
function isOfRefused({ questions, rejections }: ShownPage): boolean {
  return questions.every(({ id }) => rejections.some(({ questionId }) => questionId === id));
}

function placeOf(identity: string, pages: readonly ShownPage[]): number {
  return pages.findIndex((page) => page.identity === identity);
}

/** A value where a status stands. */
export function classifyStatus(value: unknown): Came {
  return [isStatus(value) ? value.replaceAll('_', '-') : 'unknown-status'];
}

/** The kind of a value that is of another kind than was due. */
export function classifyKind(value: unknown): Came {
  if (value === undefined) return ['absent'];
  if (value === null) return ['null'];
  return [Array.isArray(value) ? 'array' : typeof value];
}

/** How answers of one kind are stored otherwise than they were given. */
export interface AnswerChange {
  readonly kind: 'choices' | 'texts' | 'other-texts' | 'numbers' | 'dates';
  /** From the most exact word to the most general; none where it is another one altogether. */
  readonly became: readonly string[];
}

/** What became of the answers of a completion: the kind where all that changed are of one, and what came of them all. */
export function classifyChanges(changes: readonly AnswerChange[]): Came {
  const [first = [], ...others] = changes.map(({ kind, became }): Came => {
    const general = became.at(-1);
    return [...became.map((word) => `${kind}-${word}`), kind, ...(general === undefined ? [] : [`answers-${general}`])];
  });
  return [...others.reduce(commonCame, first), 'answers'];
}

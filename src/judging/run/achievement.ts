import { sessionEndpoints } from '../../contract/endpoints.ts';
import { type EntityId, entityIdOf } from '../../contract/entityId.ts';
import { failures } from '../../result/exchange.ts';
import { isOfProfile, type Obstacle, obstacleOf, obstacles, whoseIs } from '../../result/obstacle.ts';
import type { Reason } from '../../result/reason.ts';
import { type Counts, countIn, sumOf } from '../../result/tally/counts.ts';
import type { EndpointSum } from '../../result/tally/delta.ts';

/**
 * Share of walks, and of requests, that must have come to something. Below it a run proves nothing: hardly anybody was
 * there to see the service, whatever thresholds and clauses say.
 */
const leastShare = 0.5;

type Walks = Readonly<Record<string, Readonly<Counts>>>;

/**
 * The surveys of which hardly any walk got anywhere. A walk gets somewhere when it completes, ends with a documented
 * status, or is abandoned by its respondent; those that canvass stopped count for neither. A survey that lets nobody in
 * any more counts for those whom it let in before. Surveys with the same obstacle are one reason.
 *
 * @param least share of walks that must have got somewhere
 */
export function failedWalks(walks: Walks, least = leastShare): Reason[] {
  const byObstacle = new Map<Obstacle, { surveys: EntityId[]; walks: number; failed: number }>();
  for (const [survey, ends] of Object.entries(walks)) {
    const { ended, failed, usual } = summaryOf(ends);
    // Errors of the service are no rule of answers that is not shown.
    const due = usual === 'service-error' ? leastShare : least;
    if (usual === null || failed <= (1 - due) * ended) continue;
    const known = byObstacle.get(usual) ?? { surveys: [], walks: 0, failed: 0 };
    byObstacle.set(usual, {
      surveys: [...known.surveys, entityIdOf(survey)],
      walks: known.walks + ended,
      failed: known.failed + failed,
    });
  }
  return [...byObstacle].map(([obstacle, found]) => ({ code: 'walks-failed', ...found, obstacle }));
}

/**
 * Whether nobody at all reached the service: by a mistake that the profile or its user answers for, or because no answer
 * ever had a status of the document, as of a gateway or another web site. A survey that is shut was
 * reached, and so was a service that refuses in a form of its own, or fails: what their answers break, the service broke.
 *
 * @param statuses how often each documented status came
 */
export function nobodyLetIn(walks: Walks, statuses: Readonly<Counts>): boolean {
  const summaries = Object.values(walks).map(summaryOf);
  const isServed = sumOf(statuses) > countIn(statuses, 'error');
  return (
    summaries.some(({ failed }) => failed > 0) &&
    summaries.every(
      ({ ended, failed, usual }) =>
        failed === ended &&
        usual !== 'survey-shut' &&
        (usual === null ||
          isOfProfile(usual) ||
          (!isServed && whoseIs(usual) !== 'service' && usual !== 'answers-refused')),
    )
  );
}

function summaryOf(ends: Readonly<Counts>): { ended: number; failed: number; usual: Obstacle | null } {
  const stopped = countIn(ends, 'stopped') + countIn(ends, 'cancelled');
  const letIn = countIn(ends, 'completed') + countIn(ends, 'ended') + countIn(ends, 'abandoned');
  const met = obstacles.filter((name) => name !== 'cancelled' && (name !== 'survey-shut' || letIn === 0));
  const [usual = null] = met
    .filter((name) => countIn(ends, name) > 0)
    .sort((a, b) => countIn(ends, b) - countIn(ends, a));
  const failed = met.reduce((sum, name) => sum + countIn(ends, name), 0);
  return { ended: sumOf(ends) - stopped, failed, usual };
}

/** The surveys that turned away or redirected everybody who came to them: a note. @param meant the surveys that are there to do so */
export function turnedAway(walks: Walks, meant: readonly EntityId[]): Reason[] {
  const all = Object.entries(walks).filter(([survey, ends]) => {
    const { ended } = summaryOf(ends);
    return ended > 0 && countIn(ends, 'ended') === ended && !meant.some((id) => String(id) === survey);
  });
  const surveys = all.map(([survey]) => entityIdOf(survey));
  const turned = all.reduce((sum, [, ends]) => sum + countIn(ends, 'ended'), 0);
  return surveys.length === 0 ? [] : [{ code: 'all-turned-away', surveys, walks: turned }];
}

/** That every walk was stopped before its end. */
export function unendedWalks(walks: Walks): Reason[] {
  const all = Object.values(walks);
  const stopped = all.reduce((sum, ends) => sum + countIn(ends, 'stopped'), 0);
  return stopped > 0 && all.every((ends) => sumOf(ends) === countIn(ends, 'stopped'))
    ? [{ code: 'no-walk-ended', walks: stopped }]
    : [];
}

type Measured = ReadonlyMap<string, Pick<EndpointSum, 'requests' | 'outcomes' | 'failures' | 'httpStatuses'>>;

/** That requests of walks hardly ever brought a usable answer. */
export function hardlyAnyAnswer(measured: Measured): Reason[] {
  const walks = [...measured].filter(([id]) => sessionEndpoints.has(id)).map(([, each]) => each);
  const requests = walks.reduce((sum, each) => sum + each.requests, 0);
  const usable = walks.reduce((sum, each) => sum + usableOf(each), 0);
  if (usable >= leastShare * requests) return [];
  return [{ code: 'hardly-any-answer', requests, usable, obstacle: usualOf(walks) }];
}

/** That calls of an administration endpoint never brought a usable answer. */
export function failedCalls(measured: Measured): Reason[] {
  return [...measured]
    .filter(([id, each]) => !sessionEndpoints.has(id) && each.requests > 0 && usableOf(each) === 0)
    .map(([endpoint, each]) => ({
      code: 'calls-failed',
      endpoint,
      requests: each.requests,
      obstacle: usualOf([each]),
    }));
}

/** Answers that canvass did not read to their end, for they were larger than it was told to read: a note. */
export function beyondLimits(measured: Measured): Reason[] {
  const large = [...measured].filter(([, { failures }]) => countIn(failures, 'too-large') > 0);
  const answers = large.reduce((sum, [, { failures }]) => sum + countIn(failures, 'too-large'), 0);
  return answers === 0
    ? []
    : [{ code: 'answers-beyond-limits', answers, endpoints: large.map(([endpoint]) => endpoint) }];
}

function usableOf({ outcomes }: Pick<EndpointSum, 'outcomes'>): number {
  return countIn(outcomes, 'ok') + countIn(outcomes, 'expectedRejection');
}

/** The most frequent obstacle, as far as status and failure tell it. */
function usualOf(measured: readonly Pick<EndpointSum, 'failures' | 'httpStatuses'>[]): Obstacle {
  const met = measured.flatMap((each) => [
    ...failures.map(
      (failure) => [obstacleOf({ failure, httpStatus: 0 }, false), countIn(each.failures, failure)] as const,
    ),
    ...Object.keys(each.httpStatuses)
      .map(Number)
      .filter((httpStatus) => httpStatus >= 300)
      .map((httpStatus) => {
        const count = countIn(each.httpStatuses, String(httpStatus));
        return [obstacleOf({ failure: null, httpStatus }, true), count] as const;
      }),
  ]);
  const [usual, count] = met.sort(([, a], [, b]) => b - a)[0] ?? ['undocumented', 0];
  return count > 0 ? usual : 'undocumented';
}

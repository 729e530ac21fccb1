import type { ClauseId } from '../../contract/clause.ts';
import type { EntityId } from '../../contract/entityId.ts';
import { dimensions, type Showing } from '../../contract/places.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { judgeResume } from '../../judging/rules/moves.ts';
import { judgeSessionReached } from '../../judging/rules/take.ts';
import { withoutAnswersTo } from '../../respondent/answers/knownValid.ts';
import { type Conversation, isRefusal } from '../drive/conversation.ts';
import { Administrator, lacksAdmin } from '../probes/administrator.ts';
import { backAndForth } from '../probes/goingBack.ts';
import { known, maxPages, type Probe, type ProbeContext, type ProbeSettings } from '../probes/probeContext.ts';
import { departmentPlaces, recordPlaces } from './listPlaces.ts';
import { PlacesLeft } from './placesLeft.ts';

/** What of the profile says how far is gone. */
export interface PlacesBudget {
  readonly placesRequests: number;
  readonly deep: boolean;
}

/** How much more a deep look takes. */
const deepTimes = 10;

/**
 * Goes where nobody has been: after probes and crowd, to the places where one of the clauses was not looked at yet, each
 * part of it a probe with places of its own, so that they go side by side, and one that is blocked leaves the others.
 */
export function elsewhere({ placesRequests, deep }: PlacesBudget, clauses: readonly ClauseId[]): readonly Probe[] {
  if (placesRequests === 0) return [];
  const budget = { requests: placesRequests * (deep ? deepTimes : 1) };
  const part = (
    id: string,
    lacks: (settings: ProbeSettings) => string | null,
    run: (context: ProbeContext, left: PlacesLeft) => Promise<void>,
  ): Probe => ({
    id,
    area: 'endpoints',
    lacks,
    run: (context) => run(context, new PlacesLeft(context.environment.evidence, budget, deep, clauses)),
  });
  return [
    part('places-of-records', lacksAdmin('surveyId'), (context, its) => recordPlaces(new Administrator(context), its)),
    part('places-of-departments', lacksAdmin('organizationId'), (context, its) =>
      departmentPlaces(new Administrator(context), its),
    ),
    part('places-of-pages', () => null, walkToPlaces),
  ];
}

const ofWalks = [...dimensions.page, ...dimensions.question, ...dimensions.history];

/** Walks surveys to the places of pages that are left: at each page what leads to one of them, then on. */
export async function walkToPlaces(context: ProbeContext, left: PlacesLeft): Promise<void> {
  await context.inEach(context.walkSurveys, async (surveyId) => {
    left.begin();
    if (left.has(ofWalks)) await walkOne(context, surveyId, left);
  });
}

async function walkOne(context: ProbeContext, surveyId: EntityId, left: PlacesLeft): Promise<void> {
  const { conversation, page: first } = await context.begin(surveyId);
  const mayGoBack = context.backSurveys.includes(surveyId);
  for (let steps = 0; conversation.page !== null && steps < maxPages && !left.isOver; steps++) {
    const { page } = conversation;
    const isFirst = steps === 0;
    if (left.takes(placesOn(page, isFirst, 'resumed')) && !(await resumes(conversation, page))) return;
    if (!(await refuses(conversation, page, isFirst, left))) continue;
    const onward = known(await conversation.answer({ option: steps }));
    left.takes(placesOn(page, isFirst, 'next'));
    if (onward.status !== 'success' || onward.page === null) return;
    if (mayGoBack && left.takes(placesOn(page, isFirst, 'gone back to'), backRequests)) {
      if (!(await backAndForth(context, conversation, page, onward.page, first))) return;
    }
  }
}

const backRequests = 5;

/** Where a page is that came to be shown so, by its kind, its questions, and what is done after it. */
function placesOn(page: ShownPage, isFirst: boolean, how: Showing, questions = page.questions): readonly string[] {
  const kind = page.isFinal === true ? (isFirst ? 'only' : 'final') : isFirst ? 'first' : 'middle';
  const types = questions.map(({ answerType }) => `${answerType} question, ${how}`);
  return [`${kind} page, ${how}`, ...types, `after a page ${how}`];
}

async function resumes(conversation: Conversation, page: ShownPage): Promise<boolean> {
  const exchange = known(await conversation.take());
  judgeSessionReached(exchange.findings, exchange, page);
  return judgeResume(exchange.findings, exchange, page);
}

/** Leaves out one question after the other. @returns whether the page is still to be answered */
async function refuses(
  conversation: Conversation,
  page: ShownPage,
  isFirst: boolean,
  left: PlacesLeft,
): Promise<boolean> {
  for (const question of page.questions) {
    if (!left.takes(placesOn(page, isFirst, 'refused', [question]))) continue;
    const exchange = known(await conversation.give(withoutAnswersTo(conversation.answers(), [question])));
    // It may be left out, and the walk goes on.
    if (!isRefusal(exchange) || exchange.page === null) return false;
  }
  return true;
}

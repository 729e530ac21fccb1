import type { EntityId } from '../../contract/entityId.ts';
import { dimensions, type Showing } from '../../contract/places.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { judgeResume } from '../../judging/rules/moves.ts';
import { judgeSessionReached } from '../../judging/rules/take.ts';
import { withoutAnswersTo } from '../../respondent/answers/knownValid.ts';
import { type Conversation, isRefusal } from '../drive/conversation.ts';
import { backAndForth } from '../probes/goingBack.ts';
import { known, maxPages, type ProbeContext } from '../probes/probeContext.ts';
import type { PlacesLeft } from './placesLeft.ts';

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

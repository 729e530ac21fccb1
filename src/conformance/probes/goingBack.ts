import type { EntityId } from '../../contract/entityId.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import {
  judgeBack,
  judgeBackEarly,
  judgeBackRefused,
  judgeBackTwice,
  judgeForth,
  judgeResume,
  judgeResumeBack,
  judgeUnmoved,
} from '../../judging/rules/moves.ts';
import { judgeBackOnFirst, judgeEarly, judgeNoErrors, judgeSelected } from '../../judging/rules/previousPage.ts';
import { type Conversation, isAccepted, type ProbeExchange, shows } from '../drive/conversation.ts';
import type { AnswerChoice } from '../drive/learntAnswers.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { known, lacksBack, maxPages, type Probe, type ProbeContext, pageShown } from './probeContext.ts';

/** Each option, each kind of text and the Other options, in turn. */
const choices: readonly [Partial<AnswerChoice>, ...Partial<AnswerChoice>[]] = [
  { option: 0, variety: 0 },
  { option: 1, variety: 1 },
  { option: 2, variety: 2 },
  { option: 3, variety: 5 },
  { option: 0, variety: 6, other: true },
  { option: 1, variety: 9, other: true },
];

/** 3. GET previous-page: from each page, twice, with the answers given earlier, and on again. */
export const goingBack: Probe = {
  id: 'going-back',
  area: 'previous-page',
  asks: ['Q-PREVIOUS-FIRST-AFTER-BACK', 'Q-BACK-TEXT', 'Q-BACK-OTHER-KINDS', 'Q-RESUME-AFTER-BACK', 'Q-SELECTED-TYPED'],
  lacks: lacksBack,
  async run(context) {
    const resumed: Resumed[] = [];
    await context.inEach(context.backSurveys, async (surveyId) => {
      const [first, ...others] = choices;
      // Where going back works at all is known from the first walk on.
      await backFromEachPage(context, surveyId, first);
      await context.inEach(others, (choice) => backFromEachPage(context, surveyId, choice));
      const once = await resumedAfterBack(context, surveyId);
      resumed.push(once);
      await backTwice(context, surveyId, once);
    });
    // Where that is after going back is open; but then it is one place, whatever the survey.
    if (!resumed.some(isResumedThere)) return;
    for (const { take, first, isTelling } of resumed) if (isTelling) judgeResume(take.findings, take, first);
  },
};

/** At every page: back, forth with the same answers, back again, forth. */
async function backFromEachPage(
  context: ProbeContext,
  surveyId: EntityId,
  choice: Partial<AnswerChoice>,
): Promise<void> {
  const { conversation, page } = await context.begin(surveyId);
  for (let steps = 0, before = page; steps < maxPages; steps++) {
    const { shown } = conversation;
    const onward = known(await conversation.answer(choice));
    if (isAccepted(onward)) {
      const isComplete = onward.status === 'survey_complete';
      context.walkAggregates.accepted(surveyId, before, conversation.given, isComplete, onward.findings, shown);
    }
    if (onward.status !== 'success' || onward.page === null) return;
    if (!(await backAndForth(context, conversation, before, onward.page, page))) return;
    before = onward.page;
  }
}

/**
 * Back, forth with the same answers, back again, forth.
 *
 * @returns whether the respondent is on the page after `before` again.
 */
export async function backAndForth(
  context: ProbeContext,
  conversation: Conversation,
  before: ShownPage,
  after: ShownPage,
  first: ShownPage,
): Promise<boolean> {
  const { given } = conversation;
  const back = known(await conversation.back());
  if (!judgeBackIn(context, conversation.surveyId, back, before, after) || back.page === null) return false;
  if (before === first) judgeBackOnFirst(back.findings, back.page);
  const isAskedAgain = context.environment.askedAgain.has(before);
  if (!isAskedAgain) {
    judgeSelected(back.findings, back.page, given);
    context.environment.typedAnswers.cameBack(back.findings, back.page, before, given);
  }
  const forth = known(await conversation.submit(given));
  judgeForth(forth.findings, forth, [before, after], isAskedAgain);
  if (!shows(forth, after)) return false;
  const again = known(await conversation.back());
  if (again.page === null || !shows(again, before)) return false;
  if (!isAskedAgain) judgeSelected(again.findings, again.page, given);
  const resumed = known(await conversation.take());
  const place = judgeResumeBack(resumed.findings, resumed, before) ? 'page-shown' : 'furthest-page';
  resumed.findings.observe('Q-RESUME-AFTER-BACK', resumed.page === null ? resumed.name : place);
  if (place !== 'page-shown') return shows(resumed, after);
  return shows(known(await conversation.submit(given)), after);
}

/**
 * Whether going back from a page is allowed is known where the profile names a survey that disallows it, or where it
 * worked from that page before; elsewhere the current page may say that it is disallowed.
 *
 * @returns whether the page before is shown.
 */
function judgeBackIn(
  { settings, walkAggregates }: ProbeContext,
  surveyId: EntityId,
  back: ProbeExchange,
  before: ShownPage,
  current: ShownPage,
): boolean {
  const isThere = back.status === 'success' && shows(back, before);
  if (isThere) walkAggregates.backWorked(surveyId, current);
  const isAllowed = settings.surveys.noBack !== null || walkAggregates.allowsBack(surveyId, current);
  if (!isThere && !isAllowed && shows(back, current)) {
    throw new ProbeBlocked(
      `whether survey ${surveyId} allows going back there is not known, and it stayed where it was`,
    );
  }
  if (back.page !== null) judgeNoErrors(back.findings, back.page, before);
  return judgeBack(back.findings, back, before);
}

/** From the third page to the first: marks of the first page, `previousPageUrl` null, and back once more. */
async function backTwice(context: ProbeContext, surveyId: EntityId, afterOne: Resumed): Promise<void> {
  const { conversation, page: first } = await context.begin(surveyId);
  const second = pageShown(known(await conversation.answer({ option: 1 })));
  const { given } = conversation;
  const third = known(await conversation.answer({ option: 1 }));
  if (third.page === null || third.status !== 'success') throw new ProbeBlocked('the survey has only two pages');
  const once = known(await conversation.back());
  if (!judgeBackIn(context, surveyId, once, second, third.page)) return;
  const twice = known(await conversation.back());
  if (!judgeBackTwice(twice.findings, [once, twice], [second, first]) || twice.page === null) return;
  judgeSelected(twice.findings, twice.page, given);
  judgeBackOnFirst(twice.findings, twice.page);
  const resumed = known(await conversation.take());
  // Where that is after going back is open; but then it is one place, however often one went back. Pages that ask the
  // same say nothing of it.
  const isThere = shows(resumed, first);
  const judge = isResumedThere(afterOne) ? judgeResume : judgeResumeBack;
  judge(resumed.findings, resumed, first);
  if (!isThere) return;
  const beyond = known(await conversation.back());
  if (beyond.page !== null && shows(beyond, first)) judgeSelected(beyond.findings, beyond.page, given);
  const again = shows(beyond, first) ? 'same-page' : beyond.name;
  const isRefused = beyond.exchange.httpStatus === 400 && beyond.reading.kind !== 'flow';
  beyond.findings.observe('Q-PREVIOUS-FIRST-AFTER-BACK', isRefused ? 'error-400' : again);
}

/** Take after going back once, to the first page of a survey. */
interface Resumed {
  readonly take: ProbeExchange;
  readonly first: ShownPage;
  /** Going back showed the first page, which is told from the others by what it asks. */
  readonly isTelling: boolean;
}

async function resumedAfterBack(context: ProbeContext, surveyId: EntityId): Promise<Resumed> {
  const { conversation, page: first } = await context.begin(surveyId);
  known(await conversation.answer({ option: 1 }));
  const back = known(await conversation.back());
  const take = known(await conversation.take());
  return { take, first, isTelling: shows(back, first) && !context.environment.askedAgain.has(first) };
}

function isResumedThere({ take, first, isTelling }: Resumed): boolean {
  return isTelling && shows(take, first);
}

/** previous-page where there is nothing to go back to. */
export const backTooEarly: Probe = {
  id: 'back-too-early',
  area: 'previous-page',
  asks: ['Q-PREVIOUS-400-SHAPE'],
  lacks: lacksBack,
  async run(context) {
    await context.inEach(context.backSurveys, async (surveyId) => {
      const { conversation, page } = await context.begin(surveyId);
      tooEarly(known(await conversation.back()));
      const after = known(await conversation.take());
      judgeUnmoved(after.findings, after, page);
      await earlyAfterRejection(context, surveyId);
    });
  },
};

/** A submission that failed validation has not succeeded: there is still nothing to go back to. */
async function earlyAfterRejection(context: ProbeContext, surveyId: EntityId): Promise<void> {
  const { conversation } = await context.begin(surveyId);
  if (await isRejectedEmpty(context, conversation)) tooEarly(known(await conversation.back()));
}

/** Submits no answers where the page asks for some. @returns whether they were refused */
async function isRejectedEmpty(context: ProbeContext, conversation: Conversation): Promise<boolean> {
  const required = context.requiredIn(conversation.surveyId);
  if (conversation.page?.questions.some(({ id }) => required.includes(id)) !== true) return false;
  return known(await conversation.submit({})).status === 'validation_errors';
}

function tooEarly(exchange: ProbeExchange): void {
  judgeBackEarly(exchange.findings, exchange);
  judgeEarly(exchange.findings, exchange);
}

/** previous-page in a survey that disallows going back. */
export const backDisallowed: Probe = {
  id: 'back-disallowed',
  area: 'states',
  asks: ['Q-NO-BACK-PREVIOUS-URL', 'Q-BACK-REFUSED-FIRST'],
  lacks: (settings) => (settings.surveys.noBack === null ? 'the profile names no surveys.noBack' : null),
  async run(context) {
    const { noBack } = context.settings.surveys;
    if (noBack === null) return;
    const { conversation, page: first } = await context.begin(noBack);
    const early = known(await conversation.back());
    const isError = early.exchange.httpStatus === 400 ? 'error-400' : early.name;
    early.findings.observe('Q-BACK-REFUSED-FIRST', shows(early, first) ? 'current-page' : isError);
    // Others have not tried it on the pages before; in no order of the pages, so that which one it is can be told.
    for (const from of laterPages) await tryEachPage(context, (await context.begin(noBack)).conversation, from);
    await tryEachPage(context, conversation, 0);
  },
};

/** After so many pages going back is tried first, by respondents of their own. */
const laterPages = [2, 1, 0];

/** Answers page after page of a survey that disallows going back, and tries it on each. @param from of so many pages */
async function tryEachPage(context: ProbeContext, conversation: Conversation, from: number): Promise<void> {
  for (let steps = 0; steps < maxPages; steps++) {
    const { page: current, status, findings } = known(await conversation.answer({ option: steps }));
    if (current === null || status !== 'success') return;
    findings.observe('Q-NO-BACK-PREVIOUS-URL', current.previousPageUrl === null ? 'null' : 'path');
    if (steps < from) continue;
    const back = known(await conversation.back());
    if (!judgeBackRefused(back.findings, back, current)) return;
    if (back.page !== null) judgeSelected(back.findings, back.page, {});
    // Disallowed is disallowed the second time too, on returning, and after answers that were refused.
    for (const again of ['back', 'take'] as const) {
      const stayed = known(await conversation[again]());
      if (!judgeBackRefused(stayed.findings, stayed, current)) return;
    }
    if (!(await isRejectedEmpty(context, conversation))) continue;
    const after = known(await conversation.back());
    if (!judgeBackRefused(after.findings, after, current)) return;
  }
}

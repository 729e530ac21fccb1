import type { EntityId } from '../../contract/entityId.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { endsAsClosed, judgeAfterEnd, judgeClosedAtEnd, judgeProgressMoves } from '../../judging/rules/moves.ts';
import { judgeFirstPage } from '../../judging/rules/page.ts';
import { judgeCompleted } from '../../judging/rules/surveyStatuses.ts';
import { judgeCookieKept } from '../../judging/rules/take.ts';
import { type Conversation, isAccepted, type ProbeExchange, shows } from '../drive/conversation.ts';
import type { AnswerChoice } from '../drive/learntAnswers.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { known, maxPages, type Probe, type ProbeContext } from './probeContext.ts';

const choices: readonly Partial<AnswerChoice>[] = [
  { option: 0 },
  { option: 1 },
  { option: 2 },
  { option: 3 },
  { option: 4 },
  { option: 5 },
  { option: 0, variety: 6, other: true },
  { option: 1, variety: 7, other: true },
];

/** States and transitions, Submit-page body keys: whole walks, each option in turn, to the end and beyond it. */
export const walking: Probe = {
  id: 'walking',
  area: 'states',
  asks: [
    'Q-SUBMIT-HTTP',
    'Q-COMPLETE-REDIRECT',
    'Q-TAKE-AFTER-COMPLETE',
    'Q-SUBMIT-AFTER-COMPLETE',
    'Q-PREVIOUS-AFTER-COMPLETE',
    'Q-QUESTION-TYPES',
    'Q-SELECTED-ELSEWHERE',
    'Q-PROGRESS-LAST',
    'Q-PROGRESS-ORDER',
  ],
  async run(context) {
    const { noBack } = context.settings.surveys;
    await context.inEach([...new Set(context.walkSurveys.concat(noBack ?? []))], async (surveyId) => {
      for (const choice of choices) await walk(context, surveyId, choice);
    });
  },
};

async function walk(context: ProbeContext, surveyId: EntityId, choice: Partial<AnswerChoice>): Promise<void> {
  const { earlyCompletions } = context.environment;
  const { conversation, exchange: begun, page: first } = await context.begin(surveyId);
  earlyCompletions.begun(begun.findings, begun, surveyId);
  const { session } = conversation;
  const issued = session.cookie;
  const progress = [first.progress];
  let page = first;
  for (let steps = 0; steps < maxPages; steps++) {
    const { shown } = conversation;
    const exchange = known(await conversation.answer(choice));
    const { findings, status } = exchange;
    if (issued !== null && exchange.page !== null) judgeCookieKept(findings, issued === session.cookie);
    earlyCompletions.unfinished(findings, exchange, surveyId);
    if (isAccepted(exchange)) {
      context.walkAggregates.accepted(
        surveyId,
        page,
        conversation.given,
        status === 'survey_complete',
        findings,
        shown,
      );
    }
    if (status === 'survey_complete') {
      if (Number.isFinite(page.progress)) {
        findings.observe('Q-PROGRESS-LAST', page.progress === 100 ? '100' : 'below-100');
      }
      await afterTheEnd(conversation);
      return;
    }
    if (status !== 'success' || exchange.page === null) {
      if (exchange.page !== null) throw new ProbeBlocked(`survey ${surveyId} took none of the answers tried`);
      if (endsAsClosed(exchange, page)) {
        judgeClosedAtEnd(findings, exchange, known(await context.converse(surveyId).take()));
      }
      return;
    }
    if (!shows(exchange, first) && isAllowingBack(context, surveyId, exchange.page))
      judgeFirstPage(findings, exchange.page, false);
    page = exchange.page;
    progress.push(page.progress);
    if (page.isFinal) {
      findings.observe('Q-PROGRESS-ORDER', orderOf(progress), `survey ${surveyId}`);
      judgeProgressMoves(findings, progress);
    }
  }
  throw new ProbeBlocked(`survey ${surveyId} did not end within ${maxPages} pages`);
}

/** A profile that names its survey without back says with it that the others allow it. */
function isAllowingBack({ settings, walkAggregates }: ProbeContext, surveyId: EntityId, from: ShownPage): boolean {
  const { noBack } = settings.surveys;
  return noBack === null ? walkAggregates.allowsBack(surveyId, from) : noBack !== surveyId;
}

function orderOf(progress: readonly number[]): string {
  const steps = progress.slice(1).map((value, at) => value - (progress[at] ?? 0));
  if (steps.some((step) => step < 0)) return 'may-fall';
  return steps.some((step) => step === 0) ? 'never-falls' : 'grows';
}

/** After completion: no page again, however often one asks, except to a respondent who begins anew. */
async function afterTheEnd(conversation: Conversation): Promise<void> {
  const { session } = conversation;
  const completedIn = conversation.sessionId;
  for (const endpoint of ['submit-page', 'previous-page', 'take', 'take'] as const) {
    const exchange = await afterCompletion(conversation, endpoint);
    const { findings } = exchange;
    // A take in a session of its own, or without any left to carry, begins anew.
    const isRenewed = conversation.sessionId !== completedIn || !session.isCarried;
    const isAnew = endpoint === 'take' && isRenewed;
    judgeAfterEnd(findings, exchange, isAnew);
    findings.observe(questionAfter[endpoint], isAnew && exchange.page !== null ? 'new-session' : after(exchange));
    judgeCompleted(findings, exchange, true);
  }
}

const questionAfter = {
  take: 'Q-TAKE-AFTER-COMPLETE',
  'submit-page': 'Q-SUBMIT-AFTER-COMPLETE',
  'previous-page': 'Q-PREVIOUS-AFTER-COMPLETE',
} as const;

async function afterCompletion(
  conversation: Conversation,
  endpoint: keyof typeof questionAfter,
): Promise<ProbeExchange> {
  if (endpoint === 'take') return known(await conversation.take());
  return known(endpoint === 'submit-page' ? await conversation.submit({}) : await conversation.back());
}

function after(exchange: ProbeExchange): string {
  return exchange.reading.kind === 'session-error' ? 'session-error' : exchange.name;
}

import type { EntityId } from '../../contract/entityId.ts';
import { judgeValidKey } from '../../judging/rules/authentication.ts';
import { judgeBegin, judgeProgress, judgeResume, judgeUnmoved } from '../../judging/rules/moves.ts';
import { judgeFirstPage } from '../../judging/rules/page.ts';
import { judgeSessionId } from '../../judging/rules/sanity.ts';
import {
  judgeCookies,
  judgeNewSession,
  judgeSessionReached,
  judgeSessionSet,
  setCookiesOf,
} from '../../judging/rules/take.ts';
import { type Conversation, isAccepted, type ProbeExchange, shows } from '../drive/conversation.ts';
import { known, maxPages, type Probe, type ProbeContext } from './probeContext.ts';

/** 1. GET take: the first call, the cookie that it sets, and that each first call begins anew. */
export const beginning: Probe = {
  id: 'beginning',
  area: 'take',
  asks: ['Q-SESSION-TRANSPORT', 'Q-PROGRESS-FIRST', 'Q-ROUTE-COOKIE'],
  async run(context) {
    await context.inEach(context.walkSurveys, (surveyId) => beginTwice(context, surveyId));
  },
};

async function beginTwice(context: ProbeContext, surveyId: EntityId): Promise<void> {
  const first = context.converse(surveyId);
  const exchange = known(await first.take());
  judgeFirst(exchange);
  if (exchange.page === null) return;
  judgeSession(exchange, first);
  const { page } = exchange;
  const moved = await first.answer();
  const second = context.converse(surveyId);
  const other = known(await second.take());
  judgeFirst(other);
  judgeNewSession(other.findingsAll, other, page, await movesAlong(first, moved, second));
  judgeSessionId(other.findingsAll, first.sessionId !== null && first.sessionId === second.sessionId);
}

/** Whether a second respondent, where it begins with the page that the first one has reached, moves on with it. */
async function movesAlong(first: Conversation, reached: ProbeExchange, second: Conversation): Promise<boolean> {
  const { page } = second;
  if (page === null || !shows(reached, page) || first.page === null) return false;
  const further = known(await first.answer());
  return isAccepted(further) && !shows(known(await second.take()), page);
}

function judgeFirst(exchange: ProbeExchange): void {
  judgeValidKey(exchange.findings, exchange, true);
  judgeBegin(exchange.findings, exchange);
  if (exchange.page === null) return;
  judgeFirstPage(exchange.findings, exchange.page, true);
  const { progress } = exchange.page;
  if (Number.isFinite(progress)) exchange.findings.observe('Q-PROGRESS-FIRST', progress === 0 ? 'zero' : 'above-zero');
}

function judgeSession({ findings, ...answer }: ProbeExchange, { session, recorder }: Conversation): void {
  const { cookie, isCarried } = session;
  const { address } = recorder.environment.target;
  const names = setCookiesOf(answer.exchange).map((header) => header.split('=', 1)[0]);
  judgeSessionSet(findings, isCarried, () => (names.length === 0 ? 'no Set-Cookie' : `cookies ${names.join(', ')}`));
  const { hostname, protocol } = new URL(address.origin);
  judgeCookies(findings, answer, cookie, { hostname, isTls: protocol === 'https:', basePath: address.prefix });
}

/** States and transitions: take with a session, after every step of a walk. */
export const resuming: Probe = {
  id: 'resuming',
  area: 'states',
  async run(context) {
    await context.inEach(context.walkSurveys, (surveyId) => resumeEverywhere(context, surveyId));
  },
};

async function resumeEverywhere(context: ProbeContext, surveyId: EntityId): Promise<void> {
  const { conversation } = await context.begin(surveyId);
  let progressLeft: number | null = null;
  for (let steps = 0; conversation.page !== null && steps < maxPages; steps++) {
    const shownLast = conversation.page;
    for (const judge of [judgeResume, judgeUnmoved]) {
      const exchange = known(await conversation.take());
      judgeSessionReached(exchange.findings, exchange, shownLast);
      if (!judge(exchange.findings, exchange, shownLast)) return;
      const progress = exchange.page?.progress ?? Number.NaN;
      if (progressLeft !== null) judgeProgress(exchange.findings, progressLeft, shownLast.progress, progress);
    }
    progressLeft = conversation.page.progress;
    const exchange = known(await conversation.answer({ option: steps }));
    if (exchange.status !== 'success') return;
  }
}

import type { EntityId } from '../../contract/entityId.ts';
import { judgeNotCarriedOn } from '../../judging/rules/moves.ts';
import { judgeBackWithoutSession } from '../../judging/rules/previousPage.ts';
import { judgeFixation, judgeSessionId, judgeUndisturbed } from '../../judging/rules/sanity.ts';
import { judgeExpired, judgeUntouched } from '../../judging/rules/submitPage.ts';
import { judgeOwnPages, judgeSessionReached } from '../../judging/rules/take.ts';
import { forged, forgedBehind, madeUp } from '../../respondent/session/session.ts';
import { shows } from '../drive/conversation.ts';
import { known, type Probe, type ProbeContext } from './probeContext.ts';
import { steadily } from './retryOnOutage.ts';

/** Sessions that were never started, dropped, forged: what each endpoint makes of them. */
export const lostSessions: Probe = {
  id: 'lost-sessions',
  area: 'submit-page',
  asks: ['Q-EXPIRED-HTTP', 'Q-TAKE-UNKNOWN-SESSION', 'Q-PREVIOUS-NO-SESSION'],
  async run(context) {
    await context.inEach(context.walkSurveys, async (surveyId) => {
      await neverStarted(context, surveyId);
      for (let steps = 0; steps < 2; steps++) {
        await droppedSession(context, surveyId, steps);
        await forgedSession(context, surveyId, steps);
      }
    });
  },
};

async function neverStarted(context: ProbeContext, surveyId: EntityId): Promise<void> {
  // What is submitted is what the first page asks for: another respondent has seen it.
  const { conversation, exchange } = await context.begin(surveyId);
  const stranger = await steadily(context, () => context.converse(surveyId).submit(conversation.answers()));
  // A service that serves it may take it for the session that was begun last.
  judgeExpired(stranger.findingsWith(exchange), stranger, 'no session');
  const back = known(await context.converse(surveyId).back());
  judgeBackWithoutSession(back.findings, back, 'no-session');
}

/** A made-up session id of the same form as a live one, and what it leaves behind. */
async function forgedSession(context: ProbeContext, surveyId: EntityId, steps: number): Promise<void> {
  const { conversation, page } = await context.advanced(surveyId, steps);
  const given = conversation.session.state();
  // A service may answer a session that it does not know with a new one of its own: that is not made up.
  const made = conversation.sessionId === null ? null : forged(conversation.sessionId);
  const body = conversation.answers();
  const lost = await steadily(context, () => conversation.submit(body, { sessionTransport: 'forge' }));
  judgeExpired(lost.findings, lost, 'unknown session');
  const back = known(await conversation.back());
  judgeBackWithoutSession(back.findings, back, 'unknown-session');
  const taken = known(await conversation.take());
  if (taken.page === null) {
    const isSessionError = taken.reading.kind === 'session-error';
    taken.findings.observe('Q-TAKE-UNKNOWN-SESSION', isSessionError ? 'session-error' : taken.name);
  } else {
    taken.findings.observe('Q-TAKE-UNKNOWN-SESSION', 'new-session');
    judgeFixation(taken.findings, made !== null && conversation.sessionId === made);
  }
  const owner = known(await conversation.take({ stale: given }));
  judgeUntouched(owner.findings, owner, page);
  const stale = madeUp(given, forgedBehind);
  if (JSON.stringify(stale) === JSON.stringify(given)) return;
  const near = await steadily(context, () => conversation.submit(body, { stale }));
  judgeExpired(near.findings, near, 'unknown session');
}

/** A session that is lost in the middle of a walk, and found again. */
async function droppedSession(context: ProbeContext, surveyId: EntityId, steps: number): Promise<void> {
  const { conversation, page } = await context.advanced(surveyId, steps);
  const given = conversation.session.state();
  const lost = known(await conversation.submit(conversation.answers(), { sessionTransport: 'drop' }));
  judgeExpired(lost.findings, lost, 'no session');
  const found = known(await conversation.take({ stale: given }));
  judgeUntouched(found.findings, found, page);
}

/** Two respondents side by side: neither moves the other, and what carries a session leads to that session. */
export const separateSessions: Probe = {
  id: 'separate-sessions',
  area: 'sanity',
  async run(context) {
    await context.inEach(context.walkSurveys, async (surveyId) => {
      await sideBySide(context, surveyId);
      await sameSession(context, surveyId);
    });
  },
};

async function sideBySide(context: ProbeContext, surveyId: EntityId): Promise<void> {
  const ahead = await context.advanced(surveyId, 1);
  const behind = await context.begin(surveyId);
  const behindAgain = known(await behind.conversation.take());
  const aheadAgain = known(await ahead.conversation.take());
  judgeUndisturbed(behindAgain.findingsAll, behindAgain, behind.page);
  judgeUndisturbed(aheadAgain.findingsAll, aheadAgain, ahead.page);
  const { sessionId } = ahead.conversation;
  judgeSessionId(behindAgain.findingsAll, sessionId !== null && sessionId === behind.conversation.sessionId);
  await behind.conversation.answer({ option: 1 });
  const kept = known(await ahead.conversation.take());
  judgeUndisturbed(kept.findingsAll, kept, ahead.page);
}

async function sameSession(context: ProbeContext, surveyId: EntityId): Promise<void> {
  const owner = await context.advanced(surveyId, 1);
  const guest = known(await context.converse(surveyId).take({ swap: owner.conversation }));
  judgeSessionReached(guest.findingsAll, guest, owner.page);
}

/** What one session makes of a second survey. */
export const otherSurvey: Probe = {
  id: 'other-survey',
  area: 'take',
  asks: ['Q-SESSION-OTHER-SURVEY'],
  lacks: (settings) => (settings.surveys.walk.length > 1 ? null : 'surveys.walk has one survey only'),
  async run(context) {
    const [one, two] = context.walkSurveys;
    if (one === undefined || two === undefined) return;
    const own = new Set<EntityId>();
    await context.onPages([two], ({ questions }) => {
      for (const { id } of questions) own.add(id);
      return false;
    });
    // Nobody has taken it in that session.
    const { conversation: stranger } = await context.advanced(one, 1);
    known(await context.converse(two).submit({}, { swap: stranger }));
    const { conversation, page } = await context.advanced(one, 1);
    const before = conversation.sessionId;
    const { token } = conversation.session;
    const visitor = context.converse(two);
    const visit = known(await visitor.take({ swap: conversation }));
    judgeOwnPages(visit.findingsAll, visit, own, conversation.pages);
    if (visit.reading.kind === 'session-error') {
      visit.findings.observe('Q-SESSION-OTHER-SURVEY', 'session-error');
      return;
    }
    if (token === null && visitor.sessionId !== before) {
      visit.findings.observe('Q-SESSION-OTHER-SURVEY', 'new-session');
      return;
    }
    const home = known(await conversation.take({ swap: visitor }));
    judgeNotCarriedOn(home.findingsAll, home, page);
    home.findings.observe('Q-SESSION-OTHER-SURVEY', shows(home, page) ? 'own-position' : 'new-session');
    if (!shows(home, page)) return;
    // What is accepted there may yet take the position here.
    await visitor.submit(visitor.answers({ option: 1 }), { swap: conversation });
    const later = known(await conversation.take({ swap: visitor }));
    judgeNotCarriedOn(later.findingsAll, later, page);
    later.findings.observe('Q-SESSION-OTHER-SURVEY', shows(later, page) ? 'own-position' : 'new-session');
  },
};

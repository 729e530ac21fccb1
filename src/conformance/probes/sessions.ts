import { sessionErrorCode } from '../../contract/serviceErrors.ts';
import type { Turn } from '../drive/conversation.ts';
import { known, type Probe, pageName, type Scene } from './scene.ts';

/** Sessions that were never started, dropped, forged: what each endpoint makes of them. */
export const lostSessions: Probe = {
  id: 'lost-sessions',
  area: 'submit-page',
  clauses: [
    'SUBMIT-EXPIRED-01',
    'SUBMIT-EXPIRED-02',
    'SUBMIT-EXPIRED-04',
    'SANITY-FIXATION-01',
    'PREVIOUS-COOKIE-01',
    'SESSION-ERROR-CODE-01',
  ],
  lacks: () => null,
  async run(scene) {
    await scene.inEach(scene.walkSurveys, async (surveyId) => {
      await neverStarted(scene, surveyId);
      await droppedSession(scene, surveyId);
      await forgedSession(scene, surveyId);
    });
  },
};

function judgeExpired(turn: Turn, clause: 'SUBMIT-EXPIRED-01' | 'SUBMIT-EXPIRED-02'): void {
  const { reading, judge } = turn;
  const holds = reading.kind === 'session-error' && reading.error.code === sessionErrorCode;
  judge.expect(clause, holds, 'a session error, code 1002', () => `${turn.name}, ${pageName(turn.page)}`);
}

async function neverStarted(scene: Scene, surveyId: number): Promise<void> {
  const { page } = await scene.begin(surveyId);
  const stranger = scene.converse(surveyId);
  judgeExpired(known(await stranger.submit({ [`u_${page.questions[0]?.id}`]: '1' })), 'SUBMIT-EXPIRED-02');
  judgeNoPage(known(await scene.converse(surveyId).back()), 'no-session');
}

function judgeNoPage(turn: Turn, situation: string): void {
  const { judge, reading } = turn;
  judge.expect('PREVIOUS-COOKIE-01', turn.page === null, 'no page without a session', () => pageName(turn.page));
  if (reading.kind === 'session-error') {
    const expired = String(reading.error.message).startsWith('Session expired');
    judge.observe('Q-PREVIOUS-NO-SESSION', expired ? 'expired' : 'no-previous', situation);
  } else
    judge.observe('Q-PREVIOUS-NO-SESSION', reading.kind === 'standard-error' ? 'standard-400' : turn.name, situation);
}

/** A made-up session id of the same form as a live one, and what it leaves behind. */
async function forgedSession(scene: Scene, surveyId: number): Promise<void> {
  const { conversation, pages } = await scene.advanced(surveyId, 1);
  const given = conversation.scripted.session.state();
  const current = pages[1] ?? null;
  judgeExpired(known(await conversation.submit(conversation.answers(), { carrier: 'forge' })), 'SUBMIT-EXPIRED-01');
  const forged = conversation.sessionId;
  judgeNoPage(known(await conversation.back()), 'unknown-session');
  const taken = known(await conversation.take());
  if (taken.page === null) {
    const { kind } = taken.reading;
    taken.judge.observe('Q-TAKE-UNKNOWN-SESSION', kind === 'session-error' ? 'session-error' : taken.name);
  } else {
    const adopted = forged !== null && conversation.sessionId === forged;
    taken.judge.observe('Q-TAKE-UNKNOWN-SESSION', 'new-session');
    const expected = 'a session id of the service, not the one that was made up';
    taken.judge.expect('SANITY-FIXATION-01', !adopted, expected, () => 'the made-up session id goes on as a session');
  }
  const owner = known(await conversation.take({ stale: given }));
  const untouched = owner.page?.identity === current?.identity;
  owner.judge.expect('SUBMIT-EXPIRED-04', untouched, pageName(current), () => `${owner.name}, ${pageName(owner.page)}`);
}

/** A session that is lost in the middle of a walk, and found again. */
async function droppedSession(scene: Scene, surveyId: number): Promise<void> {
  const { conversation, page } = await scene.begin(surveyId);
  const given = conversation.scripted.session.state();
  judgeExpired(known(await conversation.submit(conversation.answers(), { carrier: 'drop' })), 'SUBMIT-EXPIRED-02');
  const found = known(await conversation.take({ stale: given }));
  const same = found.page?.identity === page.identity;
  found.judge.expect('SUBMIT-EXPIRED-04', same, pageName(page), () => `${found.name}, ${pageName(found.page)}`);
}

/** Two respondents side by side: neither moves the other, and a carrier leads to its own session. */
export const separateSessions: Probe = {
  id: 'separate-sessions',
  area: 'sanity',
  clauses: ['SANITY-ISOLATION-02', 'TAKE-COOKIE-03', 'SANITY-ISOLATION-03'],
  lacks: () => null,
  async run(scene) {
    await scene.inEach(scene.walkSurveys, async (surveyId) => {
      await sideBySide(scene, surveyId);
      await sameCarrier(scene, surveyId);
    });
  },
};

async function sideBySide(scene: Scene, surveyId: number): Promise<void> {
  const ahead = await scene.advanced(surveyId, 1);
  const behind = await scene.begin(surveyId);
  const behindAgain = known(await behind.conversation.take());
  const aheadAgain = known(await ahead.conversation.take());
  const places = [
    [behindAgain, behind.page],
    [aheadAgain, ahead.pages[1] ?? null],
  ] as const;
  for (const [turn, page] of places) {
    const stayed = turn.page?.identity === page?.identity;
    turn.judgeAll.expect('SANITY-ISOLATION-02', stayed, pageName(page), () => `${turn.name}, ${pageName(turn.page)}`);
  }
  const distinct = ahead.conversation.sessionId !== behind.conversation.sessionId;
  behindAgain.judgeAll.expect('SANITY-ISOLATION-03', distinct, 'another session id', () => 'the same session id twice');
  await behind.conversation.answer({ option: 1 });
  const kept = known(await ahead.conversation.take());
  const still = kept.page?.identity === ahead.pages[1]?.identity;
  kept.judgeAll.expect('SANITY-ISOLATION-02', still, pageName(ahead.pages[1] ?? null), () => pageName(kept.page));
}

async function sameCarrier(scene: Scene, surveyId: number): Promise<void> {
  const owner = await scene.advanced(surveyId, 1);
  const guest = scene.converse(surveyId);
  const turn = known(await guest.take({ swap: owner.conversation.scripted.session.state() }));
  const page = owner.pages[1] ?? null;
  const same = turn.page?.identity === page?.identity;
  turn.judgeAll.expect('TAKE-COOKIE-03', same, `${pageName(page)}, the state of that session`, () =>
    pageName(turn.page),
  );
}

/** What one session makes of a second survey. */
export const otherSurvey: Probe = {
  id: 'other-survey',
  area: 'take',
  clauses: [],
  lacks: (settings) => (settings.surveys.walk.length > 1 ? null : 'surveys.walk has one survey only'),
  async run(scene) {
    const [one, two] = scene.walkSurveys;
    if (one === undefined || two === undefined) return;
    const { conversation, pages } = await scene.advanced(one, 1);
    const before = conversation.sessionId;
    const state = conversation.scripted.session.state();
    const visitor = scene.converse(two);
    const turn = known(await visitor.take({ swap: state }));
    if (turn.reading.kind === 'session-error') {
      turn.judge.observe('Q-SESSION-OTHER-SURVEY', 'session-error');
      return;
    }
    if (state.token === null && visitor.sessionId !== before) {
      turn.judge.observe('Q-SESSION-OTHER-SURVEY', 'new-session');
      return;
    }
    const home = known(await conversation.take({ swap: visitor.scripted.session.state() }));
    const kept = home.page?.identity === pages[1]?.identity;
    home.judge.observe('Q-SESSION-OTHER-SURVEY', kept ? 'own-position' : 'new-session');
  },
};

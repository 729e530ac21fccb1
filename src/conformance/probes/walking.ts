import type { ClauseId } from '../../contract/clauses/catalogue.ts';
import { type AnswerChoice, otherIdOf } from '../drive/answering.ts';
import type { Conversation, Turn } from '../drive/conversation.ts';
import type { PageView, QuestionView } from '../drive/pageView.ts';
import { known, type Probe, ProbeBlocked, pageName, type Scene } from './scene.ts';

const maxPages = 200;

/** States and transitions, Submit-page body keys: whole walks, each option in turn, to the end and beyond it. */
export const walking: Probe = {
  id: 'walking',
  area: 'states',
  clauses: [
    'ROUTE-SUBMIT-01',
    'MOVE-ADVANCE-01',
    'MOVE-ADVANCE-02',
    'MOVE-ADVANCE-03',
    'MOVE-COMPLETE-01',
    'MOVE-TERMINAL-01',
    'STATUS-COMPLETED-01',
    'SUBMIT-URL-01',
    'TAKE-COOKIE-02',
    'TAKE-COOKIE-03',
    'KEYS-SINGLE-01',
    'KEYS-MULTIPLE-01',
    'KEYS-TEXT-01',
    'KEYS-OTHER-01',
    'KEYS-RANK-01',
    'KEYS-ALLOCATION-01',
    'KEYS-DATE-01',
    'KEYS-TIME-01',
    'KEYS-CALENDAR-01',
    'KEYS-TOGETHER-01',
  ],
  lacks: () => null,
  async run(scene) {
    const choices: Partial<AnswerChoice>[] = [{ option: 0 }, { option: 1 }, { option: 2 }, { option: 0, other: true }];
    await scene.inEach(scene.walkSurveys, async (surveyId) => {
      for (const choice of choices) await walk(scene, surveyId, choice);
    });
  },
};

async function walk(scene: Scene, surveyId: number, choice: Partial<AnswerChoice>): Promise<void> {
  const { conversation, turn: first } = await scene.begin(surveyId);
  let page: PageView | null = first.page;
  const progress = page === null ? [] : [page.progress];
  const issued = conversation.scripted.session.cookie;
  for (let steps = 0; page !== null; steps++) {
    if (steps >= maxPages) throw new ProbeBlocked(`survey ${surveyId} did not end within ${maxPages} pages`);
    const turn = known(await conversation.answer(choice));
    judgeStep(turn, page, choice, surveyId !== scene.settings.surveys.noBack);
    judgeCookie(turn, issued, conversation.scripted.session.cookie);
    if (turn.status === 'success' || turn.status === 'survey_complete') {
      scene.walkBook.accepted(surveyId, page, turn.status === 'survey_complete', turn.judge);
    }
    if (turn.status === 'survey_complete' && Number.isFinite(page.progress)) {
      turn.judge.observe('Q-PROGRESS-LAST', page.progress === 100 ? '100' : 'below-100');
    }
    if (turn.status === 'validation_errors' || turn.page === null) break;
    progress.push(turn.page.progress);
    if (turn.page.isFinal) turn.judge.observe('Q-PROGRESS-ORDER', orderOf(progress), `survey ${surveyId}`);
    page = turn.page;
  }
  if (conversation.page === null) await afterTheEnd(conversation, first.page?.identity ?? '');
}

function orderOf(progress: readonly number[]): string {
  const steps = progress.slice(1).map((value, at) => value - (progress[at] ?? 0));
  if (steps.some((step) => step < 0)) return 'may-fall';
  return steps.some((step) => step === 0) ? 'never-falls' : 'grows';
}

/** One submission of valid answers: where it may lead. `allowsBack`: the survey is not known to disallow going back. */
function judgeStep(turn: Turn, page: PageView, choice: Partial<AnswerChoice>, allowsBack: boolean): void {
  const { judge, status } = turn;
  judge.expect('ROUTE-SUBMIT-01', turn.reading.kind === 'flow', 'a body of the respondent flow', () => turn.name);
  judge.expect(
    'STATUS-COMPLETED-01',
    status !== 'already_completed',
    'no `already_completed` before the end',
    () => turn.name,
  );
  const ends = new Set([
    'survey_complete',
    'redirect',
    'quota_full',
    'survey_closed',
    'survey_paused',
    'survey_opt_out',
  ]);
  const accepted = status === 'success' || ends.has(status);
  const questions = `valid answers to ${pageName(page)}`;
  judge.expect('MOVE-ADVANCE-02', accepted, `${questions} are accepted`, () => describe(turn));
  judge.expect('SUBMIT-URL-01', accepted || status === 'validation_errors', 'the page at its URL', () =>
    describe(turn),
  );
  if (status === 'success') {
    const moved = turn.page !== null && turn.page.identity !== page.identity;
    judge.expect('MOVE-ADVANCE-01', moved, `the page after ${pageName(page)}`, () => pageName(turn.page));
    const { previousPageUrl } = turn.page ?? { previousPageUrl: null };
    if (moved && allowsBack && previousPageUrl === null) {
      judge.expect('PAGE-PREVIOUS-URL-01', false, 'the path of previous-page on a page after the first', () => 'null');
    }
  }
  if (page.isFinal && accepted) {
    judge.expect('MOVE-COMPLETE-01', status === 'survey_complete', 'survey_complete after the final page', () =>
      describe(turn),
    );
  }
  for (const clause of keyClausesOf(page, choice)) {
    judge.expect(clause, accepted, `${questions} are accepted`, () => describe(turn));
  }
}

function judgeCookie(turn: Turn, issued: string | null, now: string | null): void {
  if (issued === null) return;
  turn.judge.expect('TAKE-COOKIE-02', issued === now, 'the session cookie of the first call', () =>
    now === null ? 'the cookie was deleted' : 'another session cookie was set',
  );
}

/** After completion: no page again, except to a respondent who begins anew. */
async function afterTheEnd(conversation: Conversation, firstPage: string): Promise<void> {
  const { session } = conversation.scripted;
  const completedIn = session.cookie;
  for (const endpoint of ['submit-page', 'previous-page', 'take'] as const) {
    const turn = await afterCompletion(conversation, endpoint);
    const renewed = session.cookie !== completedIn || (completedIn === null && turn.page?.identity === firstPage);
    const anew = endpoint === 'take' && renewed;
    const expected = 'no page in a session that has completed the survey';
    turn.judge.expect('MOVE-TERMINAL-01', turn.page === null || anew, expected, () => describe(turn));
    turn.judge.observe(questionAfter[endpoint], anew ? 'new-session' : after(turn));
    turn.judge.expect('STATUS-COMPLETED-01', true, 'the respondent has finished', () => '');
  }
}

const questionAfter = {
  take: 'Q-TAKE-AFTER-COMPLETE',
  'submit-page': 'Q-SUBMIT-AFTER-COMPLETE',
  'previous-page': 'Q-PREVIOUS-AFTER-COMPLETE',
} as const;

async function afterCompletion(conversation: Conversation, endpoint: keyof typeof questionAfter): Promise<Turn> {
  if (endpoint === 'take') return known(await conversation.take());
  return known(endpoint === 'submit-page' ? await conversation.submit({}) : await conversation.back());
}

function after(turn: Turn): string {
  return turn.reading.kind === 'session-error' ? 'session-error' : turn.name;
}

/** The key forms that answers to a page exercise. */
function keyClausesOf(page: PageView, choice: Partial<AnswerChoice>): ReadonlySet<ClauseId> {
  const clauses = new Set<ClauseId>();
  for (const question of page.questions) {
    for (const clause of keyClauses(question)) clauses.add(clause);
    if (choice.other === true && otherIdOf(question) !== null) clauses.add('KEYS-OTHER-01');
  }
  if (page.questions.length > 1) clauses.add('KEYS-TOGETHER-01');
  return clauses;
}

const clauseByPrefix: Readonly<Record<string, ClauseId>> = {
  u_: 'KEYS-SINGLE-01',
  m_: 'KEYS-MULTIPLE-01',
  t_: 'KEYS-TEXT-01',
  r_: 'KEYS-RANK-01',
  s_: 'KEYS-ALLOCATION-01',
};

function keyClauses({ prefix, inputs }: QuestionView): ClauseId[] {
  const known = clauseByPrefix[prefix];
  if (known !== undefined) return [known];
  const names = [...inputs];
  const has = (part: string): boolean => names.some((name) => name.startsWith(`dt_${part}_`));
  const clauses: ClauseId[] = [];
  if (has('day')) clauses.push('KEYS-DATE-01');
  if (has('hr')) clauses.push('KEYS-TIME-01');
  if (has('cal')) clauses.push('KEYS-CALENDAR-01');
  return clauses;
}

function describe(turn: Turn): string {
  const errors = turn.reading.kind === 'flow' ? turn.reading.response.validationErrors : undefined;
  return errors === undefined ? `${turn.name}, ${pageName(turn.page)}` : `${turn.name} ${JSON.stringify(errors)}`;
}

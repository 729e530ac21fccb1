import { sessionErrorCode, sessionErrors } from '../../contract/serviceErrors.ts';
import type { Turn } from '../drive/conversation.ts';
import { known, lacksBack, type Probe, pageIn, pageName, type Scene } from './scene.ts';

/** previous-page where there is nothing to go back to. */
export const backTooEarly: Probe = {
  id: 'back-too-early',
  area: 'previous-page',
  clauses: ['MOVE-BACK-EARLY-01', 'PREVIOUS-EARLY-01', 'PREVIOUS-EARLY-02', 'PREVIOUS-EARLY-03', 'MOVE-RESUME-02'],
  lacks: lacksBack,
  async run(scene) {
    await scene.inEach(scene.backSurveys, async (surveyId) => {
      const { conversation, page } = await scene.begin(surveyId);
      judgeEarly(known(await conversation.back()));
      const after = known(await conversation.take());
      const same = after.page?.identity === page.identity;
      after.judge.expect('MOVE-RESUME-02', same, pageName(page), () => `${after.name}, ${pageName(after.page)}`);
      await earlyAfterRejection(scene, surveyId);
    });
  },
};

/** A submission that failed validation has not succeeded: there is still nothing to go back to. */
async function earlyAfterRejection(scene: Scene, surveyId: number): Promise<void> {
  const required = scene.settings.surveys.required[String(surveyId)] ?? [];
  const { conversation, page } = await scene.begin(surveyId);
  if (!page.questions.some(({ id }) => required.includes(id))) return;
  const rejected = known(await conversation.submit({}));
  if (rejected.status === 'validation_errors') judgeEarly(known(await conversation.back()));
}

function judgeEarly(turn: Turn): void {
  const { judge, reading, exchange } = turn;
  const isError = reading.kind === 'session-error' || reading.kind === 'standard-error';
  judge.expect('MOVE-BACK-EARLY-01', isError && exchange.httpStatus === 400, 'error 400', () => turn.name);
  judge.expect('PREVIOUS-EARLY-01', exchange.httpStatus === 400, 'HTTP 400', () => `HTTP ${exchange.httpStatus}`);
  const known = reading.kind === 'standard-error' || (isError && reading.error.code === sessionErrorCode);
  judge.expect('PREVIOUS-EARLY-02', known, 'code 1002, or the standard error body', () => turn.name);
  if (!isError) return;
  judge.observe('Q-PREVIOUS-400-SHAPE', reading.kind === 'session-error' ? 'session-error' : 'standard');
  if (reading.kind === 'session-error') {
    const { noPreviousPage } = sessionErrors;
    judge.expect('PREVIOUS-EARLY-03', reading.error.message === noPreviousPage, `"${noPreviousPage}"`, () => turn.name);
  }
}

/** previous-page in a survey that disallows going back. */
export const backDisallowed: Probe = {
  id: 'back-disallowed',
  area: 'states',
  clauses: ['MOVE-BACK-REFUSED-01'],
  lacks: (settings) => (settings.surveys.noBack === null ? 'the profile names no surveys.noBack' : null),
  async run(scene) {
    const { noBack } = scene.settings.surveys;
    if (noBack === null) return;
    const { conversation, page: first } = await scene.begin(noBack);
    const early = known(await conversation.back());
    const shownAgain = early.status === 'success' && early.page?.identity === first.identity;
    early.judge.observe('Q-BACK-REFUSED-FIRST', earlyAnswer(early, shownAgain));
    for (let steps = 0; steps < 3; steps++) {
      const turn = known(await conversation.answer());
      if (turn.page === null || turn.status !== 'success') return;
      const current = pageIn(turn);
      turn.judge.observe('Q-NO-BACK-PREVIOUS-URL', current.previousPageUrl === null ? 'null' : 'path');
      const back = known(await conversation.back());
      const stayed = back.status === 'success' && back.page?.identity === current.identity;
      const expected = `success with ${pageName(current)}, the current page`;
      back.judge.expect('MOVE-BACK-REFUSED-01', stayed, expected, () => `${back.name}, ${pageName(back.page)}`);
      const resumed = known(await conversation.take());
      const kept = resumed.page?.identity === current.identity;
      resumed.judge.expect('MOVE-BACK-REFUSED-01', kept, pageName(current), () => pageName(resumed.page));
      if (!stayed) return;
    }
  },
};

function earlyAnswer(turn: Turn, shownAgain: boolean): string {
  if (shownAgain) return 'current-page';
  return turn.exchange.httpStatus === 400 ? 'error-400' : turn.name;
}

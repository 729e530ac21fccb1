import { isObject } from '../checks/fields.ts';
import type { SubmitBody } from '../drive/answering.ts';
import type { Turn } from '../drive/conversation.ts';
import type { PageView } from '../drive/pageView.ts';
import { shown } from '../ledger/judge.ts';
import { known, type Probe, pageName, type Scene } from './scene.ts';

const maxPages = 200;
const requiredMessage = 'This question is required.';

/** 2. POST submit-page: required answers that are left out, one by one and all at once. */
export const missingAnswers: Probe = {
  id: 'missing-answers',
  area: 'submit-page',
  clauses: [
    'SUBMIT-VALIDATION-01',
    'SUBMIT-VALIDATION-02',
    'SUBMIT-VALIDATION-03',
    'SUBMIT-VALIDATION-04',
    'SUBMIT-VALIDATION-05',
    'SUBMIT-VALIDATION-06',
    'SUBMIT-VALIDATION-07',
    'SUBMIT-VALIDATION-08',
    'MOVE-REJECT-01',
    'MOVE-REJECT-02',
    'PAGE-VALIDATION-01',
    'PAGE-VALIDATION-ID-01',
    'PAGE-VALIDATION-MESSAGE-01',
    'PAGE-VALIDATION-ANSWERS-01',
  ],
  lacks: (settings) =>
    settings.surveys.walk.some(({ id }) => (settings.surveys.required[String(id)] ?? []).length > 0)
      ? null
      : 'the profile names no surveys.required for a walk survey',
  async run(scene) {
    await scene.inEach(scene.walkSurveys, async (surveyId) => {
      const required = scene.settings.surveys.required[String(surveyId)] ?? [];
      if (required.length > 0) await leaveOut(scene, surveyId, required);
    });
  },
};

async function leaveOut(scene: Scene, surveyId: number, required: readonly number[]): Promise<void> {
  const { conversation } = await scene.begin(surveyId);
  for (let steps = 0; conversation.page !== null && steps < maxPages; steps++) {
    const page: PageView = conversation.page;
    const whole = conversation.answers();
    const missing = page.questions.filter(({ id }) => required.includes(id));
    for (const question of missing) {
      const partial = Object.fromEntries(Object.entries(whole).filter(([key]) => !question.inputs.has(key)));
      const turn = known(await conversation.submit(partial));
      judgeRejection(turn, page, [question.id]);
      observeKept(turn, partial, conversation.token);
      if (turn.status !== 'validation_errors') return;
    }
    if (missing.length > 0) {
      const empty = known(await conversation.submit({}));
      const ids = missing.map(({ id }) => id);
      judgeRejection(empty, page, ids);
      if (empty.status !== 'validation_errors') return;
      const resumed = known(await conversation.take());
      const stayed = resumed.page?.identity === page.identity;
      resumed.judge.expect('MOVE-REJECT-02', stayed, pageName(page), () => pageName(resumed.page));
    }
    const turn = known(await conversation.submit(whole));
    const accepted = turn.status === 'success' || turn.status === 'survey_complete';
    const moved = turn.page === null || turn.page.identity !== page.identity;
    if (missing.length > 0) {
      turn.judge.expect(
        'SUBMIT-VALIDATION-06',
        accepted && moved,
        'acceptance of the answers put right',
        () => turn.name,
      );
    }
    if (!accepted || !moved) return;
  }
}

/** Whether texts that were sent along are still there on the page that is shown again. */
function observeKept(turn: Turn, sent: SubmitBody, token: string): void {
  if (turn.status !== 'validation_errors' || turn.page === null) return;
  const hadText = Object.values(sent).some((value) => typeof value === 'string' && value.includes(token));
  if (!hadText) return;
  const kept = turn.page.questions.some(({ html, json }) => html.includes(token) || json.includes(token));
  turn.judge.observe('Q-INVALID-KEEPS-ANSWERS', kept ? 'kept' : 'dropped');
}

/** A submission without the answers to `missing`, all of them required. */
function judgeRejection(turn: Turn, page: PageView, missing: readonly number[]): void {
  const { judge, reading } = turn;
  const rejected = turn.status === 'validation_errors';
  const expected = `validation_errors for question ${missing.join(', ')}`;
  judge.expect('MOVE-REJECT-01', rejected, expected, () => `${turn.name}, ${pageName(turn.page)}`);
  judge.expect('SUBMIT-VALIDATION-01', rejected, expected, () => `${turn.name}, ${pageName(turn.page)}`);
  const isError = reading.kind === 'standard-error' || reading.kind === 'session-error';
  judge.expect('SUBMIT-VALIDATION-08', !isError, 'a page, not an error body', () => turn.name);
  if (!rejected || reading.kind !== 'flow') return;
  const same = turn.page?.identity === page.identity;
  judge.expect('MOVE-REJECT-02', same, `${pageName(page)} again`, () => pageName(turn.page));
  const errors = Array.isArray(reading.response.validationErrors) ? reading.response.validationErrors : [];
  const named = errors.flatMap((error) => (isObject(error) ? [error.questionId] : []));
  for (const id of missing) {
    judge.expect('SUBMIT-VALIDATION-02', named.includes(id), `question ${id} named`, () => shown(errors));
  }
  for (const error of errors) {
    if (!isObject(error) || !missing.includes(Number(error.questionId))) continue;
    const { message, answerErrors } = error;
    judge.expect('SUBMIT-VALIDATION-04', message === requiredMessage, `"${requiredMessage}"`, () => shown(message));
    judge.expect('SUBMIT-VALIDATION-05', answerErrors === null, 'answerErrors null', () => shown(answerErrors));
  }
}

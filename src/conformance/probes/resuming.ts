import { known, type Probe, pageName, type Scene } from './scene.ts';

const maxPages = 200;

/** States and transitions: take with a session, after every step of a walk. */
export const resuming: Probe = {
  id: 'resuming',
  area: 'states',
  clauses: ['MOVE-RESUME-01', 'MOVE-RESUME-02', 'TAKE-COOKIE-03', 'SANITY-LOST-01'],
  lacks: () => null,
  async run(scene) {
    await scene.inEach(scene.walkSurveys, (surveyId) => resumeEverywhere(scene, surveyId));
  },
};

async function resumeEverywhere(scene: Scene, surveyId: number): Promise<void> {
  const { conversation } = await scene.begin(surveyId);
  for (let steps = 0; conversation.page !== null && steps < maxPages; steps++) {
    const shownLast = conversation.page;
    for (const clause of ['MOVE-RESUME-01', 'MOVE-RESUME-02'] as const) {
      const turn = known(await conversation.take());
      const same = turn.page?.identity === shownLast.identity;
      const expected = `${pageName(shownLast)}, which was shown last`;
      turn.judge.expect(clause, same, expected, () => `${turn.name}, ${pageName(turn.page)}`);
      turn.judge.expect('TAKE-COOKIE-03', same, expected, () => `${turn.name}, ${pageName(turn.page)}`);
      if (!same) return;
    }
    const turn = known(await conversation.answer());
    const moved = turn.status !== 'success' || turn.page?.identity !== shownLast.identity;
    turn.judge.expect('SANITY-LOST-01', moved, `beyond ${pageName(shownLast)}`, () => pageName(turn.page));
    if (turn.status === 'validation_errors') return;
  }
}

import type { Turn } from '../drive/conversation.ts';
import { known, type Probe, pageName, type Scene } from './scene.ts';

/** Submitting twice, in turn and at once. */
export const doubleSubmit: Probe = {
  id: 'double-submit',
  area: 'sanity',
  clauses: ['SANITY-CONCURRENT-01', 'SANITY-DUPLICATE-01'],
  lacks: () => null,
  async run(scene) {
    await scene.inEach(scene.walkSurveys, async (surveyId) => {
      const order = await inTurn(scene, surveyId);
      for (let round = 0; round < 3; round++) await atOnce(scene, surveyId, order);
    });
  },
};

/** Between submissions in turn, so that nothing of the first is still under way. */
const restMs = 100;

/** @returns the pages that two equal submissions in turn lead through: what simultaneous ones may reach at most. */
async function inTurn(scene: Scene, surveyId: number): Promise<readonly string[]> {
  const { conversation, page } = await scene.begin(surveyId);
  const body = conversation.answers();
  const first = known(await conversation.submit(body));
  await scene.pause(restMs);
  const second = known(await conversation.submit(body));
  const resumed = known(await conversation.take());
  if (first.status === 'success') {
    second.judge.observe('Q-DOUBLE-SUBMIT', secondSubmit(second, first.page?.identity ?? ''), page.identity);
  }
  return [page.identity, first.page?.identity ?? '', resumed.page?.identity ?? ''];
}

function secondSubmit(turn: Turn, current: string): string {
  if (turn.status === 'validation_errors') return 'validation_errors';
  if (turn.reading.kind !== 'flow') return 'error';
  return turn.page?.identity === current ? 'success-same' : 'success-next';
}

async function atOnce(scene: Scene, surveyId: number, reachable: readonly string[]): Promise<void> {
  const { conversation } = await scene.begin(surveyId);
  const body = conversation.answers();
  const concurrent = scene.stage.nextGroup();
  const turns = await Promise.all([1, 2].map(() => conversation.submit(body, { concurrent })));
  for (const turn of turns) known(turn);
  const resumed = known(await conversation.take());
  const place = resumed.page?.identity ?? '';
  const within = resumed.page === null || reachable.includes(place);
  const expected = `a page that two submissions in turn reach: ${reachable.join(' | ')}`;
  resumed.judgeAll.expect('SANITY-CONCURRENT-01', within, expected, () => pageName(resumed.page));
  const accepted = turns.filter(({ status }) => status === 'success').length;
  const samePage = new Set(turns.map(({ page }) => page?.identity)).size === 1;
  const both = samePage ? 'both-same-page' : 'both-accepted';
  const answer = accepted < 2 ? 'one-accepted' : both;
  resumed.judge.observe('Q-CONCURRENT-SUBMIT', answer, answer);
}

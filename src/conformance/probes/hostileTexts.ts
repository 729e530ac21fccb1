import { answerTo } from '../drive/answering.ts';
import type { Turn } from '../drive/conversation.ts';
import type { QuestionView } from '../drive/pageView.ts';
import { judgeSurvival } from './oddBodies.ts';
import { known, type Probe, ProbeBlocked, type Scene } from './scene.ts';

const script = '<script>alert(1)</script><img src=x onerror=alert(2)>';
const hostileTexts = [
  `"'>${script}`,
  "'; DROP TABLE responses; --",
  '\u202e\u0000\u001b[31m\ufffe',
  '{{7*7}} #{7*7} %00 %s ../../etc/passwd',
  '👩🏽‍🚀 日本語 e\u0301 ﷽',
  '-'.repeat(9000),
];

/** Hostile and huge texts: kept as text, never as markup, and harmless to others. */
export const hostileText: Probe = {
  id: 'hostile-texts',
  area: 'sanity',
  clauses: ['SANITY-ESCAPE-01', 'SANITY-SURVIVES-01'],
  lacks: () => null,
  async run(scene) {
    const found = await findText(scene);
    for (const text of hostileTexts) await giveText(scene, found, text);
    const { conversation, turn } = await reach(scene, found);
    const huge = known(await conversation.submit({ ...conversation.answers(), ...found.key('x'.repeat(100_000)) }));
    const accepted = huge.status === 'success' || huge.status === 'survey_complete';
    const refused = huge.reading.kind === 'standard-error' && huge.exchange.httpStatus === 400;
    const known413 = huge.exchange.httpStatus === 413 ? '413' : huge.name;
    const answer = accepted ? 'accepted' : refused ? 'error-400' : known413;
    turn.judge.observe('Q-HUGE-TEXT', answer);
    await judgeSurvival(scene, found.surveyId);
  },
};

/** A text question: its survey, the pages before it, and the key that answers it. */
interface TextPlace {
  readonly surveyId: number;
  readonly steps: number;
  key(text: string): Record<string, string>;
}

async function findText(scene: Scene): Promise<TextPlace> {
  for (const surveyId of scene.walkSurveys) {
    const { conversation } = await scene.begin(surveyId);
    for (let steps = 0; conversation.page !== null && steps < 20; steps++) {
      const question: QuestionView | undefined = conversation.page.questions.find(({ prefix }) => prefix === 't_');
      const name = question === undefined ? undefined : Object.keys(answerTo(question))[0];
      if (name !== undefined) return { surveyId, steps, key: (text) => ({ [name]: text }) };
      known(await conversation.answer());
    }
  }
  throw new ProbeBlocked('no walk survey has a text question');
}

async function reach(scene: Scene, { surveyId, steps }: TextPlace) {
  return scene.advanced(surveyId, steps);
}

async function giveText(scene: Scene, place: TextPlace, text: string): Promise<void> {
  const { conversation, pages } = await reach(scene, place);
  const turn = known(await conversation.submit({ ...conversation.answers(), ...place.key(text) }));
  judgeEscaped(turn);
  if (turn.status === 'success' && turn.page !== null && turn.page.identity !== pages.at(-1)?.identity) {
    judgeEscaped(known(await conversation.back()));
  }
  await judgeSurvival(scene, place.surveyId);
}

function judgeEscaped(turn: Turn): void {
  if (turn.page === null) return;
  const live = turn.page.questions.find(({ html }) => html.includes('<script>alert(1)') || html.includes('<img src=x'));
  const expected = 'the text as text, its markup escaped';
  turn.judge.expect('SANITY-ESCAPE-01', live === undefined, expected, () => `live markup in question ${live?.id}`);
}

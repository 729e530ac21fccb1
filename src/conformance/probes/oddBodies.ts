import type { QuestionId } from '../../contract/questions/catalogue.ts';
import type { Conversation, Departure, Turn } from '../drive/conversation.ts';
import { known, type Probe, type Scene } from './scene.ts';

/** What a submission becomes that is not what the document describes, and whether the service survives it. */
export const oddBodies: Probe = {
  id: 'odd-bodies',
  area: 'submit-page',
  clauses: ['SANITY-SURVIVES-01', 'ENVELOPE-ERROR-01'],
  lacks: () => null,
  async run(scene) {
    const surveyId = scene.walkSurveys[0];
    if (surveyId === undefined) return;
    await ask(scene, surveyId, 'Q-UNKNOWN-KEY', (c) => c.submit({ ...c.answers(), u_999999999: '1' }));
    await ask(scene, surveyId, 'Q-WRONG-TYPE', (c) => c.submit(withNumbers(c)));
    await ask(scene, surveyId, 'Q-FOREIGN-ANSWER', (c) => c.submit(withForeignAnswer(c)));
    await ask(scene, surveyId, 'Q-MALFORMED-JSON', (c) => c.submit('{"u_1": '));
    await ask(scene, surveyId, 'Q-CONTENT-TYPE', (c) => c.answer({}, asText));
    for (const body of [
      '[]',
      'null',
      '"x"',
      '7',
      '',
      '{"__proto__":{"x":1}}',
      `{"a":${'['.repeat(500)}${']'.repeat(500)}}`,
    ]) {
      await survive(scene, surveyId, (c) => c.submit(body));
    }
    await survive(scene, surveyId, (c) => c.submit({ u_: '1', _: '', '\u0000': '\u0000' }));
    await survive(scene, surveyId, (c) =>
      c.answer({}, { headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
    );
  },
};

const asText: Departure = { headers: { 'content-type': 'text/plain' } };

async function ask(
  scene: Scene,
  surveyId: number,
  question: QuestionId,
  act: (conversation: Conversation) => Promise<Turn>,
): Promise<void> {
  const { conversation, page } = await scene.begin(surveyId);
  const turn = known(await act(conversation));
  turn.judge.observe(question, reactionOf(turn, page.identity));
  await judgeSurvival(scene, surveyId);
}

async function survive(
  scene: Scene,
  surveyId: number,
  act: (conversation: Conversation) => Promise<Turn>,
): Promise<void> {
  const { conversation } = await scene.begin(surveyId);
  known(await act(conversation));
  await judgeSurvival(scene, surveyId);
}

/** After a hostile request the next respondent is served. */
export async function judgeSurvival(scene: Scene, surveyId: number): Promise<void> {
  const turn = known(await scene.converse(surveyId).take());
  turn.judgeAll.expect('SANITY-SURVIVES-01', turn.page !== null, 'a page for the next respondent', () => turn.name);
}

/** What became of a submission, by the names of the open questions. */
function reactionOf(turn: Turn, from: string): string {
  const { reading, exchange, status } = turn;
  if (reading.kind === 'standard-error' && exchange.httpStatus === 400) return 'error-400';
  if (reading.kind !== 'flow') return turn.name;
  if (status !== 'success' && status !== 'survey_complete') return status;
  return turn.page?.identity === from ? 'ignored' : 'accepted';
}

function withNumbers(conversation: Conversation): Record<string, unknown> {
  const entries = Object.entries(conversation.answers()).map(([key, value]): [string, unknown] => {
    if (typeof value === 'string' && /^\d+$/.test(value)) return [key, Number(value)];
    return [key, Array.isArray(value) ? value.map(Number) : value];
  });
  return Object.fromEntries(entries);
}

function withForeignAnswer(conversation: Conversation): Record<string, unknown> {
  const question = conversation.page?.questions.find(({ prefix }) => prefix === 'u_' || prefix === 'm_');
  if (question === undefined) return { ...conversation.answers() };
  const value = question.prefix === 'm_' ? ['999999999'] : '999999999';
  return { ...conversation.answers(), [`${question.prefix}${question.id}`]: value };
}

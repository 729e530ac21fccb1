import type { QuestionId } from '../../contract/questions/catalogue.ts';
import { otherIdOf } from '../drive/answering.ts';
import type { Conversation, Departure, Turn } from '../drive/conversation.ts';
import type { PageView } from '../drive/pageView.ts';
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
    const start = { surveyId, steps: 0 };
    const required = new Set(scene.settings.surveys.required[String(surveyId)] ?? []);
    const ignored = { accepted: 'ignored' };
    const refused = { accepted: 'accepted', 'error-400': 'standard-400' };
    await ask(scene, start, 'Q-UNKNOWN-KEY', ignored, (c) => c.submit({ ...c.answers(), u_999999999: '1' }));
    await ask(scene, start, 'Q-WRONG-TYPE', {}, (c) => c.submit(withNumbers(c)));
    await ask(scene, start, 'Q-FOREIGN-ANSWER', ignored, (c) => c.submit(withForeignAnswer(c, required)));
    const withOther = await findPage(scene, (page) => page.questions.some((question) => otherIdOf(question) !== null));
    if (withOther !== null)
      await ask(scene, withOther, 'Q-OTHER-TEXT', { accepted: 'optional', validation_errors: 'required' }, (c) =>
        c.submit(withoutOtherText(c)),
      );
    const free = await findFreePage(scene);
    await ask(scene, free, 'Q-MALFORMED-JSON', { ...refused, ...ignored }, (c) => c.submit('{"u_1": '));
    await ask(scene, start, 'Q-CONTENT-TYPE', refused, (c) => c.answer({}, asText));
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

/** A page of a survey: how many pages before it are answered. */
interface Place {
  readonly surveyId: number;
  readonly steps: number;
}

/** A page without required questions, where a body that is ignored can be told from one that is rejected. */
async function findFreePage(scene: Scene): Promise<Place> {
  for (const surveyId of scene.walkSurveys) {
    const required = scene.settings.surveys.required[String(surveyId)] ?? [];
    if (required.length === 0) continue;
    const { conversation } = await scene.begin(surveyId);
    for (let steps = 0; conversation.page !== null && steps < 20; steps++) {
      if (!conversation.page.questions.some(({ id }) => required.includes(id))) return { surveyId, steps };
      known(await conversation.answer());
    }
  }
  return { surveyId: scene.walkSurveys[0] ?? 0, steps: 0 };
}

/** The first page of any walk that `fits`. */
async function findPage(scene: Scene, fits: (page: PageView) => boolean): Promise<Place | null> {
  for (const surveyId of scene.walkSurveys) {
    const { conversation } = await scene.begin(surveyId);
    for (let steps = 0; conversation.page !== null && steps < 20; steps++) {
      if (fits(conversation.page)) return { surveyId, steps };
      known(await conversation.answer());
    }
  }
  return null;
}

/** The Other option of every question that has one, without its words. */
function withoutOtherText(conversation: Conversation): Record<string, unknown> {
  const body: Record<string, unknown> = { ...conversation.answers({ other: true }) };
  for (const question of conversation.page?.questions ?? [])
    delete body[`${question.otherPrefix}${otherIdOf(question)}`];
  return body;
}

/** @param names what reactions are called among the alternatives of the question, where it differs. */
async function ask(
  scene: Scene,
  { surveyId, steps }: Place,
  question: QuestionId,
  names: Readonly<Record<string, string>>,
  act: (conversation: Conversation) => Promise<Turn>,
): Promise<void> {
  const { conversation, pages } = await scene.advanced(surveyId, steps);
  const turn = known(await act(conversation));
  const reaction = reactionOf(turn, pages.at(-1)?.identity ?? '');
  turn.judge.observe(question, names[reaction] ?? reaction);
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
  if (exchange.httpStatus === 415 || exchange.httpStatus === 413) return String(exchange.httpStatus);
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

/** An answer id that the question does not have, where there is one that need not be answered. */
function withForeignAnswer(conversation: Conversation, required: ReadonlySet<number>): Record<string, unknown> {
  const choices = conversation.page?.questions.filter(({ prefix }) => prefix === 'u_' || prefix === 'm_') ?? [];
  const question = choices.find(({ id }) => !required.has(id)) ?? choices[0];
  if (question === undefined) return { ...conversation.answers() };
  const value = question.prefix === 'm_' ? ['999999999'] : '999999999';
  return { ...conversation.answers(), [`${question.prefix}${question.id}`]: value };
}

import { type EntityId, entityIdOf } from '../../contract/entityId.ts';
import type { QuestionId } from '../../contract/questions/openQuestions.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { judgeSurvival } from '../../judging/rules/sanity.ts';
import { type Conversation, type ProbeExchange, shows } from '../drive/conversation.ts';
import { type Departure, hostile } from '../drive/probeSession.ts';
import { known, type Probe, type ProbeContext } from './probeContext.ts';

const asText: Departure = { ...hostile, headers: { 'content-type': 'text/plain' } };
const asForm: Departure = { ...hostile, headers: { 'content-type': 'multipart/form-data; boundary=x' } };

const oddTexts = ['[]', 'null', '"x"', '7', '', '{"__proto__":{"x":1}}', `{"a":${'['.repeat(500)}${']'.repeat(500)}}`];

/** What a submission becomes that is not what the document describes, and whether the service survives it. */
export const oddBodies: Probe = {
  id: 'odd-bodies',
  area: 'submit-page',
  asks: ['Q-UNKNOWN-KEY', 'Q-WRONG-TYPE', 'Q-FOREIGN-ANSWER', 'Q-MALFORMED-JSON', 'Q-CONTENT-TYPE', 'Q-OTHER-TEXT'],
  async run(context) {
    const surveyId = context.walkSurveys[0];
    if (surveyId === undefined) return;
    const start = { surveyId, steps: 0 };
    const required = new Set(context.requiredIn(surveyId));
    const ignored = { accepted: 'ignored' };
    const refused = { accepted: 'accepted', 'error-400': 'standard-400' };
    await ask(context, start, 'Q-UNKNOWN-KEY', ignored, (c) => c.submit({ ...c.answers(), u_999999999: '1' }, hostile));
    await ask(context, start, 'Q-WRONG-TYPE', {}, (c) => c.submit(withNumbers(c), hostile));
    await ask(context, start, 'Q-FOREIGN-ANSWER', ignored, (c) => c.submit(withForeignAnswer(c, required), hostile));
    const withOther = await findPage(context, context.walkSurveys, (page) => page.questions.some(hasOther));
    if (withOther !== null) {
      const names = { accepted: 'optional', validation_errors: 'required' };
      await ask(context, withOther, 'Q-OTHER-TEXT', names, (c) => c.submit(withoutOtherText(c), hostile));
    }
    const free = await findFreePage(context, start);
    await ask(context, free, 'Q-MALFORMED-JSON', { ...refused, ...ignored }, (c) => c.submit('{"u_1": ', hostile));
    await ask(context, start, 'Q-CONTENT-TYPE', refused, (c) => c.submit(c.answers(), asText));
    for (const body of oddTexts) await survive(context, surveyId, (c) => c.submit(body, hostile));
    await survive(context, surveyId, (c) => c.submit({ u_: '1', _: '', '\u0000': '\u0000' }, hostile));
    await survive(context, surveyId, (c) => c.submit(c.answers(), asForm));
  },
};

/** A page of a survey: how many pages before it are answered. */
export interface Place {
  readonly surveyId: EntityId;
  readonly steps: number;
}

type Question = ShownPage['questions'][number];

function hasOther({ form }: Question): boolean {
  return 'key' in form && form.other !== null;
}

/** A page without required questions, where a body that is ignored can be told from one that is rejected. */
async function findFreePage(context: ProbeContext, otherwise: Place): Promise<Place> {
  for (const surveyId of context.walkSurveys) {
    const required = context.requiredIn(surveyId);
    if (required.length === 0) continue;
    const found = await findPage(context, [surveyId], ({ questions }) => {
      return !questions.some(({ id }) => required.includes(id));
    });
    if (found !== null) return found;
  }
  return otherwise;
}

/** The first page of the surveys that `fits`. */
export async function findPage(
  context: ProbeContext,
  surveys: readonly EntityId[],
  fits: (page: ShownPage) => boolean,
): Promise<Place | null> {
  let found: Place | null = null;
  await context.onPages(surveys, (page, place) => {
    if (!fits(page)) return false;
    found = place;
    return true;
  });
  return found;
}

/** The Other option of every question that has one, without its words. */
function withoutOtherText(conversation: Conversation): Record<string, unknown> {
  const body: Record<string, unknown> = { ...conversation.answers({ other: true }) };
  for (const { form } of conversation.page?.questions ?? []) {
    if ('key' in form && form.other !== null) delete body[form.other.key];
  }
  return body;
}

/** @param names what reactions are called among the alternatives of the question, where it differs. */
async function ask(
  context: ProbeContext,
  { surveyId, steps }: Place,
  question: QuestionId,
  names: Readonly<Record<string, string>>,
  act: (conversation: Conversation) => Promise<ProbeExchange>,
): Promise<void> {
  const { conversation, page } = await context.advanced(surveyId, steps);
  const exchange = known(await act(conversation));
  const reaction = reactionOf(exchange, page);
  exchange.findings.observe(question, names[reaction] ?? reaction);
  await seeSurvival(context, surveyId);
}

async function survive(
  context: ProbeContext,
  surveyId: EntityId,
  act: (conversation: Conversation) => Promise<ProbeExchange>,
): Promise<void> {
  const { conversation } = await context.begin(surveyId);
  known(await act(conversation));
  await seeSurvival(context, surveyId);
}

/** After a hostile request the next respondent asks for a page. */
export async function seeSurvival(context: ProbeContext, surveyId: EntityId): Promise<void> {
  const exchange = known(await context.converse(surveyId).take());
  judgeSurvival(exchange.findingsAll, exchange);
}

/** What became of a submission, by the names of the open questions. */
function reactionOf(answer: ProbeExchange, from: ShownPage | null): string {
  const { reading, exchange, status } = answer;
  if (reading.kind === 'standard-error' && exchange.httpStatus === 400) return 'error-400';
  if (exchange.httpStatus === 415 || exchange.httpStatus === 413) return String(exchange.httpStatus);
  if (reading.kind !== 'flow') return answer.name;
  if (status !== 'success' && status !== 'survey_complete') return status;
  return shows(answer, from) ? 'ignored' : 'accepted';
}

function withNumbers(conversation: Conversation): Record<string, unknown> {
  const entries = Object.entries(conversation.answers()).map(([key, value]): [string, unknown] => {
    if (typeof value === 'string' && /^\d+$/.test(value)) return [key, entityIdOf(value)];
    return [key, Array.isArray(value) ? value.map((id) => entityIdOf(String(id))) : value];
  });
  return Object.fromEntries(entries);
}

/** An answer id that the question does not have, where there is one that need not be answered. */
function withForeignAnswer(conversation: Conversation, required: ReadonlySet<EntityId>): Record<string, unknown> {
  const choices = conversation.page?.questions.filter(({ form }) => 'key' in form) ?? [];
  const question = choices.find(({ id }) => !required.has(id)) ?? choices[0];
  if (question === undefined || !('key' in question.form)) return { ...conversation.answers() };
  const value = question.form.kind === 'multiple' ? ['999999999'] : '999999999';
  return { ...conversation.answers(), [question.form.key]: value };
}

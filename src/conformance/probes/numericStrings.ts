import type { EntityId } from '../../contract/entityId.ts';
import { judgeKeysRefused } from '../../judging/rules/keys.ts';
import type { SubmitBody } from '../../respondent/answers/knownValid.ts';
import { isAccepted, isRefusal } from '../drive/conversation.ts';
import { hostile } from '../drive/probeSession.ts';
import type { Place } from './oddBodies.ts';
import { known, maxPages, type Probe, type ProbeContext } from './probeContext.ts';

/** Questions that are answered with numeric strings, whose rules may refuse any of them. */
const kinds: ReadonlySet<string> = new Set(['rank', 'allocation', 'date']);
/** Different answers to a question that took none. */
const attempts = 6;

/** Submit-page body keys: of a question that took nothing, whether it wants numbers where the document has strings. */
export const numericStrings: Probe = {
  id: 'numeric-strings',
  area: 'keys',
  async run(context) {
    await context.inEach(context.walkSurveys, (surveyId) => tryPages(context, surveyId));
  },
};

async function tryPages(context: ProbeContext, surveyId: EntityId): Promise<void> {
  const { conversation } = await context.begin(surveyId);
  const { answers } = context.environment;
  for (let steps = 0; conversation.page !== null && steps < maxPages; steps++) {
    const { questions } = conversation.page;
    const exchange = known(await conversation.answer());
    for (const question of questions) {
      const isUntaken = answers.known.acceptedAnswer(question, conversation.token) === null;
      if (isUntaken && kinds.has(question.form.kind)) await compare(context, { surveyId, steps }, question.id);
    }
    if (exchange.status !== 'success') return;
  }
}

/**
 * An answer as strings, as numbers, and as numbers that answer nothing: a question that refuses the last of them reads
 * numbers, and does not pass over them.
 */
async function compare(context: ProbeContext, { surveyId, steps }: Place, id: EntityId): Promise<void> {
  const { answers } = context.environment;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { conversation } = await context.advanced(surveyId, steps);
    const question = conversation.page?.questions.find((each) => each.id === id);
    if (question === undefined) return;
    const strings = answers.attempt(question, attempt, conversation.token);
    const others = conversation.answers();
    const refused = known(await conversation.submit({ ...others, ...strings }));
    if (!isRefusal(refused)) return;
    const senseless = await conversation.submit({ ...others, ...numbersFor(strings, () => -98_765.5) }, hostile);
    if (!isRefusal(senseless)) return;
    const taken = await conversation.submit({ ...others, ...numbersFor(strings, Number) }, hostile);
    if (!isAccepted(taken)) continue;
    judgeKeysRefused(refused.findings, question, strings, 'strings');
    return;
  }
}

function numbersFor(strings: SubmitBody, toNumber: (text: string) => number): SubmitBody {
  return Object.fromEntries(
    Object.entries(strings).map(([key, value]) => {
      const isNumeric = typeof value === 'string' && /^\d+$/.test(value);
      return [key, isNumeric ? toNumber(value) : value];
    }),
  );
}

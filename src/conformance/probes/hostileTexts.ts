import { isInternalError } from '../../judging/reading/answer.ts';
import { judgeEscaped } from '../../judging/rules/sanity.ts';
import { hostileTexts, textVarieties, variedText } from '../../respondent/answers/texts.ts';
import { isAccepted, type ProbeExchange, shows } from '../drive/conversation.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { findPage, type Place, seeSurvival } from './oddBodies.ts';
import { known, type Probe, type ProbeContext } from './probeContext.ts';
import { steadily } from './retryOnOutage.ts';

const hugeLength = 100_000;

/** Texts of every kind, hostile and huge ones too: kept as text, never as markup, and harmless to the service and to others. */
export const hostileText: Probe = {
  id: 'hostile-texts',
  area: 'sanity',
  asks: ['Q-HUGE-TEXT'],
  async run(context) {
    const place = await findPage(context, context.walkSurveys, ({ questions }) =>
      questions.some(({ form }) => form.kind === 'text'),
    );
    if (place === null) throw new ProbeBlocked('no walk survey has a text question');
    for (let at = 0; at < textVarieties; at++) await giveTyped(context, place, at);
    for (const text of hostileTexts) await giveText(context, place, text);
    const { conversation } = await context.advanced(place.surveyId, place.steps);
    const huge = known(await conversation.submit(withText(conversation, 'x'.repeat(hugeLength)), { isHostile: true }));
    const is400 = huge.reading.kind === 'standard-error' && huge.exchange.httpStatus === 400;
    const refused = is400 ? 'error-400' : huge.exchange.httpStatus === 413 ? '413' : huge.name;
    huge.findings.observe('Q-HUGE-TEXT', isAccepted(huge) ? 'accepted' : refused);
    await seeSurvival(context, place.surveyId);
  },
};

type Answering = Awaited<ReturnType<ProbeContext['advanced']>>['conversation'];

/** Answers to the page in which every text question has this text. */
function withText(conversation: Answering, text: string): Record<string, unknown> {
  const body: Record<string, unknown> = { ...conversation.answers() };
  for (const { form } of conversation.page?.questions ?? []) {
    if (form.kind === 'text') for (const key of form.keys) body[key] = text;
  }
  return body;
}

/** What anybody may type: a service may refuse it, and may fail now and then, but not each time. */
async function giveTyped(context: ProbeContext, { surveyId, steps }: Place, at: number): Promise<void> {
  const submitted = async (further: (token: string) => string): Promise<ProbeExchange> => {
    const { conversation } = await context.advanced(surveyId, steps);
    return known(await conversation.submit(withText(conversation, further(conversation.token))));
  };
  const typed = (): Promise<ProbeExchange> => submitted((token) => variedText(token, at));
  const isServed = async (): Promise<boolean> => isAccepted(await submitted((token) => token));
  if (isInternalError(await typed()) && (await isServed())) await steadily(context, typed);
}

async function giveText(context: ProbeContext, { surveyId, steps }: Place, text: string): Promise<void> {
  const { conversation, page } = await context.advanced(surveyId, steps);
  const exchange = known(await conversation.submit(withText(conversation, text), { isHostile: true }));
  judgeEscaped(exchange.findings, exchange);
  if (exchange.status === 'success' && !shows(exchange, page)) {
    const back = known(await conversation.back());
    judgeEscaped(back.findings, back);
  }
  await seeSurvival(context, surveyId);
}

import type { EntityId } from '../../contract/entityId.ts';
import { judgeKeyedRole, judgeKeyRefused, type KeyFlaw } from '../../judging/rules/authentication.ts';
import { judgeUnmoved } from '../../judging/rules/moves.ts';
import { type RoleName, roles } from '../../judging/rules/surveyStatuses.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import type { Departure } from '../drive/probeSession.ts';
import { tryFlaws, tryOddKeys } from './keyDepartures.ts';
import { known, type Probe, type ProbeContext } from './probeContext.ts';

type KeyedStep = 'take' | 'previous-page';

/** Authentication: no key, wrong keys, a key without permission, at a step of the respondent flow that asks for one. */
function flowKeyProbe(endpoint: KeyedStep): Probe {
  return {
    id: `keys-${endpoint}`,
    area: 'authentication',
    async run(context) {
      const surveys =
        endpoint === 'take' || context.backSurveys.length === 0 ? context.walkSurveys : context.backSurveys;
      const [first = 0, ...others] = surveys;
      const send = (departure: Departure) => callInSession(context, endpoint, departure, first);
      await tryFlaws(context, { endpoint, isGood: true, send });
      if (endpoint === 'take') {
        const takeAlone = async (departure: Departure) => known(await context.converse(first).take(departure));
        await tryOddKeys(context, { endpoint, isGood: true, send: takeAlone });
        for (const surveyId of others) await takeElsewhere(context, surveyId);
        for (const role of Object.keys(roles) as RoleName[]) await takeRole(context, role);
      } else if (others.length > 0) await context.inEach(others, (surveyId) => goBackElsewhere(context, surveyId));
    },
  };
}

/** In a live session, which must not move, and for take without one as well. */
async function callInSession(
  context: ProbeContext,
  endpoint: KeyedStep,
  departure: Departure,
  surveyId: EntityId,
): Promise<ProbeExchange> {
  if (endpoint === 'take') {
    const fresh = known(await context.converse(surveyId).take(departure));
    if (fresh.exchange.httpStatus < 400) return fresh;
  }
  const { conversation, page } = await context.advanced(surveyId, 1);
  const exchange = known(endpoint === 'take' ? await conversation.take(departure) : await conversation.back(departure));
  // One that was let in may have gone back.
  if (exchange.exchange.httpStatus < 400) return exchange;
  const resumed = known(await conversation.take());
  judgeUnmoved(resumed.findings, resumed, page);
  return exchange;
}

const barred = { none: 'missing', wrong: 'wrong' } as const satisfies Record<string, KeyFlaw>;
const barredKeys = Object.keys(barred) as (keyof typeof barred)[];

async function takeElsewhere(context: ProbeContext, surveyId: EntityId): Promise<void> {
  for (const key of barredKeys) {
    const exchange = known(await context.converse(surveyId).take({ key }));
    judgeKeyRefused(exchange.findings, exchange, 'take', barred[key], true);
  }
}

async function goBackElsewhere(context: ProbeContext, surveyId: EntityId): Promise<void> {
  const { conversation } = await context.advanced(surveyId, 1);
  for (const key of barredKeys) {
    const exchange = known(await conversation.back({ key }));
    judgeKeyRefused(exchange.findings, exchange, 'previous-page', barred[key], true);
  }
}

async function takeRole(context: ProbeContext, role: RoleName): Promise<void> {
  const surveyId = context.settings.surveys[role];
  // What fails may do so before it looks at a key.
  if (surveyId === null || role === 'error') return;
  for (const key of barredKeys) {
    const exchange = known(await context.converse(surveyId).take({ key }));
    judgeKeyedRole(exchange.findings, exchange);
  }
}

export const flowKeyProbes: readonly Probe[] = [flowKeyProbe('take'), flowKeyProbe('previous-page')];

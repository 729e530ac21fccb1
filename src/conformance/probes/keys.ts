import { type EndpointId, endpoints } from '../../contract/endpoints.ts';
import { jsonText } from '../../contract/jsonShape.ts';
import {
  judgeKeyEffect,
  judgeKeyRefused,
  type KeyedEndpoint,
  type KeyFlaw,
  keyClauseOf,
  keyedEndpoints,
} from '../../judging/rules/authentication.ts';
import { judgeUnmoved } from '../../judging/rules/moves.ts';
import { markerStart } from '../../judging/tokens.ts';
import type { Departure, ProbeExchange } from '../drive/conversation.ts';
import { misspeltKeys } from '../drive/probeEnvironment.ts';
import { plainRequest } from './plainRequest.ts';
import { known, type Probe, type ProbeContext, type ProbeSettings } from './probeContext.ts';

const flaws = ['missing', 'wrong', 'forbidden'] as const satisfies readonly KeyFlaw[];

/** Authentication: no key, wrong keys, a key without permission, at one endpoint. */
function keyProbe(endpoint: KeyedEndpoint): Probe {
  return {
    id: `keys-${endpoint}`,
    area: 'authentication',
    lacks: (settings) => lackFor(endpoint, settings),
    async run(context) {
      // A good key first: a service that remembers it must not lend it to the next.
      const { area, mutates } = endpoints[endpoint];
      if (area === 'administration' && !mutates) await call(context, endpoint, {}, '');
      for (const flaw of flaws) await tryFlaw(context, endpoint, flaw);
    },
  };
}

async function tryFlaw(context: ProbeContext, endpoint: KeyedEndpoint, flaw: KeyFlaw): Promise<void> {
  const clause = keyClauseOf(flaw, endpoint);
  const { keys, evidence } = context.environment;
  if (clause === null) return;
  if (flaw === 'forbidden' && keys.forbidden === null) {
    evidence.notExercised(clause, 'the profile names no target.forbiddenApiKey');
    return;
  }
  for (const departure of departuresOf(flaw, endpoint, keys.valid)) {
    const marker = `${markerStart}${context.environment.nextToken()}`;
    const exchange = known(await call(context, endpoint, departure, marker));
    if (judgeKeyRefused(exchange.findings, exchange, endpoint, flaw)) {
      await seeNoEffect(context, endpoint, flaw, exchange, marker);
    }
  }
}

/** A key that is nearly right must not expire the one in use. */
function departuresOf(flaw: KeyFlaw, endpoint: KeyedEndpoint, valid: string): readonly Departure[] {
  if (flaw === 'missing') return [{ key: 'none' }];
  if (flaw === 'forbidden') return [{ key: 'forbidden' }];
  const misspelt = endpoint === 'regenerate-key' ? [] : misspeltKeys(valid);
  return [{ key: 'wrong' }, ...misspelt.map((text) => ({ key: { text } }))];
}

function lackFor(endpoint: EndpointId, settings: ProbeSettings): string | null {
  if (endpoints[endpoint].area === 'respondent') return null;
  return plainRequest(endpoint, settings) === null ? `the profile's admin section lacks what ${endpoint} needs` : null;
}

/** A request that would succeed with a good key. */
async function call(
  context: ProbeContext,
  endpoint: KeyedEndpoint,
  departure: Departure,
  marker: string,
): Promise<ProbeExchange> {
  const surveyId = context.walkSurveys[0] ?? 0;
  if (endpoint === 'take' || endpoint === 'previous-page') return callInSession(context, endpoint, departure);
  const plain = plainRequest(endpoint, context.settings);
  if (plain === null) throw new Error(`no request for ${endpoint}`);
  const { parameters, path } = plain;
  const conversation = context.converse(surveyId);
  return conversation.request(endpoint, parameters, plain.body(marker), { ...departure, ...(path ? { path } : {}) });
}

/** In a live session, which must not move, and for take without one as well. */
async function callInSession(
  context: ProbeContext,
  endpoint: 'take' | 'previous-page',
  departure: Departure,
): Promise<ProbeExchange> {
  const surveyId = (endpoint === 'take' ? context.walkSurveys : context.backSurveys)[0] ?? context.walkSurveys[0] ?? 0;
  if (endpoint === 'take') {
    const fresh = known(await context.converse(surveyId).take(departure));
    if (fresh.exchange.httpStatus < 400) return fresh;
  }
  const { conversation, pages } = await context.advanced(surveyId, 1);
  const exchange = known(endpoint === 'take' ? await conversation.take(departure) : await conversation.back(departure));
  // One that was let in may have gone back.
  if (exchange.exchange.httpStatus < 400) return exchange;
  const resumed = known(await conversation.take());
  judgeUnmoved(resumed.findings, resumed, pages[1] ?? null);
  return exchange;
}

/** What was refused has done nothing: no list shows what it would have made. */
async function seeNoEffect(
  context: ProbeContext,
  endpoint: KeyedEndpoint,
  flaw: KeyFlaw,
  refused: ProbeExchange,
  marker: string,
): Promise<void> {
  const lists = { 'create-department': 'list-departments', 'create-response': 'filter-responses' } as const;
  if (endpoint !== 'create-department' && endpoint !== 'create-response') return;
  const plain = plainRequest(lists[endpoint], context.settings);
  if (plain === null) return;
  const query = endpoint === 'create-response' ? `?extRef=${encodeURIComponent(marker)}` : '?perPage=100';
  const path = refused.exchange.path.replace(/\?.*$/, '') + (endpoint === 'create-response' ? '/filter' : '') + query;
  const conversation = context.converse(context.walkSurveys[0] ?? 0);
  const list = known(await conversation.request(lists[endpoint], plain.parameters, null, { path }));
  if (list.reading.kind !== 'administration') return;
  judgeKeyEffect(list.findingsAll, endpoint, flaw, jsonText(list.reading.response).includes(marker));
}

export const keyProbes: readonly Probe[] = keyedEndpoints.map(keyProbe);

/** Whether submit-page looks at the key, and whether the samples' spelling of the header is taken. */
export const keyQuestions: Probe = {
  id: 'key-questions',
  area: 'authentication',
  lacks: () => null,
  async run(context) {
    const surveyId = context.walkSurveys[0] ?? 0;
    for (const [question, key] of [
      ['Q-SUBMIT-KEY', 'none'],
      ['Q-SUBMIT-WRONG-KEY', 'wrong'],
    ] as const) {
      const { conversation } = await context.begin(surveyId);
      const exchange = known(await conversation.submit(conversation.answers(), { key }));
      const isRefused = exchange.exchange.httpStatus === 401;
      const [refused, taken] = question === 'Q-SUBMIT-KEY' ? ['required', 'not-needed'] : ['refused', 'ignored'];
      exchange.findings.observe(question, (isRefused ? refused : taken) ?? '');
    }
    const html = known(await context.converse(surveyId).take({ headers: { accept: 'text/html' }, isHostile: true }));
    html.findings.observe('Q-ACCEPT', html.reading.kind === 'flow' ? 'json' : String(html.exchange.httpStatus));
    const { valid } = context.environment.keys;
    const spelt = known(await context.converse(surveyId).take({ key: 'none', headers: { apiKey: valid } }));
    spelt.findings.observe('Q-KEY-HEADER-NAME', spelt.exchange.httpStatus === 401 ? 'refused' : 'accepted');
  },
};

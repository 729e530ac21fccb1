import { queryText } from '../../contract/endpoints.ts';
import { jsonText } from '../../contract/jsonShape.ts';
import { judgeKeyEffect, judgeKeyRefused, type KeyFlaw } from '../../judging/rules/authentication.ts';
import { judgeBrokenBody } from '../../judging/rules/overview.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import type { Departure } from '../drive/probeSession.ts';
import { Administrator, isGranted } from './administrator.ts';
import { flowKeyProbes } from './flowKeys.ts';
import { type KeyTrial, tryFlaws, tryOddKeys } from './keyDepartures.ts';
import {
  administrationKeyed,
  type KeyedAdministration,
  type KeyedCall,
  lacksFor,
  learnCall,
  mayCall,
  send,
} from './keyedCalls.ts';
import { known, type Probe, type ProbeContext } from './probeContext.ts';

/** Authentication: no key, wrong keys, a key without permission, at one administration endpoint. */
function keyProbe(endpoint: KeyedAdministration): Probe {
  return {
    id: `keys-${endpoint}`,
    area: 'authentication',
    lacks: lacksFor(endpoint),
    async run(context) {
      const call = await learnCall(new Administrator(context), endpoint);
      // A good key first: a service that remembers it must not lend it to the next.
      const isGood = mayCall(endpoint, context.settings) && isGranted(await sendAlone(context, call));
      let marker = '';
      const trial: KeyTrial = {
        endpoint,
        isGood: isGood || endpoint === 'regenerate-key',
        send: (departure) => {
          marker = new Administrator(context).marker();
          return sendAlone(context, call, departure, marker);
        },
        before: call.creation === undefined ? [] : [call.creation],
      };
      await tryFlaws(context, trial, (refused, flaw) =>
        seeNoEffect(new Administrator(context), refused, endpoint, flaw, marker),
      );
      if (endpoint === 'list-responses') await tryOddKeys(context, trial);
      if (isGood && call.bodyOf !== undefined) await breakBody(context, endpoint);
      for (const other of alike(call, context)) {
        if (!isGranted(await sendAlone(context, other))) continue;
        const keyless = await sendAlone(context, other, { key: 'none' });
        judgeKeyRefused(keyless.findings, keyless, endpoint, 'missing', true);
      }
    },
  };
}

/** A body that is no JSON, with a wrong key and with a good one. */
async function breakBody(context: ProbeContext, endpoint: KeyedAdministration): Promise<void> {
  const admin = new Administrator(context);
  const call = (key: 'wrong' | 'valid') =>
    admin.call(endpoint, { body: '{"name": ', departure: { key, isHostile: true } });
  const keyless = await call('wrong');
  if (keyless.reading.kind !== 'standard-error' || keyless.exchange.httpStatus !== 401) return;
  const refused = await call('valid');
  judgeBrokenBody(refused.findingsWith(keyless), refused);
}

/** In a session of its own: no cookie of another call speaks for this one. */
function sendAlone(context: ProbeContext, call: KeyedCall, departure: Departure = {}, marker?: string) {
  return send(new Administrator(context), call, departure, marker);
}

/** What a list shows elsewhere: on its second page, of another survey. */
function alike(call: KeyedCall, { walkSurveys, settings }: ProbeContext): readonly KeyedCall[] {
  const { endpoint, query } = call;
  if (query === undefined) return [];
  const second = { ...call, query: query.replace('page=1', 'page=2') };
  const others = endpoint === 'list-responses' ? walkSurveys.filter((id) => id !== settings.admin.surveyId) : [];
  return [second, ...others.map((surveyId) => ({ ...call, surveyId }))];
}

/** What was refused has done nothing: nothing shows what it would have made. */
async function seeNoEffect(
  admin: Administrator,
  refused: ProbeExchange,
  endpoint: KeyedAdministration,
  flaw: KeyFlaw,
  marker: string,
): Promise<void> {
  const shown = await lookFor(admin, endpoint, marker);
  if (shown?.reading.kind !== 'administration') return;
  judgeKeyEffect(shown.findingsWith(refused), endpoint, flaw, jsonText(shown.reading.response).includes(marker));
}

async function lookFor(admin: Administrator, endpoint: KeyedAdministration, marker: string) {
  switch (endpoint) {
    case 'create-department':
      return await admin.call('list-departments', { query: 'perPage=100' });
    case 'create-response':
      return await admin.call('filter-responses', { query: queryText({ extRef: marker }) });
    case 'update-datapad':
      // Nothing else shows a datapad than what an update answers with.
      return admin.context.settings.admin.mutate ? await admin.call(endpoint, { body: {} }) : null;
    default:
      return null;
  }
}

export const keyProbes: readonly Probe[] = [...flowKeyProbes, ...administrationKeyed.map(keyProbe)];

/** Whether submit-page looks at the key, and whether the samples' spelling of the header is taken. */
export const keyQuestions: Probe = {
  id: 'key-questions',
  area: 'authentication',
  asks: ['Q-SUBMIT-KEY', 'Q-SUBMIT-WRONG-KEY', 'Q-KEY-HEADER-NAME', 'Q-ACCEPT'],
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

import { createdIds, endpoints } from '../../contract/endpoints.ts';
import type { EntityId } from '../../contract/entityId.ts';
import { asText } from '../../contract/jsonShape.ts';
import { itemsIn, type Json, objectIn } from '../../judging/reading/administrationAnswer.ts';
import { type KeyedEndpoint, keyedEndpoints } from '../../judging/rules/authentication.ts';
import { adminIdsOf } from '../../profile/adminIds.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import type { Departure } from '../drive/probeSession.ts';
import { unlessBlocked } from '../drive/probeStopped.ts';
import { type Administrator, isGranted, lacksAdmin } from './administrator.ts';
import { accountsIn } from './departmentProbes.ts';
import { learnSurvey, leastSet } from './learntSurvey.ts';
import type { ProbeSettings } from './probeContext.ts';

export type KeyedAdministration = Exclude<KeyedEndpoint, 'take' | 'previous-page'>;
export const administrationKeyed = keyedEndpoints.filter(
  (endpoint): endpoint is KeyedAdministration => endpoint !== 'take' && endpoint !== 'previous-page',
);

/** A call of an administration endpoint that a good key is granted, as far as the service has shown what it needs. */
export interface KeyedCall {
  readonly endpoint: KeyedAdministration;
  readonly query?: string;
  readonly responseId?: string;
  /** What created the record that is fetched: with it the call can be repeated elsewhere. */
  readonly creation?: ProbeExchange;
  /** Where it is not `admin.surveyId`. */
  readonly surveyId?: EntityId;
  /** @param marker text that tells what canvass created. */
  readonly bodyOf?: (marker: string) => Json;
}

/** What of the profile an endpoint cannot be called without. */
export function lacksFor(endpoint: KeyedAdministration): (settings: ProbeSettings) => string | null {
  return lacksAdmin(...adminIdsOf(endpoint));
}

/** Whether the profile allows to call an endpoint with a good key. */
export function mayCall(endpoint: KeyedAdministration, settings: ProbeSettings): boolean {
  if (endpoint === 'regenerate-key' || lacksFor(endpoint)(settings) !== null) return false;
  return !endpoints[endpoint].mutates || settings.admin.mutate;
}

/** The call of an endpoint, of what the service itself shows. */
export async function learnCall(admin: Administrator, endpoint: KeyedAdministration): Promise<KeyedCall> {
  switch (endpoint) {
    case 'list-departments':
    case 'list-responses':
      return { endpoint, query: 'page=1&perPage=2' };
    case 'filter-responses':
      return { endpoint, query: 'extRef=canvass-none&page=1&perPage=1' };
    case 'fetch-response': {
      const own = mayCall('create-response', admin.context.settings) ? await createToFetch(admin) : null;
      if (own !== null) return own;
      const [record] = itemsIn(await admin.call('list-responses', { query: 'page=1&perPage=1' }));
      // Without a record an id that is unlikely to exist.
      return { endpoint, responseId: record === undefined ? '1' : asText(record.responseID) };
    }
    case 'create-response': {
      const survey = await unlessBlocked(() => learnSurvey(admin));
      const setOf = (marker: string) => (survey === null ? [] : leastSet(survey, marker));
      return { endpoint, bodyOf: (marker) => ({ responseSet: setOf(marker), externalReference: marker }) };
    }
    case 'create-department': {
      const primaryAccountID = await learnAccount(admin);
      return { endpoint, bodyOf: (name) => ({ name, primaryAccountID }) };
    }
    case 'create-template':
      return {
        endpoint,
        bodyOf: (marker) => ({ isGlobal: false, title: marker, emailSubject: marker, content: '<SURVEY_LINK>' }),
      };
    case 'update-datapad':
      return { endpoint, bodyOf: (marker) => ({ analysisHtmlText: `<p>${marker}</p>` }) };
    case 'regenerate-key':
      return { endpoint };
  }
}

/** A record of its own to fetch; `null` where none is created, or none shows at once. */
async function createToFetch(admin: Administrator): Promise<KeyedCall | null> {
  const creation = await send(admin, await learnCall(admin, 'create-response'));
  const { responseID } = objectIn(creation);
  if (!isGranted(creation) || responseID === undefined) return null;
  const call = { endpoint: 'fetch-response', responseId: asText(responseID), creation } as const;
  return isGranted(await send(admin, call)) ? call : null;
}

/** The account of the profile, else one of a department; 0 where none is known. */
async function learnAccount(admin: Administrator): Promise<EntityId> {
  const { primaryAccountId } = admin.context.settings.admin;
  if (primaryAccountId !== null) return primaryAccountId;
  const list = await admin.call('list-departments', { query: 'page=1&perPage=100' });
  return accountsIn(admin, list).find((id) => id !== 0) ?? 0;
}

/** Sends a call once. */
export async function send(
  admin: Administrator,
  call: KeyedCall,
  departure: Departure = {},
  marker = admin.marker(),
): Promise<ProbeExchange> {
  const { endpoint, bodyOf, surveyId, creation: _, ...options } = call;
  const exchange = await admin.call(endpoint, {
    ...options,
    departure,
    ...(bodyOf === undefined ? {} : { body: bodyOf(marker) }),
    ...(surveyId === undefined ? {} : { ids: { surveyId } }),
  });
  const id = createdIds[endpoint];
  if (isGranted(exchange) && id !== undefined) admin.created(endpoint, objectIn(exchange)[id], marker);
  return exchange;
}

import { createTransport } from '../../client/httpTransport.ts';
import { targetOptionsOf } from '../../client/target.ts';
import { sendOnce } from '../../client/transport.ts';
import { apiKeyHeader, type EndpointId, endpoints, pathOf } from '../../contract/endpoints.ts';
import type { EntityId } from '../../contract/entityId.ts';
import { type RoleName, roles } from '../../judging/rules/surveyStatuses.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Secret } from '../../profile/secret.ts';
import type { Exchange } from '../../result/exchange.ts';

/** A target that says nothing for this long is not waited for, whatever its profile says; a run must end within 3 s then. */
const longestPatienceMs = 2000;

/** How long each of the first answers is waited for. */
export function patienceMs({ target }: Profile): number {
  return Math.min(target.timeoutMs, longestPatienceMs);
}

/** One thing that a run will ask for, with the answer to it. */
export interface FirstAnswer {
  readonly endpoint: EndpointId;
  /** The id that it asks for: of a survey, of an organization, or of a datapad. */
  readonly id: EntityId;
  /** Where the profile names that id: `surveys.walk`, `surveys.closed`, `admin.surveyId`. */
  readonly named: string;
  /** What the profile says that the survey is; `missing` for one that should not exist. */
  readonly role: RoleName | 'missing' | null;
  /** Which of `target.apiKeys`, or `target.forbiddenApiKey`. */
  readonly keyIndex: number | 'forbidden';
  /** The key itself; `undefined` where the profile has none. */
  readonly key: Secret | null | undefined;
  readonly exchange: Exchange;
}

type Question = Omit<FirstAnswer, 'exchange' | 'key'>;

/** Asks for no change: a service that has the thing changes nothing of it, or refuses that. */
const nothing = '{}';

/**
 * Takes each survey once, and calls each administration resource once, with each key: what a run would ask for first.
 *
 * @param baseUrl the base URL that is really used
 * @param isWhole whether every survey and resource of the profile is used, as `conform` does, or what is walked
 */
export async function firstAnswers(profile: Profile, baseUrl: string, isWhole: boolean): Promise<FirstAnswer[]> {
  const { apiKeys, forbiddenApiKey } = profile.target;
  const transport = createTransport(targetOptionsOf(profile, baseUrl, { mode: 'shared', max: 8 }, patienceMs(profile)));
  const ask = async (question: Question): Promise<FirstAnswer> => {
    const { endpoint, id, keyIndex } = question;
    const { method, mutates } = endpoints[endpoint];
    const ids = mutates
      ? { survey_id: profile.admin.surveyId ?? 0, datapad_id: id }
      : { survey_id: id, organization_id: id };
    const list = endpoints[endpoint].area === 'administration' && !mutates ? '?page=1&perPage=1' : '';
    const key = keyIndex === 'forbidden' ? forbiddenApiKey : apiKeys[keyIndex];
    const headers = [apiKeyHeader, key?.reveal() ?? '', 'accept', 'application/json'];
    if (mutates) headers.push('content-type', 'application/json');
    const intendedMs = performance.now();
    const path = `${pathOf(endpoint, ids)}${list}`;
    const request = { endpoint, method, path, headers, body: mutates ? nothing : null, intendedMs };
    return { ...question, key, exchange: await sendOnce(transport, request) };
  };
  try {
    return await Promise.all(questionsOf(profile, isWhole).map(ask));
  } finally {
    await transport.close();
  }
}

function questionsOf(profile: Profile, isWhole: boolean): Question[] {
  const { surveys, target } = profile;
  const [first, ...others] = target.apiKeys.map((_, index) => index);
  if (first === undefined) return [];
  const roleOf = (id: EntityId) => roleNames.find((name) => surveys[name] === id) ?? null;
  const take = { endpoint: 'take', keyIndex: first } as const;
  const walked = surveys.walk.map(({ id }): Question => ({ ...take, id, named: 'surveys.walk', role: roleOf(id) }));
  const playing = roleNames.flatMap((role): Question[] => {
    const id = surveys[role];
    return id === null || walked.some((each) => each.id === id)
      ? []
      : [{ ...take, id, named: `surveys.${role}`, role }];
  });
  const { missing } = surveys;
  const absent: Question[] =
    missing === null ? [] : [{ ...take, id: missing, named: 'surveys.missing', role: 'missing' }];
  const onSurvey = walked.find(({ role }) => role === null) ?? walked[0];
  const otherKeys = onSurvey === undefined ? [] : others.map((keyIndex) => ({ ...onSurvey, keyIndex }));
  const asked = [
    ...walked,
    ...otherKeys,
    ...(isWhole ? [...playing, ...absent] : []),
    ...resourcesOf(profile, isWhole),
  ];
  if (!isWhole || target.forbiddenApiKey === null) return asked;
  const readable = [
    onSurvey,
    ...['list-departments', 'list-responses'].map((each) => asked.find(({ endpoint }) => endpoint === each)),
  ];
  return [
    ...asked,
    ...readable.flatMap((each): Question[] => (each === undefined ? [] : [{ ...each, keyIndex: 'forbidden' }])),
  ];
}

const roleNames = Object.keys(roles) as RoleName[];

/** What the profile administers: the lists of departments and of response records with each key, and the datapad. */
function resourcesOf({ admin, audit, load, surveys, target }: Profile, isWhole: boolean): Question[] {
  const { organizationId, surveyId, datapadId, mutate } = admin;
  const isWalked = surveys.walk.some(({ id }) => id === surveyId);
  const isAudited = !isWhole && (audit.enabled === true || (audit.enabled === 'auto' && isWalked));
  const { listDepartments, createDepartment, listResponses, filterResponses, fetchResponse } = load.adminMix;
  const departments = isWhole || listDepartments + createDepartment > 0;
  const records = isWhole || isAudited || listResponses + filterResponses + fetchResponse > 0;
  return target.apiKeys.flatMap((_, keyIndex) => {
    const ask = (endpoint: EndpointId, id: EntityId | null, named: string): Question[] =>
      id === null ? [] : [{ endpoint, id, named, role: null, keyIndex }];
    // Nothing reads a datapad: who may change it can be asked for it.
    const isAsked = surveyId !== null && isWhole && mutate && keyIndex === 0;
    return [
      ...(departments ? ask('list-departments', organizationId, 'admin.organizationId') : []),
      ...(records ? ask('list-responses', surveyId, 'admin.surveyId') : []),
      ...(isAsked ? ask('update-datapad', datapadId, 'admin.datapadId') : []),
    ];
  });
}

import { type EndpointId, endpoints, isEndpointId } from '../contract/endpoints.ts';
import type { EntityId } from '../contract/entityId.ts';

const adminIds = [
  ['organization_id', 'organizationId'],
  ['survey_id', 'surveyId'],
  ['datapad_id', 'datapadId'],
] as const;
type AdminId = (typeof adminIds)[number][1];

/** The keys of a profile's `admin` that an endpoint cannot be called without, by its path: the outermost first. */
export function adminIdsOf(endpoint: EndpointId): AdminId[] {
  return adminIds.flatMap(([parameter, id]) => (endpoints[endpoint].path.includes(`<${parameter}>`) ? [id] : []));
}

/** The ids of a profile's `admin` by their names in paths; those that it does not name are 0. */
export function pathIdsOf(admin: Readonly<Record<AdminId, EntityId | null>>): Record<string, EntityId> {
  return Object.fromEntries(adminIds.map(([parameter, id]) => [parameter, admin[id] ?? 0]));
}

/** The endpoint of a key of `load.adminMix`: `list-responses` of `listResponses`. */
export function mixedEndpointOf(call: string): EndpointId {
  const id = call.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
  if (!isEndpointId(id)) throw new RangeError(`there is no endpoint ${id}`);
  return id;
}

import { type EndpointId, endpoints } from '../contract/endpoints.ts';

const adminIds = [
  ['organization_id', 'organizationId'],
  ['survey_id', 'surveyId'],
  ['datapad_id', 'datapadId'],
] as const;

/** The keys of a profile's `admin` that an endpoint cannot be called without, by its path: the outermost first. */
export function adminIdsOf(endpoint: EndpointId): (typeof adminIds)[number][1][] {
  return adminIds.flatMap(([parameter, id]) => (endpoints[endpoint].path.includes(`<${parameter}>`) ? [id] : []));
}

import type { Profile } from '../../profile/profile.ts';
import { type AdministrationRequest, administrationCalls as calls } from '../../respondent/administration.ts';

/** The administration calls that `load.adminMix` can ask for. Regeneration is none: respondents walk with the keys. */
export const mixedCalls = [
  'createDepartment',
  'listDepartments',
  'createTemplate',
  'updateDatapad',
  'createResponse',
  'listResponses',
  'filterResponses',
  'fetchResponse',
] as const satisfies readonly (keyof Profile['load']['adminMix'])[];
export type MixedCall = (typeof mixedCalls)[number];

/** Which pages are asked for: the first, as a person who looks at a list does. */
const firstPage = { page: 1, perPage: 100 };

/**
 * The request of a call.
 *
 * @param marker stands in the name of everything that is created, so that it can be found and removed.
 * @param responseId a record that is known to exist; without one, a fetch lists instead.
 * @returns null when the profile names nothing that the call could work on.
 */
export function requestOf(
  call: MixedCall,
  admin: Profile['admin'],
  marker: string,
  responseId: number | null,
): AdministrationRequest | null {
  const { datapadId, organizationId, primaryAccountId, surveyId } = admin;
  if (call === 'createDepartment') {
    if (organizationId === null || primaryAccountId === null) return null;
    return calls.createDepartment(organizationId, { name: marker, primaryAccountID: primaryAccountId });
  }
  if (call === 'listDepartments')
    return organizationId === null ? null : calls.listDepartments(organizationId, firstPage);
  if (surveyId === null) return null;
  switch (call) {
    case 'createTemplate': {
      const content = `${marker}\r\n<SURVEY_LINK>\r\n`;
      return calls.createTemplate(surveyId, { isGlobal: false, title: marker, emailSubject: marker, content });
    }
    case 'updateDatapad':
      return datapadId === null ? null : calls.updateDatapad(surveyId, datapadId, `<p>${marker}</p>`);
    case 'createResponse':
      // Whichever of the two a service can filter by.
      return calls.createResponse(surveyId, {
        externalReference: marker,
        customVariables: { custom1: marker },
        responseSet: [],
      });
    case 'listResponses':
      return calls.listResponses(surveyId, firstPage);
    case 'filterResponses':
      return calls.filterResponses(surveyId, { extRef: marker }, firstPage);
    case 'fetchResponse':
      return responseId === null ? calls.listResponses(surveyId, firstPage) : calls.fetchResponse(surveyId, responseId);
  }
}

import { type EndpointId, pathOf } from '../../contract/endpoints.ts';
import type { ProbeSettings } from './probeContext.ts';

/** A request to an administration endpoint that a good key would be granted. */
export interface PlainRequest {
  readonly parameters: Readonly<Record<string, number>>;
  /** With the query, where there is one. */
  readonly path?: string;
  /** @param marker text that tells what canvass created. */
  body(marker: string): unknown;
}

/** An id that is unlikely to exist; where the key is refused, nothing is looked up. */
const someResponseId = 1;

/** The request, or `null` when the profile does not say what to work on. */
export function plainRequest(endpoint: EndpointId, { admin }: ProbeSettings): PlainRequest | null {
  const { organizationId, surveyId, datapadId } = admin;
  const none = (): null => null;
  switch (endpoint) {
    case 'regenerate-key':
      return { parameters: {}, body: none };
    case 'create-department':
    case 'list-departments': {
      if (organizationId === null) return null;
      const parameters = { organization_id: organizationId };
      const body = (marker: string): unknown => ({ name: marker, primaryAccountID: admin.primaryAccountId ?? 0 });
      return { parameters, body: endpoint === 'list-departments' ? none : body };
    }
    case 'update-datapad':
      if (surveyId === null || datapadId === null) return null;
      return {
        parameters: { survey_id: surveyId, datapad_id: datapadId },
        body: (marker) => ({ analysisHtmlText: `<p>${marker}</p>` }),
      };
    default:
      return surveyId === null ? null : ofSurvey(endpoint, surveyId);
  }
}

function ofSurvey(endpoint: EndpointId, surveyId: number): PlainRequest | null {
  const parameters = { survey_id: surveyId };
  const none = (): null => null;
  switch (endpoint) {
    case 'create-template':
      return {
        parameters,
        body: (marker) => ({ isGlobal: false, title: marker, emailSubject: marker, content: '<SURVEY_LINK>' }),
      };
    case 'create-response':
      return { parameters, body: (marker) => ({ responseSet: [], externalReference: marker }) };
    case 'list-responses':
      return { parameters, body: none };
    case 'filter-responses':
      return { parameters, path: `${pathOf(endpoint, parameters)}?extRef=none`, body: none };
    case 'fetch-response':
      return { parameters: { ...parameters, response_id: someResponseId }, body: none };
    default:
      return null;
  }
}

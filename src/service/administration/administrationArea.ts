import type { FastifyRequest } from 'fastify';
import { endpoints } from '../../contract/endpoints.ts';
import { keyOf, problemOfStanding } from '../apiKeys.ts';
import { type Area, routeOf, type ServiceParts } from '../area.ts';
import { type ServiceReply, sendReply } from '../replies.ts';
import { jsonOf, saysJson, takeBodiesAsText } from '../requestBody.ts';
import {
  type AdministrationAnswer,
  type AdministrationCall,
  type AdministrationEndpoint,
  administrationEndpoints,
  error,
} from './call.ts';
import { documentedAnswer } from './documentedAnswer.ts';

/** Answers a call; what wraps it may look at the call, change it or its answer, or answer itself. */
export type Answering = (call: AdministrationCall) => AdministrationAnswer;
export type AdministrationWrapper = (answering: Answering) => Answering;

/** Endpoints 4 to 12 as routes: key, path, then the resource. @param wrap put around the answering of every call */
export function administrationArea(wrap: AdministrationWrapper): Area {
  return (app, parts) => {
    const answer = wrap((call) => guarded(call, parts));
    takeBodiesAsText(app);
    for (const endpoint of administrationEndpoints) {
      app.route<{ Params: Record<string, string> }>({
        method: endpoints[endpoint].method,
        url: routeOf(endpoint),
        config: { endpoint },
        handler: (request, reply) =>
          sendReply(reply, replyOf(answer(callOf(endpoint, request, parts)), request.url, parts)),
      });
    }
  };
}

/** Key first (service.md#auth-header), then the resource. */
function guarded(call: AdministrationCall, parts: ServiceParts): AdministrationAnswer {
  const problem = problemOfStanding(parts.keys.standing(call.key));
  return problem === undefined ? documentedAnswer(call, parts) : error(problem);
}

function callOf(
  endpoint: AdministrationEndpoint,
  request: FastifyRequest<{ Params: Record<string, string> }>,
  { variants }: ServiceParts,
): AdministrationCall {
  return {
    endpoint,
    url: request.url,
    origin: `${request.protocol}://${request.host}`,
    key: keyOf(request, variants),
    parameters: request.params,
    query: new URLSearchParams(request.url.split('?').slice(1).join('?')),
    body: saysJson(request) || variants.contentType === 'accepted' ? jsonOf(request) : undefined,
  };
}

function replyOf(answer: AdministrationAnswer, url: string, { replies }: ServiceParts): ServiceReply {
  if (answer.kind === 'error') return replies.standardError(answer.httpStatus, url);
  return {
    httpStatus: answer.httpStatus,
    body: JSON.stringify({ ...answer.body, requestID: replies.nextRequestId() }),
  };
}

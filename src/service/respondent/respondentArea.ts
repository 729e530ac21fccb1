import type { FastifyRequest } from 'fastify';
import { endpoints } from '../../contract/endpoints.ts';
import { keyOf, keyProblem } from '../apiKeys.ts';
import { type Area, routeOf, type ServiceParts } from '../area.ts';
import { type ServiceReply, sendReply } from '../replies.ts';
import { takeBodiesAsText } from '../requestBody.ts';
import { type RenderedSurvey, renderSurvey } from '../survey/renderedSurvey.ts';
import type { Survey } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';
import { Flow, type FlowAnswer, type FlowCall } from './flow.ts';
import type { Session, Sessions } from './keptSessions.ts';
import { Presentation } from './presentation.ts';
import type { Rules } from './rules.ts';
import type { SessionTransport } from './sessionCarrier.ts';
import { submissionOf } from './submittedPage.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom a call of the respondent flow turned out to be from; null before that, and elsewhere. */
    respondentCall: { readonly session: Session | undefined; readonly survey: Survey } | null;
  }
}

export interface RespondentParts {
  readonly transport: SessionTransport;
  readonly rules: Rules;
  readonly sessions: Sessions;
}

type Step = 'take' | 'submit-page' | 'previous-page';

/** Endpoints 1 to 3 as routes: key, survey, session, then the flow. */
export function respondentArea({ transport, rules, sessions }: RespondentParts): Area {
  return (app, parts) => {
    const { completed, now, replies, store, variants } = parts;
    const completedBefore = (surveyId: number): number => store.completions(surveyId);
    const presentation = new Presentation(variants, replies);
    const flow = new Flow({ variants, rules, sessions, presentation, replies, completed, completedBefore, now });
    const rendered = new Map<number, RenderedSurvey>();
    const answer: Record<Step, (call: FlowCall, request: FastifyRequest) => FlowAnswer> = {
      take: (call) => flow.take(call),
      'submit-page': (call, request) => flow.submit(call, submissionOf(request, variants)),
      'previous-page': (call) => flow.back(call),
    };
    app.decorateRequest('respondentCall', null);
    takeBodiesAsText(app);
    for (const step of ['take', 'submit-page', 'previous-page'] as const) {
      app.route<{ Params: { survey_id: string } }>({
        method: endpoints[step].method,
        url: routeOf(step),
        config: { endpoint: step },
        handler: (request, reply) => {
          const found = findSurvey(step, request, request.params.survey_id, parts, rendered);
          if ('httpStatus' in found) return sendReply(reply, found);
          const carried = transport.find(request, sessions);
          const session = rules.sessionOf(carried);
          const respondent = { ipAddress: request.ip, userAgent: request.headers['user-agent'] ?? '' };
          const answered = answer[step](
            { rendered: found, session, presented: transport.presents(request), respondent, url: request.url },
            request,
          );
          request.respondentCall = { session: answered.session, survey: found.survey };
          if (answered.session !== undefined) {
            if (answered.session === session) transport.refresh(answered.session, reply);
            else transport.start(answered.session, reply);
          }
          return sendReply(reply, answered.reply);
        },
      });
    }
  };
}

/** The survey of a call, or the error that stands before any flow: 401, 403, 400, 404. */
function findSurvey(
  step: Step,
  request: FastifyRequest,
  surveyId: string,
  { keys, replies, surveys, variants }: ServiceParts,
  rendered: Map<number, RenderedSurvey>,
): RenderedSurvey | ServiceReply {
  const problem = checksKey(step, request, variants) ? keyProblem(request, keys, variants) : undefined;
  if (problem !== undefined) return replies.standardError(problem, request.url);
  if (!/^-?\d+$/.test(surveyId)) {
    return replies.standardError(Number(variants.malformedSurvey) === 400 ? 400 : 404, request.url);
  }
  const id = Number(surveyId);
  const survey = surveys.get(id);
  if (survey !== undefined) {
    const found = rendered.get(id) ?? renderSurvey(survey, variants);
    rendered.set(id, found);
    return found;
  }
  if (variants.unknownSurvey === 'survey_closed') {
    const response = { status: 'survey_closed' };
    return { httpStatus: 200, body: JSON.stringify({ response, requestID: replies.nextRequestId() }) };
  }
  return replies.standardError(unknownSurveyErrors[variants.unknownSurvey], request.url);
}

const unknownSurveyErrors = { '404': 404, '400': 400, '403': 403 } as const;

/** Whether the key of a call is looked at: the document leaves it open for submit-page. */
function checksKey(step: Step, request: FastifyRequest, variants: Variants): boolean {
  if (endpoints[step].apiKey === 'required' || variants.submitKey === 'required') return true;
  return variants.submitWrongKey === 'refused' && keyOf(request, variants) !== undefined;
}

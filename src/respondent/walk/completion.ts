import type { WalkCompletion } from '../completionSink.ts';
import type { Visit } from '../model/visit.ts';
import type { Respondent } from './respondent.ts';

/** The service has accepted the final page of this walk. */
export function reportCompletion({ context, token, survey, position }: Respondent): void {
  context.sink?.accepted(completionOf(token, survey.id, position.pages));
}

/** The final page was sent, and no answer came. */
export function reportIndeterminate({ context, token, survey, position }: Respondent, body: string): void {
  const { page, pages } = position;
  if (context.sink === null || page === null) return;
  const sent = [...pages.slice(0, -1), { ...page, body }];
  context.sink.indeterminate(completionOf(token, survey.id, sent));
}

function completionOf(token: string, surveyId: number, pages: readonly Visit[]): WalkCompletion {
  const submitted = pages.map(({ plans, body, certain }) => ({
    questionIds: plans.map(({ question }) => question.id),
    body: body ?? '{}',
    certain: certain && body !== null,
  }));
  return { surveyId, token, pages: submitted };
}

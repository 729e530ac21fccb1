import type { EntityId } from '../../contract/entityId.ts';
import type { WalkCompletion } from '../crowd.ts';
import type { PageVisit } from '../position/position.ts';
import type { Walk } from './walk.ts';

/** The service has accepted the final page of this walk. */
export function reportCompletion({ context, token, survey, position }: Walk): void {
  context.completions?.accepted(completionOf(token, survey.id, position.visits));
}

/** The final page was sent, and no answer came. */
export function reportIndeterminate({ context, token, survey, position }: Walk, body: string): void {
  const { visit, visits } = position;
  if (context.completions === null || visit === null) return;
  const sent = [...visits.slice(0, -1), { ...visit, body }];
  context.completions.indeterminate(completionOf(token, survey.id, sent));
}

/** The walk ends unsettled whether its final page was accepted: the service may hold the completion, or not. */
export function reportUnsettled(walk: Walk): void {
  const { unsettled, position } = walk;
  if (unsettled === null || position.ended || unsettled.page.isFinal !== true) return;
  walk.unsettled = null;
  reportIndeterminate(walk, unsettled.sent?.body ?? position.visit?.body ?? '{}');
}

/** What a walk over these pages has answered. */
export function completionOf(token: string, surveyId: EntityId, visits: readonly PageVisit[]): WalkCompletion {
  const asked = visits.flatMap(({ page, body }) => (body === null ? [] : page.questions.map(({ id }) => id)));
  // Which answers are stored where a question was asked on several pages, is not shown.
  const isAskedOnce = new Set(asked).size === asked.length;
  const submitted = visits.map(({ page, body, certain }) => ({
    questions: page.questions,
    body: body ?? '{}',
    certain: certain && body !== null && isAskedOnce,
  }));
  return { surveyId, token, pages: submitted };
}

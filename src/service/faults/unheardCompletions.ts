import type { FastifyRequest } from 'fastify';
import type { CompletedResponses, Completion } from '../completedResponses.ts';
import type { Rules } from '../respondent/rules.ts';
import { walkOf } from '../respondent/sessions.ts';

/** Completions that wait for their answer to leave, by walk. */
export class UnheardCompletions {
  readonly #waiting = new Map<string, { completion: Completion; completed: CompletedResponses }>();

  rules(clean: Rules): Rules {
    return {
      ...clean,
      keep: (completion, completed) => {
        this.#waiting.set(completion.id, { completion, completed });
      },
    };
  }

  /** A response has left: of a connection that broke before, nobody tells. */
  readonly onResponse = async ({ respondentCall, routeOptions }: FastifyRequest): Promise<void> => {
    if (respondentCall === null || routeOptions.config.endpoint !== 'submit-page') return;
    const { session, survey } = respondentCall;
    const id = walkOf(session, survey.id)?.id ?? '';
    const own = this.#waiting.get(id);
    this.#waiting.delete(id);
    own?.completed.add(own.completion);
  };
}

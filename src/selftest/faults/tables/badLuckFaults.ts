import { randomUUID } from 'node:crypto';
import type { CompletedResponses, Completion } from '../../../service/completedResponses.ts';
import type { Session, Walk } from '../../../service/respondent/keptSessions.ts';
import { arrangeLists } from '../../dimensions/arrangedStore.ts';
import { aroundDecision, replaceRules } from '../decideOtherwise.ts';
import { set } from '../edits.ts';
import { fault, inSection } from '../fault.ts';
import type { Injection } from '../injection.ts';

/** What is served within this time is served at once. */
const atOnceMs = 20;
const leftAloneMs = 900;
const hourMs = 3_600_000;

/** Does something to the walk where keys of another page come, and rejects them. */
function whereKeysAreForeign(happens: (walk: Walk) => unknown): Injection {
  return aroundDecision('judge', (judge) => (page, body, walk, survey) => {
    const own = new Set(page.questions.flatMap(({ id, answers }) => [id, ...answers.map((answer) => answer.id)]));
    const isForeign = !Object.keys(body).some((key) => own.has(Number(key.slice(key.lastIndexOf('_') + 1))));
    if (!isForeign || Object.keys(body).length === 0) return judge(page, body, walk, survey);
    happens(walk);
    const questionId = page.questions[0]?.id ?? 0;
    const error = { questionId, message: 'These answers belong to another page.', answerErrors: null };
    return { kind: 'rejected', answers: new Map(), errors: [error] };
  });
}

/**
 * What goes wrong only when respondents have bad luck: no client of the contract brings it about by itself, so that
 * `conform` does not see it and `selftest` does not try it.
 */
export const badLuckFaults = inSection('sanity', [
  fault('double-click-stored-twice', 'SANITY-DUPLICATE-02', 'A last page submitted twice at once is stored twice.', {
    how: replaceRules((clean) => {
      const kept = new Map<string, { completion: Completion; completed: CompletedResponses; untilMs: number }>();
      return {
        keep: (completion, completed) => {
          kept.set(completion.id, { completion, completed, untilMs: performance.now() + atOnceMs });
          clean.keep(completion, completed);
        },
        endOf: (walk) => {
          const own = kept.get(walk.id);
          kept.delete(walk.id);
          if (own !== undefined && performance.now() < own.untilMs) {
            own.completed.add({ ...own.completion, id: randomUUID() });
          }
          return clean.endOf(walk);
        },
      };
    }),
  }),
  fault('repeated-submission-undone', 'SANITY-LOST-01', 'A submission that is sent again undoes itself.', {
    how: whereKeysAreForeign((walk) => walk.path.length > 1 && walk.path.pop()),
    variants: { doubleSubmit: 'success-next' },
  }),
  ['unheard-completion-lost', 'SANITY-LOST-02', 'Completions that nobody hears of are lost.', { kind: 'unheard' }],
  fault('older-page-drops-answers', 'SANITY-ALTERED-01', 'A page of before submitted again drops later answers.', {
    how: whereKeysAreForeign((walk) => walk.answers.delete(walk.path.at(-2) ?? -1)),
    variants: { doubleSubmit: 'success-next' },
  }),
  ['unread-answer-cut-off', 'SANITY-TRUNCATED-01', 'answers, on submit', set('delivery', 'impatient')],
  fault('left-alone-begins-anew', 'MOVE-RESUME-01', 'A session left alone for a second is on its first page again.', {
    how: aroundDecision('sessionOf', (sessionOf) => {
      const seenMs = new WeakMap<Session, number>();
      return (carried) => {
        const session = sessionOf(carried);
        if (session === undefined) return session;
        const nowMs = performance.now();
        const isAlone = nowMs - (seenMs.get(session) ?? nowMs) > leftAloneMs;
        seenMs.set(session, nowMs);
        if (isAlone) for (const walk of session.walks) walk.path.length = 1;
        return session;
      };
    }),
  }),
  fault('completion-visible-after-an-hour', 'SANITY-LOST-02', 'Every third completion is visible after an hour.', {
    how: arrangeLists((now) => {
      const isShown = (stored: { responseId: number; storedAtMs: number }): boolean =>
        stored.responseId % 3 !== 0 || now() - stored.storedAtMs >= hourMs;
      return { responses: (held) => held.filter(isShown), isShown };
    }),
  }),
]);

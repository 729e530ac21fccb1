import { RealClock } from '../../src/client/clock.ts';
import { createTransport } from '../../src/client/httpTransport.ts';
import { Redactor } from '../../src/client/redact.ts';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';
import type { EndedWalk, WalkCompletion } from '../../src/respondent/crowd.ts';
import { Random } from '../../src/respondent/random.ts';
import { type Choice, dueSteps, stepOf } from '../../src/respondent/walk/chance.ts';
import { Respondent, type StepChooser } from '../../src/respondent/walk/respondent.ts';
import { walkContextOf } from '../../src/respondent/walk/walkContext.ts';
import type { Refusal } from '../../src/result/refusal.ts';
import type { CoverageDelta } from '../../src/result/tally/delta.ts';
import { httpResponse, startRawServer } from '../support/rawServer.ts';
import { targetOptions } from '../support/targetOptions.ts';

/** An answer as a row spells it: a body, or what breaks off. */
export interface Told {
  readonly httpStatus?: number;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The connection is reset in its place. */
  readonly isLost?: true;
}

interface PageOptions {
  readonly status?: string;
  readonly previous?: boolean;
  readonly final?: boolean;
  readonly refuses?: number;
  readonly form?: 'single' | 'text';
  /** Whether the answer given before is marked. */
  readonly marked?: boolean;
}

/** A page with one question of single choice, number 1 being the first page. */
export function page(
  id: number,
  { status = 'success', previous = id > 1, final = false, refuses, form = 'single', marked = false }: PageOptions = {},
) {
  const json = JSON.stringify({
    id,
    type: form === 'single' ? 'U' : 'T',
    text: `Question ${id}?`,
    answers: form === 'single' ? [{ id: id * 10, text: 'a', selected: marked }] : [{ id: id * 10, selected: false }],
    formParam:
      form === 'single'
        ? { paramPrefix: 'u_', paramIdType: 'questionId' }
        : { paramPrefix: 't_', paramIdType: 'answerId' },
  });
  const validationErrors =
    refuses === undefined ? {} : { validationErrors: [{ questionId: refuses, message: 'No.', answerErrors: null }] };
  return {
    body: {
      response: {
        status,
        meta: { isFinalPage: final, progressPercentage: id },
        navigation: {
          previousPageUrl: previous ? '/a/api/v2/surveys/1/previous-page' : null,
          nextPageSubmitUrl: '/a/api/v2/surveys/1/submit-page',
        },
        themeConfig: { cssUrls: [], jsUrls: [] },
        questions: [{ html: '', json }],
        ...validationErrors,
      },
      requestID: 'r',
    },
  };
}

export const flow = (status: string): Told => ({ body: { response: { status }, requestID: 'r' } });
export const expired: Told = {
  body: {
    error: { code: 1002, message: 'Session expired. Please load the survey page before submitting.' },
    requestID: 'r',
  },
};
export function refused(httpStatus: number, id: string, name: string, message = 'm'): Told {
  const error = { docs: 'd', name, httpStatusCode: httpStatus, id, message, resourceUrl: 'u' };
  return { httpStatus, body: { response: { error } } };
}

/** Members of the profile's `respondent`, and: */
export interface ToldOptions {
  /** What it submits, one after the other. */
  readonly bodies?: readonly string[];
  /** Members of the profile's `surveys`. */
  readonly surveys?: object;
  /** Sent with every answer; a session token in place of the cookie. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly optional?: number;
  /** The time-out of the service that the profile knows of: half of it, and a session may be gone. */
  readonly expire?: { readonly idleSeconds: number };
  /** It is stopped when so many requests have arrived. */
  readonly stopsAfter?: number;
}

/** What came of a walk. */
export interface ToldWalk {
  readonly ended: EndedWalk;
  /** Steps: `t` take, `b` back, else the questions that are answered, `-` none. */
  readonly asks: string;
  /** Clauses that failed. */
  readonly failed: readonly string[];
  readonly observed: readonly string[];
  readonly coverage: CoverageDelta;
  /** Questions whose answers were refused, and what was said of them. */
  readonly refusals: readonly Refusal[];
  readonly completions: readonly WalkCompletion[];
  readonly indeterminate: readonly WalkCompletion[];
}

/**
 * One respondent takes the steps that it is told, or that are due, and is answered as rows say; told nothing more, it
 * leaves.
 */
export async function toldWalk(
  choices: readonly Choice[],
  answers: readonly Told[],
  { bodies = [], surveys = {}, headers: sent = {}, stopsAfter, ...respondent }: ToldOptions = {},
): Promise<ToldWalk> {
  const json = { 'content-type': 'application/json', ...sent };
  const cookie = { ...json, 'set-cookie': 'JSESSIONID=0123456789ABCDEF; Path=/', ...sent };
  let stop = (): void => {};
  const server = await startRawServer((socket, _, number) => {
    if (number + 1 === stopsAfter) stop();
    const { httpStatus = 200, body = '', headers = number === 0 ? cookie : json, isLost } = answers[number] ?? {};
    if (isLost === true) socket.resetAndDestroy();
    else socket.write(httpResponse(httpStatus, typeof body === 'string' ? body : JSON.stringify(body), headers));
  });
  const { baseUrl } = server;
  const profile = resolveProfile({
    target: { baseUrl, apiKeys: ['canvass-key'], timeoutMs: 200 },
    surveys: { walk: [{ id: 1 }], required: { 1: [9] }, ...surveys },
    respondent: { optional: 1, badLuck: { slowReadSeconds: 0.01, hesitateSeconds: 0.01 }, ...respondent },
  });
  const transport = createTransport(targetOptions(baseUrl));
  const clock = new RealClock();
  const failed = new Set<string>();
  const observed: string[] = [];
  const completions: WalkCompletion[] = [];
  const indeterminate: WalkCompletion[] = [];
  const context = walkContextOf({
    profile,
    baseUrl,
    transport,
    clock,
    observer: {
      onExchange() {},
      onViolation: ({ clause }) => void failed.add(clause),
      onObservation: (question, value) => void observed.push(`${question} ${value}`),
      onWalkEnd() {},
    },
    seed: 1,
    run: 'tests1',
    redactor: new Redactor(['canvass-key']),
    completions: {
      accepted: (each) => void completions.push(each),
      indeterminate: (each) => void indeterminate.push(each),
    },
  });
  const left = [...choices];
  const ready = [...bodies];
  const ended = await new Promise<EndedWalk>((resolve) => {
    const chooser: StepChooser = {
      chooseNext(walk, next, nowMs) {
        const choice = left.shift();
        const due = dueSteps[next];
        if (due !== null && choice !== undefined) left.unshift(choice);
        if (next === 'look-again' && choice !== 'resume') walk.leave('completed', 'survey_complete');
        else walk.take(due ?? stepOf(choice ?? 'abandon', walk.position, new Random(1, 1)), nowMs, 0);
      },
      bodyFor: () => ready.shift() ?? null,
      onDone: (_, walk) => resolve(walk),
    };
    const walk = new Respondent(context, 0, chooser);
    stop = () => walk.stop();
    walk.take(dueSteps['begin-anew'] ?? fail(), clock.nowMs(), 0);
  });
  clock.clear();
  await transport.close();
  await server.close();
  const asks = server.requests.map((request) => {
    const answered = [...request.matchAll(/"u_(\d+)":/g)].map(([, id]) => id).join('+');
    if (request.startsWith('POST')) return answered === '' ? '-' : answered;
    return request.includes('/take ') ? 't' : 'b';
  });
  return {
    ended,
    asks: asks.join(' '),
    failed: [...failed].sort(),
    observed,
    coverage: context.coverage.take(),
    refusals: context.refusals.take(),
    completions,
    indeterminate,
  };
}

function fail(): never {
  throw new Error('nothing is due');
}

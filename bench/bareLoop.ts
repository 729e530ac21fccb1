/**
 * The yardstick: the smallest loop on undici's `dispatch` that walks a survey. It keeps the session cookie, parses each
 * page and its questions, and builds answers from `formParam`; it checks nothing, measures nothing and does nothing but
 * submit. One handler object serves a walker for all its requests.
 */
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { Client, type Dispatcher, Pool } from 'undici';
import { trustedFile } from '../test/support/tlsFront.ts';
import type { Protocol } from './target/front.ts';

interface PageJson {
  response: { status: string; questions?: { json: string }[]; navigation?: { nextPageSubmitUrl: string } };
}

interface QuestionJson {
  id: number;
  answers: { id: number }[];
  formParam: { paramPrefix: string };
}

/** Who decides whether another walk is begun, and hears of each request. */
export interface LoopControl {
  /** A request has ended; whether the walker goes on. */
  onRequest(): boolean;
}

class Walker implements Dispatcher.DispatchHandler {
  readonly #dispatcher: Dispatcher;
  readonly #origin: string;
  readonly #take: string;
  readonly #control: LoopControl;
  readonly #done: () => void;
  #cookie = '';
  #text = '';

  constructor(dispatcher: Dispatcher, origin: string, surveyId: number, control: LoopControl, done: () => void) {
    this.#dispatcher = dispatcher;
    this.#origin = origin;
    this.#take = `/a/api/v2/surveys/${surveyId}/take`;
    this.#control = control;
    this.#done = done;
  }

  take(): void {
    this.#cookie = '';
    this.#dispatcher.dispatch(
      {
        origin: this.#origin,
        path: this.#take,
        method: 'GET',
        headers: { accept: 'application/json', 'api-key': 'k' },
      },
      this,
    );
  }

  onRequestStart(): void {
    this.#text = '';
  }

  onResponseStart(_controller: Dispatcher.DispatchController, _status: number, headers: IncomingHttpHeaders): void {
    const set = headers['set-cookie'];
    if (set !== undefined) this.#cookie = String(set).split(';', 1)[0] ?? '';
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#text += chunk.toString();
  }

  onResponseEnd(): void {
    if (!this.#control.onRequest()) {
      this.#done();
      return;
    }
    const { response } = JSON.parse(this.#text) as PageJson;
    if (response.status !== 'success' || response.questions === undefined) {
      this.take();
      return;
    }
    this.#dispatcher.dispatch(
      {
        origin: this.#origin,
        path: response.navigation?.nextPageSubmitUrl ?? '',
        method: 'POST',
        headers: {
          accept: 'application/json',
          'api-key': 'k',
          cookie: this.#cookie,
          'content-type': 'application/json',
        },
        body: answers(response.questions),
      },
      this,
    );
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    throw error;
  }
}

function answers(questions: readonly { json: string }[]): string {
  const body: Record<string, string | string[]> = {};
  for (const { json } of questions) {
    const question = JSON.parse(json) as QuestionJson;
    const { paramPrefix } = question.formParam;
    const first = String(question.answers[0]?.id);
    if (paramPrefix === 'u_') body[`u_${question.id}`] = first;
    else if (paramPrefix === 'm_') body[`m_${question.id}`] = [first];
    else {
      for (const [at, { id }] of question.answers.entries()) {
        body[`${paramPrefix}${id}`] = paramPrefix === 'r_' ? String(at + 1) : at === 0 ? '100' : '0';
      }
    }
  }
  return JSON.stringify(body);
}

/** Walks `surveyId` over and over with as many walkers as connections, until `control` says that it is enough. */
export async function runBareLoop(
  baseUrl: string,
  surveyId: number,
  connections: number,
  protocol: Protocol,
  control: LoopControl,
): Promise<void> {
  const options = { connect: { ca: readFileSync(trustedFile) }, allowH2: protocol === 'h2' };
  // The cheaper one of both: a pool costs a fifth more over HTTP/1.1.
  const pool = protocol === 'h2' ? new Pool(baseUrl, { ...options, connections }) : null;
  const used = Array.from({ length: connections }, () => pool ?? new Client(baseUrl, options));
  await Promise.all(
    used.map(
      (dispatcher) =>
        new Promise<void>((resolve) => new Walker(dispatcher, baseUrl, surveyId, control, resolve).take()),
    ),
  );
  await Promise.all([...new Set(used)].map((dispatcher) => dispatcher.close()));
}

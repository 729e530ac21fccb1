import type { Clock, Timer } from '../../src/client/clock.ts';
import type { ExchangeListener, OutgoingRequest, Transport } from '../../src/client/transport.ts';
import type { Exchange } from '../../src/result/exchange.ts';
import { LatencyCounts } from '../../src/result/tally/latencyCounts.ts';
import { renderSurvey } from '../../src/service/survey/renderedSurvey.ts';
import { loadSurveys } from '../../src/service/survey/surveyCatalogue.ts';
import { defaultVariants } from '../../src/service/variants.ts';

/** The survey of one page. */
export const simulatedSurveyId = 1013;

const survey = loadSurveys().get(simulatedSurveyId);
const page = survey === undefined ? undefined : renderSurvey(survey, defaultVariants).pages[0]?.members;

export interface SimulatedTargetOptions {
  readonly clock: Clock;
  /** How long the service works on a request that reaches it at `nowMs`, ms. */
  readonly latencyMs: (nowMs: number) => number;
  /** Requests under way at once; others wait in line. */
  readonly connections: number;
}

/**
 * A service of one page on a simulated clock, that keeps its own record of how long each request really took it. No
 * network, no parsing of requests: many million exchanges a minute.
 */
export class SimulatedTarget implements Transport {
  /** Time from the arrival of each request at the service to its answer, µs. */
  readonly itself = new LatencyCounts();
  requests = 0;
  readonly #options: SimulatedTargetOptions;
  readonly #line: { readonly request: OutgoingRequest; readonly listener: ExchangeListener }[] = [];
  #sessions = 0;
  #underway = 0;

  constructor(options: SimulatedTargetOptions) {
    this.#options = options;
  }

  get sockets(): number {
    return this.#underway;
  }

  send(request: OutgoingRequest, listener: ExchangeListener): void {
    if (this.#underway >= this.#options.connections) this.#line.push({ request, listener });
    else this.#begin(request, listener);
  }

  #begin(request: OutgoingRequest, listener: ExchangeListener): void {
    const { clock, latencyMs } = this.#options;
    this.#underway++;
    this.requests++;
    const sentMs = clock.nowMs();
    const tookMs = latencyMs(sentMs);
    this.itself.record(tookMs * 1000);
    const timer: Timer = {
      onTimer: () => {
        this.#underway--;
        listener.onExchange(this.#exchange(request, sentMs, clock.nowMs()));
        const next = this.#underway < this.#options.connections ? this.#line.shift() : undefined;
        if (next !== undefined) this.#begin(next.request, next.listener);
      },
    };
    clock.at(sentMs + tookMs, timer);
  }

  #exchange(request: OutgoingRequest, sentMs: number, endMs: number): Exchange {
    const take = request.endpoint === 'take';
    const status = take ? `"status":"success",${page}` : '"status":"survey_complete"';
    const bodyText = `{"response":{${status}},"requestID":"r-${this.requests}"}`;
    const session = take ? ['set-cookie', `JSESSIONID=S${++this.#sessions}; Path=/; HttpOnly`] : [];
    return {
      endpoint: request.endpoint,
      method: request.method,
      path: request.path,
      requestBody: request.body,
      intendedMs: request.intendedMs,
      sentMs,
      firstByteMs: endMs,
      endMs,
      failure: null,
      httpStatus: 200,
      headers: ['content-type', 'application/json', ...session],
      bodyText,
      json: JSON.parse(bodyText),
    };
  }

  done(): void {}

  async close(): Promise<void> {}
}

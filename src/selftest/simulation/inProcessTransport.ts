import { BodyReader } from '../../client/bodyReader.ts';
import type { VirtualClock } from '../../client/clock.ts';
import type { ExchangeListener, OutgoingRequest, Transport } from '../../client/transport.ts';
import type { Exchange, Failure } from '../../result/exchange.ts';
import type { OpenService, ServiceRequest, ServiceResponse } from '../../service/service.ts';

/** How long the service seems to work on a request, ms, drawn for each. */
export type SimulatedLatency = () => number;

/** Sends requests to a service in this process: everything is as over HTTP but the network and the time. */
export class InProcessTransport implements Transport {
  readonly #service: OpenService;
  readonly #clock: VirtualClock;
  readonly #latency: SimulatedLatency;
  readonly #bodies = new BodyReader();
  #closed = false;
  requests = 0;

  constructor(service: OpenService, clock: VirtualClock, latency: SimulatedLatency = () => 1) {
    this.#service = service;
    this.#clock = clock;
    this.#latency = latency;
  }

  get sockets(): number {
    return 1;
  }

  send(request: OutgoingRequest, listener: ExchangeListener): void {
    this.requests++;
    this.#clock.begin();
    const sentMs = this.#clock.nowMs();
    const { method, path: url, body, mishap = null } = request;
    const asked = { method, url, headers: headersOf(request), body };
    if (mishap?.kind === 'cut-when-sent') {
      this.#cut(request, listener, sentMs, asked);
      return;
    }
    this.#service.answer(asked).then(
      (response) =>
        mishap?.kind === 'cut-when-answered'
          ? this.#deliver(request, listener, sentMs, noResponse, 'cancelled')
          : this.#deliver(request, listener, sentMs, response, null),
      () => this.#deliver(request, listener, sentMs, noResponse, 'reset'),
    );
  }

  /** The request reaches the service when its sender has lost the connection and may have asked for something else. */
  #cut(request: OutgoingRequest, listener: ExchangeListener, sentMs: number, asked: ServiceRequest): void {
    const answered = (): void => this.#clock.end();
    this.#clock.at(sentMs + this.#latency(), {
      onTimer: () => {
        this.#clock.begin();
        this.#service.answer(asked).then(answered, answered);
      },
    });
    this.#deliver(request, listener, sentMs, noResponse, 'cancelled');
  }

  done(): void {}

  async close(): Promise<void> {
    this.#closed = true;
    await this.#service.close();
  }

  #deliver(
    request: OutgoingRequest,
    listener: ExchangeListener,
    sentMs: number,
    { httpStatus, headers, body }: ServiceResponse,
    broken: Failure | null,
  ): void {
    const onTimer = (): void => {
      const endMs = this.#clock.nowMs();
      const read = this.#bodies.read(Buffer.from(body));
      const failure = this.#closed ? 'cancelled' : (broken ?? (read.json === undefined ? 'not-json' : null));
      const { endpoint, method, path, body: requestBody, intendedMs } = request;
      const exchange: Exchange = {
        endpoint,
        method,
        path,
        requestBody,
        intendedMs,
        sentMs,
        firstByteMs: endMs,
        endMs,
        failure,
        httpStatus,
        headers,
        bodyText: read.text,
        json: read.json,
        repeat: read.repeat,
        varied: read.varied,
      };
      listener.onExchange(exchange);
    };
    this.#clock.at(sentMs + this.#latency(), { onTimer });
    this.#clock.end();
  }
}

const noResponse: ServiceResponse = { httpStatus: 0, headers: [], body: '' };

function headersOf({ headers }: OutgoingRequest): Record<string, string> {
  const named: Record<string, string> = {};
  for (let at = 0; at + 1 < headers.length; at += 2) named[(headers[at] ?? '').toLowerCase()] = headers[at + 1] ?? '';
  return named;
}

/**
 * A survey service of known capacity on loopback: the embedded service behind a gate that lets requests through at a
 * known pace. `node bench/knownCapacity.ts KIND REQUESTS_PER_SECOND [VARIANT=VALUE…]` prints its base URL and serves until
 * it is ended; variants are those of `canvass serve --list-variants`.
 * The paces are those of the simulated services of the tests, here in real time.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { startService } from '../src/service/service.ts';
import * as simulated from '../test/capacity/simulatedService.ts';

const degradingLambda = (1 + 0.05 * 42.6 + 0.0005 * 43.6 * 42.6) / 43.6;

const kinds: Readonly<Record<string, (requestsPerSecond: number) => simulated.SimulatedService>> = {
  fixed: simulated.fixedRate,
  degrading: (rate) => simulated.degrading(rate * degradingLambda, 0.05, 0.0005),
  limited: (rate) => simulated.limited(3 * rate, rate),
  noisy: (rate) => simulated.noisy(rate, simulated.randomOf(1)),
  collapsing: (rate) => simulated.collapsing(rate, Math.max(30, rate / 6), 3),
};

/** One worker behind one queue: begins a request when the one before has taken its time, late timers caught up with. */
class Gate {
  readonly #service: simulated.SimulatedService;
  readonly #queue: (() => void)[] = [];
  #freeAtSeconds = 0;
  #armed = false;

  constructor(service: simulated.SimulatedService) {
    this.#service = service;
  }

  /** Calls `pass` when the request has been served; false when it is not admitted. */
  enter(pass: () => void): simulated.Admission {
    const now = performance.now() / 1000;
    const admission = this.#service.admit(this.#queue.length, now);
    if (admission !== 'accepted') return admission;
    if (this.#queue.length === 0) {
      this.#freeAtSeconds = Math.max(now, this.#freeAtSeconds) + this.#service.paceSeconds(1, now);
    }
    this.#queue.push(pass);
    this.#arm();
    return admission;
  }

  #arm(): void {
    if (this.#armed || this.#queue.length === 0) return;
    this.#armed = true;
    setTimeout(() => this.#serve(), Math.max(0, this.#freeAtSeconds * 1000 - performance.now()));
  }

  #serve(): void {
    this.#armed = false;
    const now = performance.now() / 1000;
    while (this.#queue.length > 0 && this.#freeAtSeconds <= now) {
      const pass = this.#queue.shift();
      if (pass !== undefined) setTimeout(pass, this.#service.delaySeconds(now) * 1000);
      if (this.#queue.length > 0) this.#freeAtSeconds += this.#service.paceSeconds(this.#queue.length, now);
    }
    this.#arm();
  }
}

const refusals = { throttled: 429, refused: 500 } as const;

function refuse(response: ServerResponse, status: 429 | 500): void {
  const error = { docs: '', name: '', httpStatusCode: status, id: '1026', message: 'not now', resourceUrl: '' };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ response: { error }, requestID: 'bench' }));
}

const [kind = 'fixed', rate = '300', ...variants] = process.argv.slice(2);
const make = kinds[kind];
if (make === undefined) throw new Error(`no such kind; there are ${Object.keys(kinds).join(', ')}`);
const embedded = await startService({
  variants: Object.fromEntries(variants.map((one) => one.split('=', 2))),
});
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const gate = new Gate(make(Number(rate)));

function forward(incoming: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const { method, url, headers } = incoming;
  const onward = request(`${embedded.baseUrl}${url}`, { method, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  onward.end(body);
}

const server = createServer((incoming, response) => {
  const parts: Buffer[] = [];
  incoming.on('data', (part: Buffer) => parts.push(part));
  incoming.on('end', () => {
    const admission = gate.enter(() => forward(incoming, Buffer.concat(parts), response));
    if (admission !== 'accepted') refuse(response, refusals[admission]);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`);
});

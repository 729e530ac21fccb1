import type { Clock } from '../client/clock.ts';
import type { ExchangeListener, OutgoingRequest, Transport } from '../client/transport.ts';
import type { Random } from '../respondent/random.ts';
import { Respondent } from '../respondent/walk/respondent.ts';
import { type DuetSide, duetSides } from '../result/duetResult.ts';
import type { Exchange, Outcome } from '../result/exchange.ts';
import { type RequestForms, sameRequest } from './sameRequest.ts';

/** One answer of a pair, with who got it. */
export interface TwinAnswer {
  readonly respondent: Respondent;
  readonly exchange: Exchange;
  readonly outcome: Outcome;
}

/** Both answers to requests that left together. */
export interface AnsweredPair extends Readonly<Record<DuetSide, TwinAnswer>> {
  /** When both left, ms of the clock. */
  readonly departedMs: number;
  /** Whether both asked the same. */
  readonly isSame: boolean;
}

/** Who hears of pairs. */
export interface PairListener {
  onWalk(): void;
  /** Both answers have come, and both respondents have taken them in. */
  onPair(pair: AnsweredPair): void;
  /** Two could not go on alike. */
  onPart(): void;
}

/** What one side of a duet is sent with. */
export interface PairedSide {
  readonly transport: Transport;
  /** What the side's last exchange counted as: asked within its respondent's `onExchange`. */
  lastOutcome(): Outcome;
  readonly forms: RequestForms;
}

const otherSide = { base: 'candidate', candidate: 'base' } as const;

/** Two requests under way that left together. */
class Departure {
  readonly departedMs: number;
  readonly isSame: boolean;
  readonly answers: Partial<Record<DuetSide, TwinAnswer>> = {};

  constructor(departedMs: number, isSame: boolean) {
    this.departedMs = departedMs;
    this.isSame = isSame;
  }
}

/** Two respondents of the same index, and what waits for the other. */
class Pair {
  readonly held: Partial<Record<DuetSide, Held>> = {};
  /** Whether they can no longer be compared: each goes on by itself. */
  isParted = false;
  over = 0;
}

interface Held {
  readonly request: OutgoingRequest;
  readonly twin: Twin;
}

/** Stands between a respondent and its side's transport. */
class Twin implements ExchangeListener {
  readonly respondent: Respondent;
  readonly pair: Pair;
  readonly #side: DuetSide;
  readonly #pairing: Pairing;
  departure: Departure | null = null;

  constructor(respondent: Respondent, pair: Pair, side: DuetSide, pairing: Pairing) {
    this.respondent = respondent;
    this.pair = pair;
    this.#side = side;
    this.#pairing = pairing;
  }

  onExchange(exchange: Exchange): void {
    // Taking the answer in may send the next request, and begin another departure.
    const { departure, respondent } = this;
    respondent.onExchange(exchange);
    if (departure !== null) this.#pairing.answered(departure, this.#side, respondent, exchange);
  }
}

/**
 * Lets both requests of a pair leave together, in an order drawn anew for each: what a respondent sends is held until its
 * twin sends too. Twins who ask for different things, or of whom one has ended, part: each goes on by itself.
 */
export class Pairing {
  readonly #sides: Readonly<Record<DuetSide, PairedSide>>;
  readonly #listener: PairListener;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #pairs = new Map<number, Pair>();
  readonly #twins = new Map<ExchangeListener, Twin>();

  constructor(sides: Readonly<Record<DuetSide, PairedSide>>, listener: PairListener, clock: Clock, random: Random) {
    this.#sides = sides;
    this.#listener = listener;
    this.#clock = clock;
    this.#random = random;
  }

  /** What the respondents of one side send with. */
  transportOf(side: DuetSide): Transport {
    const inner = this.#sides[side].transport;
    return {
      send: (request, listener) => this.#send(side, request, this.#twinOf(side, listener)),
      done: (listener) => this.#done(side, listener),
      get sockets() {
        return inner.sockets;
      },
      close: () => this.#close(),
    };
  }

  answered(departure: Departure, side: DuetSide, respondent: Respondent, exchange: Exchange): void {
    departure.answers[side] = { respondent, exchange, outcome: this.#sides[side].lastOutcome() };
    const { base, candidate } = departure.answers;
    if (base === undefined || candidate === undefined) return;
    this.#listener.onPair({ base, candidate, departedMs: departure.departedMs, isSame: departure.isSame });
  }

  #twinOf(side: DuetSide, listener: ExchangeListener): Twin {
    const known = this.#twins.get(listener);
    if (known !== undefined) return known;
    if (!(listener instanceof Respondent)) throw new TypeError('only respondents walk in pairs');
    let pair = this.#pairs.get(listener.index);
    if (pair === undefined) {
      pair = new Pair();
      this.#pairs.set(listener.index, pair);
      this.#listener.onWalk();
    }
    const twin = new Twin(listener, pair, side, this);
    this.#twins.set(listener, twin);
    return twin;
  }

  #send(side: DuetSide, request: OutgoingRequest, twin: Twin): void {
    const { pair } = twin;
    if (pair.over > 0) this.#part(pair);
    if (pair.isParted) {
      this.#sendAlone(side, { request, twin });
      return;
    }
    pair.held[side] = { request, twin };
    const { base, candidate } = pair.held;
    if (base !== undefined && candidate !== undefined) this.#depart(pair, base, candidate);
  }

  #depart(pair: Pair, base: Held, candidate: Held): void {
    const { base: ours, candidate: theirs } = this.#sides;
    const isSame = sameRequest(base.request, ours.forms, candidate.request, theirs.forms);
    const departure = new Departure(this.#clock.nowMs(), isSame);
    const intendedMs = Math.max(base.request.intendedMs, candidate.request.intendedMs);
    delete pair.held.base;
    delete pair.held.candidate;
    if (!isSame) this.#part(pair);
    const first = this.#random.chance(0.5) ? 'base' : 'candidate';
    const held = { base, candidate };
    for (const side of [first, otherSide[first]] as const) {
      const { request, twin } = held[side];
      twin.departure = departure;
      this.#sides[side].transport.send({ ...request, intendedMs }, twin);
    }
  }

  #sendAlone(side: DuetSide, { request, twin }: Held): void {
    twin.departure = null;
    this.#sides[side].transport.send(request, twin);
  }

  #part(pair: Pair): void {
    if (pair.isParted) return;
    pair.isParted = true;
    this.#listener.onPart();
  }

  #done(side: DuetSide, listener: ExchangeListener): void {
    const twin = this.#twins.get(listener);
    if (twin === undefined) return;
    this.#twins.delete(listener);
    this.#sides[side].transport.done(twin);
    const { pair, respondent } = twin;
    if (++pair.over === duetSides.length) {
      this.#pairs.delete(respondent.index);
      return;
    }
    const other = otherSide[side];
    const waiting = pair.held[other];
    if (waiting === undefined) return;
    delete pair.held[other];
    this.#part(pair);
    this.#sendAlone(other, waiting);
  }

  async #close(): Promise<void> {
    await Promise.all(duetSides.map((side) => this.#sides[side].transport.close()));
  }
}

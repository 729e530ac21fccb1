import type { ExchangeListener, OutgoingRequest, Transport } from '../../client/transport.ts';
import { createCrowd } from '../../respondent/createCrowd.ts';
import type { Crowd, ViolationEvent } from '../../respondent/crowd.ts';
import { Respondent } from '../../respondent/walk/respondent.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Witness } from '../../result/verdict.ts';
import { concurrentAt, mergedWitness, type SentStep } from './concurrentSteps.ts';
import { ParkingClock, parkedThinkMs } from './parkingClock.ts';
import type { Sequence, SequenceStep } from './sequence.ts';
import { SequenceScript } from './sequenceScript.ts';
import type { SequenceFailure, SequenceTarget } from './sequenceTarget.ts';

/** One respondent of a sequence, and where it stands. */
interface Player {
  readonly script: SequenceScript;
  respondent: Respondent | null;
  started: boolean;
  ended: boolean;
  /** Called when it is parked or has ended. */
  settled: () => void;
}

/** A step that a respondent takes by itself, or that a limiter held up, does not use up its turn; this often at most. */
const maxMovesOfTurn = 12;
/** For a limiter, beside what the profile says of time-outs. */
const longestWaitMs = 120_000;

/** Plays one sequence once. */
export class SequencePlayer {
  readonly #target: SequenceTarget;
  readonly #sequence: Sequence;
  readonly #wanted: string;
  readonly #onExchange: (exchange: Exchange) => void;
  readonly #players: readonly Player[];
  readonly #crowd: Crowd;
  /** Every request in the order of sending. */
  readonly #sent: SentStep[] = [];
  #performed = 0;
  #group = 0;
  #failure: SequenceFailure | null = null;

  constructor(target: SequenceTarget, sequence: Sequence, wanted: string, onExchange: (exchange: Exchange) => void) {
    this.#target = target;
    this.#onExchange = onExchange;
    this.#sequence = sequence;
    this.#wanted = wanted;
    this.#players = sequence.surveys.map((surveyId, session) => {
      const own = sequence.steps.filter((step) => step.session === session);
      const script = new SequenceScript(surveyId, own[0]?.kind === 'begin' ? own.slice(1) : own);
      return { script, respondent: null, started: false, ended: false, settled: () => {} };
    });
    this.#crowd = this.#makeCrowd();
  }

  async play(): Promise<SequenceFailure | null> {
    const { steps } = this.#sequence;
    while (this.#performed < steps.length && this.#failure === null) {
      const turn = concurrentAt(steps, this.#performed);
      this.#performed += turn.length;
      this.#group = turn[0]?.concurrent ?? 0;
      await Promise.all([...Map.groupBy(turn, ({ session }) => session).values()].map((own) => this.#takeInTurn(own)));
    }
    return this.#failure;
  }

  /** Lets go of the respondents; what they have under way is heard of no more. */
  end(): void {
    this.#crowd.stop();
    for (const { respondent } of this.#players) if (respondent !== null) this.#target.transport.done(respondent);
  }

  /** One respondent does one thing at a time. */
  async #takeInTurn(steps: readonly SequenceStep[]): Promise<void> {
    for (const step of steps) await this.#take(step);
  }

  async #take(step: SequenceStep): Promise<void> {
    const player = this.#players[step.session];
    if (player === undefined || player.ended) return;
    if (!player.started) {
      player.started = true;
      await this.#move(player, () => this.#crowd.start(step.session, this.#target.clock.nowMs()));
    }
    if (step.kind === 'begin') return;
    const before = player.script.done;
    for (let moves = 0; moves < maxMovesOfTurn && player.script.done === before; moves++) {
      const { respondent } = player;
      if (player.ended || respondent === null || this.#failure !== null) return;
      await this.#move(player, () => respondent.onTimer());
    }
  }

  /**
   * Starts something, and waits until its respondent is parked again or has ended. One that does neither is given up:
   * a play always ends.
   */
  async #move(player: Player, start: () => void): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    player.settled = resolve;
    const { respondent: traits, target } = this.#target.profile;
    const longestMs = longestWaitMs + 2 * target.timeoutMs + traits.expire.idleSeconds * 1000;
    const guard = setTimeout(() => {
      player.ended = true;
      resolve();
    }, longestMs);
    start();
    await promise;
    clearTimeout(guard);
  }

  #makeCrowd(): Crowd {
    const { profile, baseUrl, transport, clock, redactor } = this.#target;
    const walk = [...new Set(this.#sequence.surveys)].map((id) => ({ id, weight: 1 }));
    return createCrowd({
      profile: {
        ...profile,
        surveys: { ...profile.surveys, walk },
        respondent: {
          ...profile.respondent,
          thinkTimeMs: { distribution: 'fixed', value: parkedThinkMs },
          personas: {},
        },
      },
      baseUrl,
      transport: this.#listening(transport),
      clock: new ParkingClock(clock, (respondent) => this.#players[respondent.index]?.settled()),
      observer: {
        onExchange: (exchange) => this.#onExchange(exchange),
        onObservation() {},
        onViolation: (violation) => this.#onViolation(violation),
        onWalkEnd: ({ index }) => {
          const player = this.#players[index];
          if (player === undefined) return;
          player.ended = true;
          player.settled();
        },
      },
      seed: profile.seed,
      run: this.#target.nextRunTag(),
      redactor,
      completions: null,
      scriptOf: (index) => this.#players[index]?.script ?? new SequenceScript(0, []),
    });
  }

  /** The transport, with an ear for who sends: a witness of several respondents needs the order of their requests. */
  #listening(transport: Transport): Transport {
    const send = (request: OutgoingRequest, listener: ExchangeListener): void => {
      const player = listener instanceof Respondent ? this.#players[listener.index] : undefined;
      if (player !== undefined && listener instanceof Respondent) {
        player.respondent = listener;
        this.#sent.push({ session: listener.index, concurrent: this.#group });
      }
      transport.send(request, listener);
    };
    return {
      send,
      done: (listener) => transport.done(listener),
      get sockets() {
        return transport.sockets;
      },
      close: () => transport.close(),
    };
  }

  #onViolation({ clause, expected, actual, symptom = {}, witness }: ViolationEvent): void {
    if (this.#failure !== null || clause !== this.#wanted) return;
    const steps = this.#sequence.steps.slice(0, this.#performed);
    this.#failure = {
      clause,
      expected,
      actual,
      symptom,
      witness: this.#witness(witness()),
      sequence: { surveys: this.#sequence.surveys, steps },
    };
  }

  /** @param shown the way of the respondent that showed it. */
  #witness(shown: Witness): Witness {
    if (this.#players.length === 1) return shown;
    const ways = this.#players.map(({ respondent }) => respondent?.witness() ?? null);
    return mergedWitness(ways, shown, this.#sent);
  }
}

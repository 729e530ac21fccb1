import Type from 'typebox';
import { LatencySummary, summaryOf } from './histogramPercentiles.ts';
import { LatencyCounts } from './tally/latencyCounts.ts';

const pairs = Type.Array(Type.Integer({ minimum: 0 }));

/** Connections that were made in one second, how long each took; pairs [bucket, count, …] of `LatencyCounts`, µs. */
export const ConnectionDelta = Type.Object({
  /** Until the way was open: TCP, and the proxy's answer where there is one. */
  connect: pairs,
  /** The TLS handshake after it. */
  handshake: pairs,
});
export type ConnectionDelta = Type.Static<typeof ConnectionDelta>;

/** Connections that a run made, warm-up included: most are made in it. */
export const ConnectionResult = Type.Object({
  opened: Type.Integer({ minimum: 0 }),
  connect: LatencySummary,
  /** Its `count` is 0 without TLS. */
  handshake: LatencySummary,
});
export type ConnectionResult = Type.Static<typeof ConnectionResult>;

/** Times of connections, over any number of seconds and shards. */
export class ConnectionTally {
  readonly #connect = new LatencyCounts();
  readonly #handshake = new LatencyCounts();

  get isEmpty(): boolean {
    return this.#connect.count === 0;
  }

  add({ connect, handshake }: ConnectionDelta): void {
    this.#connect.addPairs(connect);
    this.#handshake.addPairs(handshake);
  }

  delta(): ConnectionDelta {
    return { connect: this.#connect.pairs(), handshake: this.#handshake.pairs() };
  }

  result(): ConnectionResult {
    return {
      opened: this.#connect.count,
      connect: summaryOf(this.#connect.toHistogram()),
      handshake: summaryOf(this.#handshake.toHistogram()),
    };
  }
}

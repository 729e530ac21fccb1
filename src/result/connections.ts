import Type from 'typebox';
import { LatencySummary } from './histogramPercentiles.ts';
import { latencies, members, type SumOf } from './tally/laws.ts';

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

export const connectionLaw = members(ConnectionDelta, { connect: latencies, handshake: latencies });

/** As results tell it, of what seconds told. */
export function connectionResult({ connect, handshake }: SumOf<typeof connectionLaw>): ConnectionResult {
  return {
    opened: connect.count,
    connect: connect.summary(),
    handshake: handshake.summary(),
  };
}

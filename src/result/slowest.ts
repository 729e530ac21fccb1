import Type from 'typebox';

/** The id of a W3C trace. */
export const TraceId = Type.String({ pattern: '^[0-9a-f]{32}$' });

/** How many of each endpoint are kept. */
export const slowestKept = 10;

const us = Type.Number();

/** One of the slowest exchanges of an endpoint, as its generator saw it. */
export const SlowExchange = Type.Object({
  /** When the schedule wanted it, ms since the epoch. */
  intendedEpochMs: Type.Number(),
  /** From that instant to the last byte. */
  experiencedUs: us,
  /** From the sending to the last byte; null where it was never sent. */
  serviceUs: Type.Union([us, Type.Null()]),
  /** From the sending to the first byte; null where none came. */
  firstByteUs: Type.Union([us, Type.Null()]),
  /** How long its connection had carried nothing, 0 for a new one; null where that is not known. */
  connectionIdleMs: Type.Union([Type.Number(), Type.Null()]),
  httpStatus: Type.Integer(),
  /** The trace that it was sent in. */
  traceId: Type.Optional(TraceId),
  /**
   * While it was awaited, the longest time in which no other exchange of its generating thread ended, ms; null where it
   * was never sent. Most of its own time says that everybody waited.
   */
  othersSilentMs: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
});
export type SlowExchange = Type.Static<typeof SlowExchange>;

/** As results tell it: with what went on in the second in which it ended, over all generating threads. */
export const SlowExchangeResult = Type.Object({
  ...SlowExchange.properties,
  second: Type.Integer(),
  active: Type.Integer(),
  /** Requests of all endpoints that ended in that second: few say that everybody waited. */
  requests: Type.Integer(),
  /** Of the generator; much of it says that the exchange waited here. */
  eventLoopDelayP99Ms: Type.Number(),
});
export type SlowExchangeResult = Type.Static<typeof SlowExchangeResult>;

/** The slowest of several, slowest first. */
export function slowestOf<Slow extends SlowExchange>(all: readonly Slow[]): Slow[] {
  return all
    .toSorted((a, b) => b.experiencedUs - a.experiencedUs || a.intendedEpochMs - b.intendedEpochMs)
    .slice(0, slowestKept);
}

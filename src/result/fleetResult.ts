import Type from 'typebox';

const count = Type.Integer({ minimum: 0 });

/** One machine of a fleet: its clock, its health, and what it did. */
export const FleetWorkerResult = Type.Object({
  name: Type.String(),
  host: Type.String(),
  threads: Type.Integer(),
  /** Its clock minus the leader's, and the round trip of the exchange that it was taken from. */
  clockOffsetMs: Type.Number(),
  roundTripMs: Type.Number(),
  /** How far from the common instant it may have started. */
  startDoubtMs: Type.Number(),
  arrivals: count,
  requests: count,
  /** Mean of its threads, percent of one core. */
  cpuPercent: Type.Number(),
  /** The worst of any second. */
  eventLoopDelayP99Ms: Type.Number(),
  /** Shares of its threads' seconds at their limit, and late. */
  busyShare: Type.Number(),
  lateShare: Type.Number(),
  /** Messages to it that it dropped: nobody with the key of the fleet had sealed them. */
  droppedMessages: Type.Optional(count),
  /** When and why it was lost; `null` when it was there to the end. */
  lost: Type.Union([Type.Object({ afterSeconds: Type.Number(), why: Type.String() }), Type.Null()]),
});
export type FleetWorkerResult = Type.Static<typeof FleetWorkerResult>;

/** The machines that carried a run. */
export const FleetResult = Type.Object({
  name: Type.String(),
  /** How far apart two workers may have started, at most. */
  startApartMs: Type.Number(),
  /** Messages that the leader dropped: nobody with the key of the fleet had sealed them. */
  droppedMessages: Type.Optional(count),
  workers: Type.Array(FleetWorkerResult),
});
export type FleetResult = Type.Static<typeof FleetResult>;

import type { SecondDelta } from '../result/tally/delta.ts';
import { type DuetDelta, isWholeDuetDelta } from '../result/tally/duetTally.ts';
import { encoded, readTold, type Told } from './messages.ts';

/** What JSON cannot begin with: here latencies follow behind it. */
const packedMark = 1;
const headAt = 5;

/**
 * What a worker tells, as it travels: JSON, but for the latencies of a second. Those are most of it, so they follow as
 * small numbers of variable length: a third of the size, and a tenth of the time that reading them as JSON takes.
 */
export function toldBytes(told: Told): Uint8Array {
  if (!isSecond(told)) return encoded(told);
  const head = encoded(withoutSeries(told));
  const series = [...seriesOf(told)];
  const numbers = series.reduce((sum, pairs) => sum + pairs.length, series.length);
  const bytes = Buffer.allocUnsafe(headAt + head.length + 5 * numbers);
  bytes[0] = packedMark;
  bytes.writeUInt32LE(head.length, 1);
  bytes.set(head, headAt);
  let at = headAt + head.length;
  const write = (number: number): void => {
    let rest = number >>> 0;
    for (; rest > 127; rest >>>= 7) bytes[at++] = (rest & 127) | 128;
    bytes[at++] = rest;
  };
  for (const pairs of series) {
    write(pairs.length);
    let bucket = 0;
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      const next = pairs[i] ?? 0;
      // Buckets rise, nearly always: steps are small; one that falls has the lowest bit set.
      write(next >= bucket ? (next - bucket) * 2 : (bucket - next) * 2 - 1);
      write(pairs[i + 1] ?? 0);
      bucket = next;
    }
  }
  return bytes.subarray(0, at);
}

/** Reads {@link toldBytes}: the message, or `null` for anything else. */
export function readToldBytes(bytes: Uint8Array): Told | null {
  const told = bytes[0] === packedMark ? readPacked(bytes) : readTold(bytes);
  return told?.kind === 'twin-second' && !isWholeDuetDelta(told.delta) ? null : told;
}

function readPacked(bytes: Uint8Array): Told | null {
  if (bytes.length < headAt) return null;
  const headLength = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true);
  const told = readTold(bytes.subarray(headAt, headAt + headLength));
  if (told === null || !isSecond(told)) return null;
  return fillSeries(told, bytes, headAt + headLength) ? told : null;
}

/** What tells a second, and has latencies. */
type ToldSecond = Extract<Told, { kind: 'second' | 'twin-second' }>;

function isSecond(told: Told): told is ToldSecond {
  return told.kind === 'second' || told.kind === 'twin-second';
}

/** @returns whether the numbers are whole, and nothing comes behind them */
function fillSeries(told: ToldSecond, bytes: Uint8Array, from: number): boolean {
  let at = from;
  const read = (): number => {
    const first = bytes[at++] ?? 0;
    // Nearly all are this small.
    if (first < 128) return first;
    let number = first & 127;
    for (let shift = 7; shift < 35; shift += 7) {
      const byte = bytes[at++] ?? 0;
      number |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    return number >>> 0;
  };
  for (const pairs of seriesOf(told)) {
    const length = read();
    if (length > bytes.length - at) return false;
    // In place of pushes: arrays that grow are most of what the leader throws away.
    pairs.length = length - (length % 2);
    let bucket = 0;
    for (let i = 0; i < pairs.length; i += 2) {
      const step = read();
      bucket += step & 1 ? -((step + 1) / 2) : step / 2;
      pairs[i] = bucket;
      pairs[i + 1] = read();
    }
  }
  return at === bytes.length;
}

/** All latencies of a second, in an order that both sides go by. */
function* seriesOf(told: ToldSecond): Generator<number[]> {
  if (told.kind === 'second') yield* seriesOfSide(told.delta);
  else {
    const { sides, pairs } = told.delta;
    yield* seriesOfSide(sides.base);
    yield* seriesOfSide(sides.candidate);
    for (const { endpoints } of pairs) {
      for (const { base, candidate } of Object.values(endpoints)) {
        yield base;
        yield candidate;
      }
    }
  }
}

function* seriesOfSide({ endpoints, health }: SecondDelta): Generator<number[]> {
  for (const name of Object.keys(endpoints)) {
    const endpoint = endpoints[name];
    if (endpoint === undefined) continue;
    yield endpoint.experienced;
    yield endpoint.service;
    yield endpoint.firstByte;
    yield endpoint.rejected;
    yield* Object.values(endpoint.byOutcome ?? {});
  }
  for (const thread of health) {
    yield thread.startLateness;
    yield thread.eventLoopDelay;
  }
}

function withoutSeries(told: ToldSecond): ToldSecond {
  if (told.kind === 'second') return { ...told, delta: sideWithoutSeries(told.delta) };
  const { sides, pairs, ...rest } = told.delta;
  const delta: DuetDelta = {
    ...rest,
    sides: { base: sideWithoutSeries(sides.base), candidate: sideWithoutSeries(sides.candidate) },
    pairs: pairs.map(({ second, endpoints }) => {
      const names = Object.keys(endpoints);
      return { second, endpoints: Object.fromEntries(names.map((name) => [name, { base: [], candidate: [] }])) };
    }),
  };
  return { ...told, delta };
}

function sideWithoutSeries(delta: SecondDelta): SecondDelta {
  const none = { experienced: [], service: [], firstByte: [], rejected: [] };
  const endpoints: SecondDelta['endpoints'] = {};
  for (const [name, endpoint] of Object.entries(delta.endpoints)) {
    const outcomes = Object.keys(endpoint.byOutcome ?? {});
    const byOutcome =
      outcomes.length === 0 ? {} : { byOutcome: Object.fromEntries(outcomes.map((each) => [each, []])) };
    endpoints[name] = { ...endpoint, ...none, ...byOutcome };
  }
  const health = delta.health.map((thread) => ({ ...thread, startLateness: [], eventLoopDelay: [] }));
  return { ...delta, endpoints, health };
}

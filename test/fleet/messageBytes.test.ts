import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '../../src/fleet/messageBytes.ts';
import type { WorkerMessage } from '../../src/fleet/messages.ts';
import { encoded } from '../../src/fleet/messages.ts';
import { sampleDelta, sampleEndpoint, sampleHealth } from '../support/sampleDeltas.ts';

const pairs = fc
  .array(fc.tuple(fc.nat(25_000), fc.integer({ min: 0, max: 0xffff_ffff })), { maxLength: 20 })
  .map((each) => each.flat());

const seconds: fc.Arbitrary<WorkerMessage> = fc
  .record({ experienced: pairs, service: pairs, firstByte: pairs, rejected: pairs, startLateness: pairs })
  .map(({ startLateness, ...series }) => ({
    kind: 'second',
    delta: sampleDelta({
      endpoints: {
        take: { ...sampleEndpoint({ ok: 2 }, 1000), ...series },
        'submit-page': sampleEndpoint({ ok: 1 }, 9),
      },
      health: [sampleHealth({ startLateness }), sampleHealth()],
    }),
  }));

/** Of pairs: buckets as far as answers may take. */
const pairCounts = fc.array(fc.tuple(fc.nat(2000), fc.nat(100_000)), { maxLength: 20 }).map((each) => each.flat());

const twinSeconds: fc.Arbitrary<WorkerMessage> = fc
  .record({ experienced: pairs, base: pairCounts, candidate: pairCounts })
  .map(({ experienced, base, candidate }) => twinSecond({ base, candidate }, experienced));

const told = fc.oneof(seconds, twinSeconds);

function twinSecond(take: { base: number[]; candidate: number[] }, experienced: number[] = []): WorkerMessage {
  const side = (latencyUs: number) =>
    sampleDelta({
      endpoints: { take: { ...sampleEndpoint({ ok: 2 }, latencyUs), experienced } },
      health: [sampleHealth()],
    });
  return {
    kind: 'twin-second',
    delta: {
      second: 0,
      sides: { base: side(1000), candidate: side(9) },
      pairs: [{ second: 0, endpoints: { take } }],
      differences: [],
      names: ['member page'],
      counts: { walks: 1, compared: 2, parted: 0 },
    },
  };
}

describe('what a worker tells', () => {
  it('arrives as it was, whatever its latencies', () => {
    fc.assert(
      fc.property(told, (each) => {
        expect(decodeMessage(encodeMessage(each))).toEqual(each);
      }),
    );
  });

  it('arrives as it was at its end, too', () => {
    const ledger = { pages: [], chunks: ['aGk='] };
    const end: WorkerMessage = { kind: 'finished', seconds: 3, completions: [[ledger], []], created: [] };
    expect(decodeMessage(encodeMessage(end))).toEqual(end);
  });

  it('is no message when anything of it is missing, or was added', () => {
    fc.assert(
      fc.property(told, fc.nat(), (each, cut) => {
        const bytes = encodeMessage(each);
        expect(decodeMessage(bytes.subarray(0, cut % bytes.length))).toBeNull();
        expect(decodeMessage(Buffer.concat([bytes, Buffer.from([0])]))).toBeNull();
      }),
    );
  });

  it('is no message when it ends behind the length of its last latencies', () => {
    const bytes = encodeMessage(twinSecond({ base: [], candidate: [64, 1, 65, 1] }));
    // Behind the length stand two small numbers a pair.
    expect(decodeMessage(bytes.subarray(0, -5))).toBeNull();
    expect(decodeMessage(bytes.subarray(0, -4))).toBeNull();
  });

  it('is no message when pairs took longer than anything can: whoever counts them would run out of memory', () => {
    const made = twinSecond({ base: [2_000_000_000, 1], candidate: [] });
    expect(decodeMessage(encodeMessage(made))).toBeNull();
    expect(decodeMessage(encoded(made))).toBeNull();
  });

  it('is no message when both sides tell another second, or one that no run has', () => {
    const made = twinSecond({ base: [], candidate: [] });
    if (made.kind !== 'twin-second') throw new Error('it is one');
    for (const second of [1, 10_000_001])
      expect(decodeMessage(encodeMessage({ ...made, delta: { ...made.delta, second } }))).toBeNull();
    expect(decodeMessage(encodeMessage({ ...made, delta: { ...made.delta, second: 0 } }))).toEqual(made);
  });

  it('is no message when a stranger made it up', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(decodeMessage(bytes)).toBeNull();
        expect(decodeMessage(Uint8Array.from([1, ...bytes]))).toBeNull();
      }),
    );
  });
});

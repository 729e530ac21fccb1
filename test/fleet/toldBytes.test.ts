import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Told } from '../../src/fleet/messages.ts';
import { readToldBytes, toldBytes } from '../../src/fleet/toldBytes.ts';
import { sampleDelta, sampleEndpoint, sampleHealth } from '../support/sampleDeltas.ts';

const pairs = fc
  .array(fc.tuple(fc.nat(25_000), fc.integer({ min: 0, max: 0xffff_ffff })), { maxLength: 20 })
  .map((each) => each.flat());

const told: fc.Arbitrary<Told> = fc
  .record({ experienced: pairs, service: pairs, firstByte: pairs, rejected: pairs, startLateness: pairs })
  .map(({ startLateness, ...series }) => ({
    kind: 'second',
    id: 'a',
    number: 7,
    delta: sampleDelta({
      endpoints: {
        take: { ...sampleEndpoint({ ok: 2 }, 1000), ...series },
        'submit-page': sampleEndpoint({ ok: 1 }, 9),
      },
      health: [sampleHealth({ startLateness }), sampleHealth()],
    }),
  }));

describe('what a worker tells', () => {
  it('arrives as it was, whatever its latencies', () => {
    fc.assert(
      fc.property(told, (each) => {
        expect(readToldBytes(toldBytes(each))).toEqual(each);
      }),
    );
  });

  it('is no message when anything of it is missing, or was added', () => {
    fc.assert(
      fc.property(told, fc.nat(), (each, cut) => {
        const bytes = toldBytes(each);
        expect(readToldBytes(bytes.subarray(0, cut % bytes.length))).toBeNull();
        expect(readToldBytes(Buffer.concat([bytes, Buffer.from([0])]))).toBeNull();
      }),
    );
  });

  it('is no message when a stranger made it up', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(readToldBytes(bytes)).toBeNull();
        expect(readToldBytes(Uint8Array.from([1, ...bytes]))).toBeNull();
      }),
    );
  });
});

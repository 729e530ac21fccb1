import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureOffset } from '../../src/fleet/bus.ts';
import { Heard } from '../../src/fleet/leader/fleetShards.ts';
import { parseWanted, rosterOf } from '../../src/fleet/leader/roster.ts';
import type { Present } from '../../src/fleet/messages.ts';

function present(name: string, changes: Partial<Present> = {}): Present {
  return {
    id: `id-${name}-${changes.host ?? ''}`,
    nonce: '0'.repeat(32),
    name,
    version: '1',
    host: 'here',
    threads: 2,
    leader: null,
    ...changes,
  };
}

describe('the roster', () => {
  it('is complete when as many as are wanted are there, in the order of their names', () => {
    const { chosen } = rosterOf([present('c'), present('a'), present('b')], { count: 2 }, '1');
    expect(chosen?.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('names who is missing, and what is in the way of the others', () => {
    const there = [
      present('a'),
      present('a', { host: 'there' }),
      present('b', { version: '0' }),
      present('c', { leader: 'x' }),
    ];
    const { chosen, standing } = rosterOf(there, { names: ['a', 'b', 'c', 'd'] }, '1');
    expect(chosen).toBeNull();
    expect(standing).toBe(
      '1 of 4 workers are there (a); d is missing; a is there twice (there): only the first one counts; ' +
        'b runs canvass 0, and this is 1; c is led by canvass on x',
    );
  });

  it('says the same of the same workers, in whatever order they answer', () => {
    const led = [present('a', { leader: 'x' }), present('b', { leader: 'x' })];
    const standings = [led, led.toReversed()].map((each) => rosterOf(each, { count: 2 }, '1').standing);
    expect(standings[0]).toBe(standings[1]);
  });

  it.each([
    ['3', { count: 3 }],
    ['a, b', { names: ['a', 'b'] }],
  ])('is asked for as %s', (text, wanted) => {
    expect(parseWanted(text)).toEqual(wanted);
  });

  it.each(['0', '', 'a,a', 'a b', '-1'])('is not asked for as "%s"', (text) => {
    expect(() => parseWanted(text)).toThrow(/--workers takes how many/);
  });
});

describe('the offset of a clock', () => {
  it('is right to half of the quickest round trip, whatever the network does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ there: fc.nat(400), back: fc.nat(400) }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        async (trips, offsetMs) => {
          let nowMs = 0;
          let round = 0;
          const ask = async (): Promise<number> => {
            const trip = trips[round++] ?? { there: 0, back: 0 };
            nowMs += trip.there;
            const theirsMs = nowMs + offsetMs;
            nowMs += trip.back;
            return theirsMs;
          };
          const measured = await measureOffset(ask, trips.length, () => nowMs);
          expect(measured.roundTripMs).toBe(Math.min(...trips.map(({ there, back }) => there + back)));
          expect(Math.abs(measured.offsetMs - offsetMs)).toBeLessThanOrEqual(measured.roundTripMs / 2);
        },
      ),
    );
  });
});

describe('what was heard', () => {
  it('is new once, and has a gap as long as one before the latest is missing', () => {
    const numbers = fc.array(fc.nat(20), { maxLength: 60 });
    fc.assert(
      fc.property(numbers, (told) => {
        const heard = new Heard();
        const seen = new Set<number>();
        for (const number of told) {
          expect(heard.add(number)).toBe(!seen.has(number));
          seen.add(number);
          expect(heard.hasGap).toBe(seen.size <= Math.max(...seen));
        }
      }),
    );
  });
});

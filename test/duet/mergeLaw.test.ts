import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DifferenceCounter } from '../../src/duet/differenceCounter.ts';
import { DuetSecondSum } from '../../src/duet/duetWork.ts';
import type { AnsweredPair } from '../../src/duet/pairing.ts';
import { PairLatencies } from '../../src/duet/pairLatencies.ts';
import { decodeMessage, encodeMessage } from '../../src/fleet/messageBytes.ts';
import { SecondsSum } from '../../src/load/shard/secondsSum.ts';
import { duetSides } from '../../src/result/duetResult.ts';
import { type DuetDelta, differenceRows, togetherLaw } from '../../src/result/tally/duetTally.ts';
import { Tally } from '../../src/result/tally/tally.ts';
import { sampleDelta, sampleEndpoint } from '../support/sampleDeltas.ts';

/** What a pair of answers shows, and which thread of which machine sees it. */
interface Event {
  readonly second: number;
  readonly machine: number;
  readonly thread: number;
  /** Seconds before, in which the pair left. */
  readonly before: number;
  readonly endpoint: 'take' | 'submit-page';
  readonly baseMs: number;
  readonly candidateMs: number;
  readonly path: string | null;
  readonly isParted: boolean;
}

const seconds = 3;
const machines = 3;
const threads = 2;

const latencyMs = fc.integer({ min: 1, max: 900_000 }).map((thousandths) => thousandths / 1000);
const events: fc.Arbitrary<Event[]> = fc
  .array(
    fc.record({
      second: fc.nat(seconds - 1),
      machine: fc.nat(machines - 1),
      thread: fc.nat(threads - 1),
      before: fc.nat(1),
      endpoint: fc.constantFrom('take' as const, 'submit-page' as const),
      baseMs: latencyMs,
      candidateMs: latencyMs,
      path: fc.option(fc.constantFrom('page.title', 'status', 'learnt.path', 'questions[].text')),
      isParted: fc.boolean(),
    }),
    { maxLength: 80 },
  )
  // Within a second the first part's example is kept: one process sees it first.
  .map((all) => all.sort((a, b) => a.second - b.second || a.machine - b.machine || a.thread - b.thread));

function pairOf({ second, before, endpoint, baseMs, candidateMs }: Event): AnsweredPair {
  const departedMs = 1000 * Math.max(0, second - before);
  const respondent = { redact: (text: string) => text, witness: () => ({ steps: [], failingStep: 0, curl: '' }) };
  const answer = (ms: number) => ({
    respondent,
    exchange: { endpoint, endMs: departedMs + ms, failure: null, bodyText: '' },
    outcome: 'ok',
  });
  return { base: answer(baseMs), candidate: answer(candidateMs), departedMs, isSame: true } as never;
}

/** What a thread that sees some of the events tells. */
function toldBy(seen: readonly Event[]): DuetDelta[] {
  const book = new DifferenceCounter(['member learnt.path']);
  const latencies = new PairLatencies(0);
  return Array.from({ length: seconds }, (_, second) => {
    const now = seen.filter((event) => event.second === second);
    for (const event of now) {
      const pair = pairOf(event);
      latencies.record(pair);
      const { path, baseMs } = event;
      book.add(pair, path === null ? [] : [{ aspect: 'member', path, base: `${baseMs}`, candidate: 'no such member' }]);
    }
    const side = (latencyUs: number) =>
      sampleDelta({ second, arrivals: now.length, endpoints: { take: sampleEndpoint({ ok: now.length }, latencyUs) } });
    return {
      second,
      sides: { base: side(1000), candidate: side(2000) },
      pairs: latencies.take(),
      ...book.take(),
      counts: { walks: now.length, compared: now.length, parted: now.filter(({ isParted }) => isParted).length },
    };
  });
}

function overTheBus(delta: DuetDelta): DuetDelta {
  const told = decodeMessage(encodeMessage({ kind: 'twin-second', delta }));
  if (told?.kind !== 'twin-second') throw new Error('a second was not understood');
  return told.delta;
}

function sumOf(parts: readonly (readonly DuetDelta[])[]): DuetDelta[] {
  const sums: DuetDelta[] = [];
  const sum = new SecondsSum(
    parts.length,
    () => new DuetSecondSum(),
    (delta) => sums.push(delta),
  );
  for (const [part, told] of parts.entries()) for (const delta of told) sum.add(part, delta);
  return sums;
}

/** All that is made of seconds, in an order of its own where there is none. */
function findingsOf(summed: readonly DuetDelta[]): unknown {
  const together = togetherLaw.empty();
  const sides = { base: new Tally(), candidate: new Tally() };
  for (const delta of summed) {
    togetherLaw.add(together, delta);
    for (const side of duetSides) sides[side].add(delta.sides[side]);
  }
  return {
    differences: differenceRows(together),
    names: together.names,
    counts: together.counts,
    pairs: new Map(together.pairs.take().map(({ second, endpoints }) => [second, endpoints])),
    sides: duetSides.map((side) => {
      const take = sides[side].endpoints.get('take');
      return [sides[side].seconds, take?.requests, take?.experienced.pairs()];
    }),
  };
}

it('however twins are split, the sum is what one thread that saw everything would have said', () => {
  fc.assert(
    fc.property(events, (all) => {
      const ofMachine = (machine: number): DuetDelta[] =>
        sumOf(
          Array.from({ length: threads }, (_, thread) =>
            toldBy(all.filter((event) => event.machine === machine && event.thread === thread)),
          ),
        );
      const fleet = sumOf(Array.from({ length: machines }, (_, machine) => ofMachine(machine).map(overTheBus)));
      expect(fleet.map(({ second }) => second)).toEqual(Array.from({ length: seconds }, (_, second) => second));
      expect(findingsOf(fleet)).toEqual(findingsOf(sumOf([toldBy(all)])));
    }),
    { numRuns: 30 },
  );
});

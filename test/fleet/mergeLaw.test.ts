import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntityId } from '../../src/contract/entityId.ts';
import { decodeMessage, encodeMessage } from '../../src/fleet/messageBytes.ts';
import { packLedger, unpackLedger } from '../../src/fleet/messageCodec.ts';
import { SecondRecorder } from '../../src/load/metrics/secondRecorder.ts';
import { SecondsSum } from '../../src/load/shard/secondsSum.ts';
import { CompletionLedger, completionsIn } from '../../src/respondent/audit/completionLedger.ts';
import type { Exchange, Outcome } from '../../src/result/exchange.ts';
import type { SecondDelta } from '../../src/result/tally/delta.ts';
import { SecondSum } from '../../src/result/tally/mergeDeltas.ts';
import { Tally } from '../../src/result/tally/tally.ts';
import { TimelineTally } from '../../src/result/tally/timelineTally.ts';
import { sampleDelta } from '../support/sampleDeltas.ts';
import { summedResult } from '../support/summedResult.ts';

/** What respondents do in one second, and which thread of which machine sees it. */
interface Event {
  readonly second: number;
  readonly machine: number;
  readonly thread: number;
  readonly endpoint: 'take' | 'submit-page';
  readonly outcome: Outcome;
  readonly latencyMs: number;
  readonly violation: string | null;
  readonly observed: string | null;
  readonly ends: 'completed' | 'failed' | null;
}

const seconds = 3;
const machines = 3;
const threads = 2;

const events: fc.Arbitrary<Event[]> = fc.array(
  fc.record({
    second: fc.nat(seconds - 1),
    machine: fc.nat(machines - 1),
    thread: fc.nat(threads - 1),
    endpoint: fc.constantFrom('take' as const, 'submit-page' as const),
    outcome: fc.constantFrom<Outcome>('ok', 'ok', 'timeout', 'expectedRejection', 'serverError'),
    latencyMs: fc.integer({ min: 1, max: 900_000 }).map((thousandths) => thousandths / 1000),
    violation: fc.option(fc.constantFrom('MOVE-BACK-01', 'TAKE-HTTP-01', 'PAGE-FIRST-01')),
    observed: fc.option(fc.constantFrom('a', 'b')),
    ends: fc.option(fc.constantFrom('completed' as const, 'failed' as const)),
  }),
  { maxLength: 120 },
);

function exchangeOf({ endpoint, latencyMs }: Event): Exchange {
  return {
    endpoint,
    method: 'GET',
    path: '/',
    requestBody: null,
    intendedMs: 0,
    sentMs: latencyMs / 4,
    firstByteMs: latencyMs / 2,
    endMs: latencyMs,
    failure: null,
    httpStatus: 200,
    headers: [],
    bodyText: '{}',
    json: {},
    traceparent: `00-${Math.round(latencyMs * 1000)
      .toString(16)
      .padStart(32, '0')}-00f067aa0ba902b7-01`,
  };
}

/** What threads that see some of the events tell: each its own seconds. */
function toldBy(seen: readonly Event[]): SecondDelta[] {
  const recorder = new SecondRecorder({ walkEnded: () => {}, exchangeEnded: () => {} });
  return Array.from({ length: seconds }, (_, second) => {
    const now = seen.filter((event) => event.second === second);
    for (const event of now) {
      recorder.onExchange(exchangeOf(event), event.outcome, 'walk' as never);
      if (event.observed !== null) recorder.onObservation('question', event.observed);
      if (event.violation !== null) {
        const facts = { clause: event.violation, endpoint: 'take' as const, path: '', expected: 'x', actual: 'y' };
        recorder.onViolation({
          ...facts,
          walk: event,
          survey: `${event.second % 3}`,
          witness: () => ({ steps: [], failingStep: 0, curl: '' }),
        });
      }
      if (event.ends !== null) {
        recorder.onWalkEnd({ index: 0, surveyId: 1001, end: event.ends, requests: 4, finalStatus: '', obstacle: null });
      }
    }
    return sampleDelta({ second, arrivals: now.length, ...recorder.take(true) });
  });
}

function overTheBus(delta: SecondDelta): SecondDelta {
  const told = decodeMessage(encodeMessage({ kind: 'second', delta }));
  if (told?.kind !== 'second') throw new Error('a second was not understood');
  return told.delta;
}

function sumOf(parts: readonly (readonly SecondDelta[])[]): SecondDelta[] {
  const sums: SecondDelta[] = [];
  const sum = new SecondsSum(
    parts.length,
    () => new SecondSum(),
    (delta) => sums.push(delta),
  );
  for (const [part, told] of parts.entries()) for (const delta of told) sum.add(part, delta);
  return sums;
}

function resultOf(summed: readonly SecondDelta[]): unknown {
  const tally = new Tally();
  const timeline = new TimelineTally();
  for (const delta of summed) {
    tally.add(delta);
    timeline.add(delta);
  }
  const result = summedResult(tally, timeline);
  // Each thread knows of its own others only.
  for (const { slowest = [] } of result.endpoints) for (const slow of slowest) slow.othersSilentMs = 0;
  return result;
}

describe('the sum over workers', () => {
  it('is what one process that saw everything would have said', () => {
    fc.assert(
      fc.property(events, (all) => {
        const ofMachine = (machine: number): SecondDelta[] =>
          sumOf(
            Array.from({ length: threads }, (_, thread) =>
              toldBy(all.filter((event) => event.machine === machine && event.thread === thread)),
            ),
          );
        const fleet = sumOf(Array.from({ length: machines }, (_, machine) => ofMachine(machine).map(overTheBus)));
        expect(resultOf(fleet)).toEqual(resultOf(sumOf([toldBy(all)])));
      }),
      { numRuns: 12 },
    );
  });

  it('has every entry of every ledger, as it was', () => {
    const completions = fc.array(
      fc.record({
        surveyId: fc.constantFrom<EntityId>(1, 2, 5_000_000_000, '1152921504606853977', '1152921504606853978'),
        token: fc.stringMatching(/^[a-z0-9]{4,12}$/),
        machine: fc.nat(2),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(completions, (all) => {
        const ledgers = [0, 1, 2].map((machine) => {
          const ledger = new CompletionLedger();
          for (const each of all) {
            if (each.machine === machine)
              ledger.accepted({
                ...each,
                pages: [{ questions: [], body: JSON.stringify({ t_1: each.token }), certain: true }],
              });
          }
          return ledger;
        });
        const entries = ledgers
          .map((ledger) => unpackLedger(JSON.parse(JSON.stringify(packLedger(ledger.kept())))))
          .flatMap((travelled) => [...completionsIn(travelled)])
          .map(({ surveyId, token }) => `${surveyId} ${token}`);
        expect(entries.sort()).toEqual(all.map(({ surveyId, token }) => `${surveyId} ${token}`).sort());
      }),
    );
  });
});

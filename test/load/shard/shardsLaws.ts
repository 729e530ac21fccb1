import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Generators, Shards, WholePlan } from '../../../src/load/shard/shards.ts';
import { completionsIn } from '../../../src/respondent/audit/completionLedger.ts';
import type { Reason } from '../../../src/result/reason.ts';
import type { SecondDelta } from '../../../src/result/tally/delta.ts';
import { type RunningService, startService } from '../../../src/service/service.ts';
import { loadHere } from '../../support/inThisThread.ts';
import { runTrial, trialProfile } from '../../support/loadRun.ts';

/** Generators of one kind, made for one test. */
export interface GeneratorsUnderTest {
  readonly generators: Generators;
  /** Whether it tells of each second as parts see it, and of half of it before it is over. */
  readonly tellsHalves: boolean;
  /** Ends one part of what runs now, before its time. */
  loseOne(): void;
  close(): Promise<void>;
}

/**
 * What every kind of generators keeps: threads of one process, or machines of a fleet.
 *
 * @param make generators of two parts
 */
export function shardsLaws(name: string, make: () => Promise<GeneratorsUnderTest>): void {
  describe(`shards on ${name}`, () => {
    let service: RunningService;
    let made: GeneratorsUnderTest;
    const seconds: SecondDelta[] = [];
    const halves: SecondDelta[] = [];
    let late = 0;
    const lost: Reason[] = [];
    let onSecond: () => void = () => {};
    beforeAll(async () => {
      service = await startService();
      made = await make();
    });
    afterAll(async () => {
      await made.close();
      await service.close();
    });

    async function start(schedule: WholePlan['schedule'], stages: readonly object[], runTag: string): Promise<Shards> {
      seconds.length = 0;
      halves.length = 0;
      late = 0;
      lost.length = 0;
      const profile = trialProfile(service.baseUrl, { load: { stages, gracefulStopSeconds: 1 } });
      const plan = { profile, baseUrl: service.baseUrl, runTag, schedule, keepCompletions: true };
      return await made.generators.start(plan, {
        onUnsummed: (delta) => {
          if (seconds.length > delta.second) late++;
          if (delta.seconds === 0.5) halves.push(delta);
        },
        onSecond: (delta) => {
          seconds.push(delta);
          onSecond();
        },
        onLost: (reason) => lost.push(reason),
      });
    }

    const arrivals = (): number => seconds.reduce((sum, delta) => sum + delta.arrivals, 0);

    it('send what one thread sends, and see the same', async () => {
      const profile = trialProfile(service.baseUrl);
      const seen = async (generators: Generators) => {
        const { endpoints, respondents, clauses, coverage } = await runTrial(profile, { generators });
        const requests = endpoints.map(({ endpoint, requests, outcomes }) => ({ endpoint, requests, outcomes }));
        const { peak: _, ...counts } = respondents;
        // How often a body is looked at anew is the memory of each thread; what was looked at is not.
        const checked = clauses.filter((clause) => clause.checked > 0).map(({ id }) => id);
        return { requests, counts, checked, moves: coverage.transitions, answers: coverage.answerTypes };
      };
      expect(await seen(made.generators)).toEqual(await seen(loadHere));
    });

    it('tell every second once and in order, and hand over each completion', async () => {
      const shards = await start('stages', [{ durationSeconds: 2, arrivalsPerSecond: 20 }], 'order1');
      shards.begin();
      const { completions } = await shards.finished();
      expect(seconds.map(({ second }) => second)).toEqual(seconds.map((_, index) => index));
      expect(arrivals()).toBe(40);
      const completed = seconds.reduce((sum, { ends }) => sum + (ends.completed ?? 0), 0);
      expect(completions.flat().flatMap((each) => [...completionsIn(each)])).toHaveLength(completed);
      expect(lost).toEqual([]);
      if (!made.tellsHalves) return;
      // Half of each second is told while it goes on, and the second holds it.
      expect(late).toBe(0);
      expect(halves.filter(({ second }) => second < 2).map(({ shard }) => shard)).toEqual(
        expect.arrayContaining([0, 0, 1, 1]),
      );
      for (const { second, endpoints, health } of seconds.slice(0, 2)) {
        const requests = halves
          .filter((half) => half.second === second)
          .reduce((sum, half) => sum + (half.endpoints.take?.requests ?? 0), 0);
        expect(endpoints.take?.requests ?? 0).toBeGreaterThanOrEqual(requests);
        expect(health.length).toBe(2);
      }
    });

    it('follow a rate that changes, go on when a part is lost, and say so, and end when they are told to', async () => {
      const shards = await start('adjustable', [{ durationSeconds: 1, arrivalsPerSecond: 1 }], 'rates1');
      const enough = Promise.withResolvers<void>();
      onSecond = () => {
        if (seconds.length === 1) made.loseOne();
        if (seconds.length === 3) enough.resolve();
      };
      shards.begin();
      shards.setRate(40);
      await enough.promise;
      shards.setRate(0);
      shards.stop(1000);
      await shards.finished();
      onSecond = () => {};
      expect(seconds[0]?.arrivals).toBeGreaterThan(5);
      expect(lost.map(({ code }) => code)).toEqual([expect.stringMatching(/^(thread|worker)-lost$/)]);
      // The other part goes on by itself, and does not do the work of both.
      expect(arrivals()).toBeGreaterThan(seconds[0]?.arrivals ?? 0);
      expect(arrivals()).toBeLessThan(2.5 * 40);
      expect(seconds.at(-1)?.active).toBe(0);
    });

    it('end at once when they are terminated', async () => {
      const shards = await start('stages', [{ durationSeconds: 600, arrivalsPerSecond: 5 }], 'end1');
      shards.begin();
      await shards.terminate();
      await shards.finished();
      expect(seconds.length).toBeLessThan(600);
    });
  });
}

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
    const lost: Reason[] = [];
    let onFirstSecond: () => void = () => {};
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
      lost.length = 0;
      const profile = trialProfile(service.baseUrl, { load: { stages, gracefulStopSeconds: 1 } });
      const plan = { profile, baseUrl: service.baseUrl, runTag, schedule, keepCompletions: true };
      return await made.generators.start(plan, {
        onSecond: (delta) => {
          seconds.push(delta);
          if (seconds.length === 1) onFirstSecond();
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
      const shards = await start('stages', [{ durationSeconds: 1.5, arrivalsPerSecond: 20 }], 'order1');
      shards.begin();
      const { completions } = await shards.finished();
      expect(seconds.map(({ second }) => second)).toEqual(seconds.map((_, index) => index));
      expect(arrivals()).toBe(30);
      const completed = seconds.reduce((sum, { ends }) => sum + (ends.completed ?? 0), 0);
      expect(completions.flat().flatMap((each) => [...completionsIn(each)])).toHaveLength(completed);
      expect(lost).toEqual([]);
    });

    it('follow a rate that changes, and end when they are told to', async () => {
      const shards = await start('adjustable', [{ durationSeconds: 1, arrivalsPerSecond: 1 }], 'rates1');
      shards.begin();
      const turned = new Promise<void>((resolve) => {
        onFirstSecond = resolve;
      });
      shards.setRate(40);
      await turned;
      shards.setRate(0);
      shards.stop(1000);
      await shards.finished();
      onFirstSecond = () => {};
      expect(arrivals()).toBeGreaterThan(5);
      expect(seconds.at(-1)?.active).toBe(0);
    });

    it('go on when a part is lost, and say so', async () => {
      const shards = await start('stages', [{ durationSeconds: 3, arrivalsPerSecond: 20 }], 'lost1');
      onFirstSecond = () => made.loseOne();
      shards.begin();
      await shards.finished();
      onFirstSecond = () => {};
      expect(lost.map(({ code }) => code)).toEqual([expect.stringMatching(/^(thread|worker)-lost$/)]);
      expect(arrivals()).toBeGreaterThan(20);
      expect(arrivals()).toBeLessThan(60);
      expect(seconds.length).toBeGreaterThanOrEqual(3);
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

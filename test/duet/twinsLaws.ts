import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DuetGenerators, DuetPlan } from '../../src/duet/duetWork.ts';
import type { RunResult } from '../../src/result/runResult.ts';
import { altered } from '../../src/selftest/altered.ts';
import { chooseFaults } from '../../src/selftest/faults/faults.ts';
import { type RunningService, startService } from '../../src/service/service.ts';
import { duetOf } from '../support/duetRun.ts';
import { twinsHere } from '../support/inThisThread.ts';

/** Generators of twins of one kind, made for one test. */
export interface TwinsUnderTest {
  readonly generators: DuetGenerators;
  close(): Promise<void>;
}

/**
 * Learns in the thread of the test what differs anyway, as nobody's parts matter to that: threads would be started three
 * times. Twins on machines learn in `twins.test.ts`, too.
 */
function learningHere(generators: DuetGenerators): DuetGenerators {
  const isLearning = ({ base, candidate }: DuetPlan['sides']): boolean => base.baseUrl === candidate.baseUrl;
  return {
    threads: generators.threads,
    start: (plan, listener) => (isLearning(plan.sides) ? twinsHere : generators).start(plan, listener),
  };
}

/** Few walks, which go back often: that is what the candidate does otherwise. */
const changes = {
  admin: { surveyId: 1001 },
  load: { stages: [{ durationSeconds: 0.1, arrivalsPerSecond: 120 }], gracefulStopSeconds: 600 },
  respondent: {
    thinkTimeMs: { distribution: 'fixed', value: 1 },
    back: 0.3,
    resume: 0.1,
    invalid: 0.1,
    expire: { probability: 0.05, kinds: ['drop', 'forge', 'stale'] },
  },
};

/**
 * What everything that lets twins walk keeps: threads of one process, or machines of a fleet.
 *
 * @param make generators of two parts
 */
export function twinsLaws(name: string, make: () => Promise<TwinsUnderTest>): void {
  describe(`twins on ${name}`, () => {
    let base: RunningService;
    let faulty: RunningService;
    let made: TwinsUnderTest;
    beforeAll(async () => {
      [base, faulty] = await Promise.all([
        startService(),
        startService(altered({ session: 'token', faults: chooseFaults('back-two-pages') })),
      ]);
      made = await make();
    });
    afterAll(async () => {
      await made.close();
      await Promise.all([base.close(), faulty.close()]);
    });

    it('show what one thread shows: differences, regressions, the walks themselves, and their records', async () => {
      const seen = async (generators: DuetGenerators) => {
        const findings = await duetOf(base.baseUrl, faulty.baseUrl, changes, { generators });
        const sideOf = ({ respondents: { peak: _, ...counts }, coverage, violations, audit }: RunResult) => {
          const broken = violations.map(({ id, count }) => [id, count]);
          const { completed, stored, lost, altered } = audit ?? expect.fail('nothing was looked for');
          expect([completed, lost]).toEqual([counts.completed, 0]);
          return { counts, moves: coverage.transitions, broken, records: { stored, altered } };
        };
        const differences = findings.differences.map(({ id, count, reversed, endpoints }) => {
          return { id, count, reversed, endpoints: endpoints.toSorted() };
        });
        return {
          pairs: findings.pairs,
          differences: differences.sort((a, b) => (a.id < b.id ? -1 : 1)),
          base: sideOf(findings.base),
          candidate: sideOf(findings.candidate),
          measured: new Set(findings.seconds.flatMap(({ endpoints }) => Object.keys(endpoints))),
        };
      };
      const shown = await seen(learningHere(made.generators));
      expect(shown.pairs.walks).toBe(12);
      expect(shown.differences.length).toBeGreaterThan(0);
      expect(shown).toEqual(await seen(twinsHere));
    });
  });
}

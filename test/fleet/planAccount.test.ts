import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrivalsByShard, PlanAccount } from '../../src/fleet/leader/planAccount.ts';
import { Arrivals, LevelCurve } from '../../src/load/schedule.ts';
import type { WholePlan } from '../../src/load/shard/shards.ts';
import { spacingOf } from '../../src/profile/profile.ts';
import { trialProfile } from '../support/loadRun.ts';
import { sampleDelta, sampleEndpoint } from '../support/sampleDeltas.ts';

function planOf(load: Record<string, unknown> = {}, schedule: WholePlan['schedule'] = 'stages'): WholePlan {
  const profile = trialProfile('http://127.0.0.1:9', {
    load: { stages: [{ durationSeconds: 3, arrivalsPerSecond: 10 }], ...load },
  });
  return { profile, baseUrl: '', runTag: 'r', schedule, keepCompletions: false };
}

/** A worker that tells three seconds of ten arrivals, five of whom complete, changed as a test says. */
function accountOf(plan = planOf(), changes: Parameters<typeof sampleDelta>[0] = {}): PlanAccount {
  const account = new PlanAccount(plan);
  for (let second = 0; second < 3; second++) {
    const endpoints = { take: sampleEndpoint({ ok: 10 }, 1) };
    account.add(sampleDelta({ second, arrivals: 10, ends: { completed: 5, stopped: 5 }, endpoints, ...changes }));
  }
  return account;
}

describe('what a worker has told', () => {
  it('adds up when it is as its part of the plan has it', () => {
    expect(accountOf().contradiction(3, 30, false)).toBeNull();
    expect(accountOf(planOf(), { dropped: 5, ends: { completed: 5 } }).contradiction(4, 30, false)).toBeNull();
  });

  it('cannot be when it ends before its time, unless the leader had it end', () => {
    expect(accountOf().contradiction(2, 30, false)).toEqual({ what: 'seconds', told: 2, due: 3 });
    expect(accountOf().contradiction(2, 40, true)).toBeNull();
    expect(accountOf(planOf({}, 'adjustable')).contradiction(99, null, false)).toMatchObject({ due: null });
    expect(accountOf(planOf({}, 'adjustable')).contradiction(2, null, true)).toBeNull();
  });

  it('cannot be when others have arrived than were to arrive', () => {
    expect(accountOf().contradiction(3, 31, false)).toEqual({ what: 'arrivals', told: 30, due: 31 });
    for (const hasStopped of [false, true])
      expect(accountOf().contradiction(3, 29, hasStopped)).toEqual({ what: 'arrivals', told: 30, due: 29 });
  });

  it('cannot be when more walks have ended than began, or surveys were completed without a request', () => {
    expect(accountOf(planOf(), { dropped: 1 }).contradiction(3, 30, false)).toMatchObject({
      what: 'walks',
      told: 30,
      due: 27,
    });
    expect(
      accountOf(planOf(), { endpoints: { take: sampleEndpoint({ ok: 4 }, 1) } }).contradiction(3, 30, false),
    ).toEqual({
      what: 'requests',
      told: 12,
      due: 15,
    });
  });
});

describe('the arrivals of a plan', () => {
  it('by shard are those that each shard starts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('even', 'poisson'),
        fc.nat(1000),
        (shards, arrivals, seed) => {
          const plan = planOf({ arrivals });
          const seeded = { ...plan, profile: { ...plan.profile, seed } };
          const { load } = seeded.profile;
          const started = Array.from({ length: shards }, (_, shard) => {
            const own = new Arrivals(LevelCurve.ofLoad(load), spacingOf(load), seed, {
              shard,
              shards,
            });
            let count = 0;
            for (; own.nextMs !== Number.POSITIVE_INFINITY; own.take()) count++;
            return count;
          });
          expect(arrivalsByShard(seeded, shards)).toEqual(started);
        },
      ),
    );
  });

  it('are not known of a population, nor of a rate that is told as the run goes on', () => {
    const closed = planOf({ model: 'closed', stages: [{ durationSeconds: 3, respondents: 10 }] });
    expect(arrivalsByShard(closed, 2)).toBeNull();
    expect(arrivalsByShard(planOf({}, 'adjustable'), 2)).toBeNull();
  });
});

import { Redactor } from '../../src/client/redact.ts';
import { ShardRunner } from '../../src/load/shard/shardRunner.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';
import { createCrowd } from '../../src/respondent/createCrowd.ts';
import type { SecondDelta } from '../../src/result/tally/delta.ts';
import { sampleHealth } from './sampleDeltas.ts';
import { SimulatedClock } from './simulatedClock.ts';
import { SimulatedTarget, simulatedSurveyId } from './simulatedTarget.ts';

const baseUrl = 'http://simulated.test';

/** Respondents that take the page and submit it, and do nothing else, as `load` says. */
export function simulatedProfile(load: Record<string, unknown>, thinkTimeMs = 0): Profile {
  return resolveProfile({
    name: 'simulated',
    seed: 5,
    target: {
      baseUrl,
      apiKeys: ['simulated-key'],
      session: 'cookie',
      authorization: 'nobody is asked',
      rateBudget: null,
    },
    surveys: { walk: [{ id: simulatedSurveyId }] },
    respondent: {
      thinkTimeMs: { distribution: 'fixed', value: thinkTimeMs },
      back: 0,
      expire: { probability: 0 },
      invalid: 0,
      abandon: 0,
      resume: 0,
    },
    load: { warmupSeconds: 0, ...load },
  });
}

export interface SimulatedRun {
  readonly clock: SimulatedClock;
  readonly target: SimulatedTarget;
  readonly runner: ShardRunner;
}

/** A shard of a profile on a simulated clock and target: everything is real but time and network. */
export function simulate(
  profile: Profile,
  latencyMs: (nowMs: number) => number,
  connections: number,
  onSecond: (delta: SecondDelta) => void,
): SimulatedRun {
  const clock = new SimulatedClock(1000);
  const target = new SimulatedTarget({ clock, latencyMs, connections });
  const runner = new ShardRunner(
    { profile, baseUrl, runTag: 'simulate', schedule: 'stages', keepCompletions: false, shard: 0, shards: 1 },
    {
      clock,
      transport: target,
      completions: null,
      exchangeEnded: () => {},
      takeConnections: () => null,
      takeHealth: () => sampleHealth(),
      createCrowd: (observer, completions) =>
        createCrowd({
          profile,
          baseUrl,
          transport: target,
          clock,
          observer,
          seed: profile.seed,
          run: 'simulate',
          redactor: new Redactor(['simulated-key']),
          completions,
        }),
    },
    { onSecond, onFinished: () => {} },
    1000,
  );
  runner.run();
  return { clock, target, runner };
}

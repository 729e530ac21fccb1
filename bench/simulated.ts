import { VirtualClock } from '../src/client/clock.ts';
import { Redactor } from '../src/client/redact.ts';
import { newViolation } from '../src/judging/identity.ts';
import { ShardRunner } from '../src/load/shard/shardRunner.ts';
import { createCrowd } from '../src/respondent/createCrowd.ts';
import { Tally } from '../src/result/tally/tally.ts';
import type { Violation } from '../src/result/verdict.ts';
import { altered } from '../src/selftest/altered.ts';
import type { Fault } from '../src/selftest/faults/fault.ts';
import { selftestKeys, selftestProfile, selftestSurveys } from '../src/selftest/selftestSubjects.ts';
import { InProcessTransport } from '../src/selftest/simulation/inProcessTransport.ts';
import { simulate } from '../src/selftest/simulation/simulate.ts';
import { openService } from '../src/service/service.ts';
import { sampleHealth } from '../test/support/sampleDeltas.ts';

/** Runs of both commands against services with faults, in this process: no socket, a virtual clock. */

const startMs = 1_773_061_507_000;

function serviceWith(set: readonly Fault[]) {
  return { faults: set.map((fault) => ({ fault, everyNth: fault.everyNth })), variants: set[0]?.variants ?? {} };
}

/** What `conform` finds of a service with these faults, and how many completions it saw. */
export async function conformed(set: readonly Fault[], run: number) {
  let completions = 0;
  const service = { options: serviceWith(set), latency: () => 1, seed: run, known: selftestSurveys, demanding: true };
  const { failures } = await simulate(service, undefined, ({ bodyText }) => {
    if (bodyText.includes('survey_complete')) completions++;
  });
  const violations = failures.map((facts) => ({ ...newViolation(facts, facts.witness), count: facts.count }));
  return { violations, completions };
}

/** A load as the profile has it that says nothing: 10 arrivals a second for 10 seconds. */
export async function loaded(set: readonly Fault[], run: number): Promise<Violation[]> {
  const clock = new VirtualClock(startMs);
  const now = () => Math.floor(clock.nowMs());
  const service = await openService(
    altered({ keys: selftestKeys, surveys: selftestSurveys, now, ...serviceWith(set) }),
  );
  const transport = new InProcessTransport(service, clock);
  const shared = { profile: selftestProfile(run), baseUrl: 'http://embedded.invalid' };
  const redactor = new Redactor(selftestKeys.valid);
  const tally = new Tally();
  const { promise, resolve } = Promise.withResolvers<void>();
  new ShardRunner(
    { ...shared, runTag: 'bench', schedule: 'stages', keepCompletions: false, shard: 0, shards: 1 },
    {
      clock,
      transport,
      completions: null,
      exchangeEnded: () => {},
      takeConnections: () => null,
      takeHealth: () => sampleHealth(),
      createCrowd: (observer) =>
        createCrowd({ ...shared, transport, clock, observer, seed: run, run: 'bench', redactor, completions: null }),
    },
    { onSecond: (delta) => tally.add(delta), onFinished: resolve },
    startMs,
  ).run();
  await promise;
  return tally.listViolations();
}

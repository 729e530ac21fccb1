import { VirtualClock } from '../../src/client/clock.ts';
import { Redactor } from '../../src/client/redact.ts';
import type { Transport } from '../../src/client/transport.ts';
import type { EntityId } from '../../src/contract/entityId.ts';
import { nothingAcceptable } from '../../src/judging/baseline/standing.ts';
import { runResultOf } from '../../src/judging/run/runResultOf.ts';
import { deltaOfAudit } from '../../src/load/administration/auditFindings.ts';
import { ShardRunner } from '../../src/load/shard/shardRunner.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { AdministrationClient } from '../../src/respondent/administrationClient.ts';
import { auditCompletions } from '../../src/respondent/audit/auditCompletions.ts';
import { usualAudit } from '../../src/respondent/audit/auditOptions.ts';
import { CompletionLedger } from '../../src/respondent/audit/completionLedger.ts';
import { givenAndStored } from '../../src/respondent/audit/givenAndStored.ts';
import { LiveReader } from '../../src/respondent/audit/liveReader.ts';
import { ClientRecords } from '../../src/respondent/audit/recordSource.ts';
import { createCrowd } from '../../src/respondent/createCrowd.ts';
import type { RunResult } from '../../src/result/runResult.ts';
import { Tally } from '../../src/result/tally/tally.ts';
import { TimelineTally } from '../../src/result/tally/timelineTally.ts';
import { type AlteredOptions, altered } from '../../src/selftest/altered.ts';
import { selftestKeys, selftestSurveys } from '../../src/selftest/selftestSubjects.ts';
import { InProcessTransport } from '../../src/selftest/simulation/inProcessTransport.ts';
import { openService } from '../../src/service/service.ts';
import { sampleMeta } from '../support/loadRun.ts';
import { sampleHealth } from '../support/sampleDeltas.ts';

const startMs = 1_773_061_507_000;
const baseUrl = 'http://embedded.invalid';

/** The records of the audited survey, by the clock of the walks. */
class VirtualRecords extends ClientRecords {
  readonly #clock: VirtualClock;

  constructor(client: AdministrationClient, surveyId: EntityId, clock: VirtualClock) {
    super(client, surveyId);
    this.#clock = clock;
  }

  override nowMs(): number {
    return this.#clock.nowMs();
  }
}

/** A load in this process, without a socket and without waiting, with the audit of its completions. @returns also each request, in the order of the answers */
export async function loaded(profile: Profile, options: AlteredOptions) {
  const surveyId = profile.admin.surveyId ?? 0;
  const clock = new VirtualClock(startMs);
  const now = (): number => Math.floor(clock.nowMs());
  const service = await openService(altered({ keys: selftestKeys, surveys: selftestSurveys, now, ...options }));
  const network = new InProcessTransport(service, clock, () => 20);
  // The audit comes after the walks, on the same network.
  const transport: Transport = {
    send: (...sent) => network.send(...sent),
    done: () => {},
    close: async () => {},
    sockets: 1,
  };
  const redactor = new Redactor(selftestKeys.valid);
  const [tally, timeline] = [new Tally(), new TimelineTally()];
  const requests: string[] = [];
  const runTag = 'golden01';
  const records = new VirtualRecords(
    new AdministrationClient({ transport: network, clock, apiKeys: selftestKeys.valid }),
    surveyId,
    clock,
  );
  const live = new LiveReader({ source: records, runTag, perPage: 10, totalBefore: 0, everyMs: 1000 });
  const ledger = new CompletionLedger(() => clock.nowMs());
  const { promise, resolve } = Promise.withResolvers<void>();
  new ShardRunner(
    { profile, baseUrl, runTag, schedule: 'stages', keepCompletions: true, shard: 0, shards: 1 },
    {
      clock: withoutClear(clock),
      transport,
      completions: ledger,
      exchangeEnded: () => {},
      takeConnections: () => null,
      takeHealth: () => sampleHealth(),
      createCrowd: (observer, completions) =>
        createCrowd({
          ...{ profile, baseUrl, transport, clock, seed: profile.seed, run: runTag, redactor, completions },
          observer: {
            onExchange: (exchange, outcome, intent) => {
              const { endMs, path, requestBody } = exchange;
              requests.push([endMs - startMs, path, requestBody, outcome, intent].join(' '));
              observer.onExchange(exchange, outcome, intent);
            },
            onViolation: (...told) => observer.onViolation(...told),
            onObservation: (...told) => observer.onObservation(...told),
            onWalkEnd: (walk) => {
              requests.push(JSON.stringify(walk));
              observer.onWalkEnd(walk);
            },
          },
        }),
    },
    {
      onSecond: (delta) => {
        tally.add(delta);
        timeline.add(delta);
      },
      onFinished: resolve,
    },
    startMs,
  ).run();
  await promise;
  await live.stop();
  const audited = await auditCompletions([ledger.kept()], records, {
    ...usualAudit,
    ...{ runTag, surveyId, totalBefore: 0, settleMs: 5000, demanded: true, seenLive: live.seen },
    redact: (text) => redactor.redact(text),
  });
  const noWitness = { steps: [], failingStep: 0, curl: '' };
  const proof = await deltaOfAudit(audited, async ({ token, responseIds: [id] }) => {
    const walk = audited.store.walkOf(token);
    const record = id === undefined ? '' : await records.one(id);
    const stored = typeof record === 'string' ? null : record;
    return { witness: noWitness, answers: walk && givenAndStored(walk, stored, audited.store.differingFor(token)) };
  });
  tally.add(proof);
  audited.close();
  clock.clear();
  await network.close();
  const end = { endedAt: '', interrupted: false, thresholds: [], created: [], troubles: [] };
  const result: RunResult = runResultOf(sampleMeta(profile), tally, timeline.timeline, {
    ...end,
    recovered: profile.seed % 2 === 0,
    audit: audited.audit,
    acceptable: nothingAcceptable,
  });
  return { result, requests };
}

/** A shard that ends leaves the others their timers. */
function withoutClear(clock: VirtualClock) {
  return {
    watch: clock.watch,
    nowMs: () => clock.nowMs(),
    at: (...timer: Parameters<VirtualClock['at']>) => clock.at(...timer),
    clear: () => {},
  };
}

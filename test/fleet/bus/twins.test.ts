import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareTwins } from '../../../src/report/compare/compareTwins.ts';
import { duetSides } from '../../../src/result/duetResult.ts';
import { parseResult } from '../../../src/result/resultFile.ts';
import { duet } from '../../../src/runs/duet.ts';
import { type RunningService, startService } from '../../../src/service/service.ts';
import { toolVersion } from '../../../src/toolVersion.ts';
import { twinsLaws } from '../../duet/twinsLaws.ts';
import { duetJudgement, duetOf } from '../../support/duetRun.ts';
import { keyHolder, leadTwins, lossesOf, rulesOf, startWorker, type TestWorker } from '../../support/fleet.ts';
import { folderOf } from '../../support/folder.ts';
import { type NatsServer, startNats } from '../../support/natsServer.ts';
import { type RecordingFront, startRecordingFront } from '../../support/recordingFront.ts';

const profile = `
surveys: { walk: [{ id: 1001 }, { id: 1002 }] }
respondent: { thinkTimeMs: { distribution: fixed, value: 5 }, back: 0.3 }
# Neither time nor a wait for answers ends a walk, however busy the machine is.
target: { timeoutMs: 20000 }
load: { stages: [{ durationSeconds: 1, arrivalsPerSecond: 12 }], warmupSeconds: 0, gracefulStopSeconds: 600 }
duet: { learnSeconds: 0.3 }
`;
let nats: NatsServer;
let service: RunningService;
beforeAll(async () => {
  [nats, service] = await Promise.all([startNats(), startService()]);
});
afterAll(async () => {
  await service.close();
  await nats.stop();
});

/** Two machines of uneven size: two threads and one. */
async function twoMachines() {
  const workers = [
    startWorker(nats.url, 'twins', { name: 'a', threads: 2 }),
    startWorker(nats.url, 'twins', { name: 'b' }),
  ];
  await Promise.all(workers.map(({ ready }) => ready));
  const { generators, close } = await leadTwins(nats.url, 'twins', 2);
  return {
    generators,
    loseOne: () => void workers.pop()?.end(),
    close: async () => {
      await close();
      await Promise.all(workers.map((worker) => worker.end()));
    },
  };
}

twinsLaws('machines', twoMachines);

it('twins go on when a machine is lost, say so, and end everywhere when no more is needed', async () => {
  const { generators, loseOne, close } = await twoMachines();
  const long = { load: { stages: [{ durationSeconds: 60, arrivalsPerSecond: 6 }] } };
  let onFirstSecond = loseOne;
  const enough = new AbortController();
  const findings = await duetOf(service.baseUrl, service.baseUrl, long, {
    generators,
    isEnough: () => enough.signal.aborted,
    onProgress: ({ elapsedSeconds }) => {
      onFirstSecond();
      onFirstSecond = () => {};
      if (elapsedSeconds >= 3) enough.abort();
    },
  });
  await close();
  for (const side of duetSides) expect(lossesOf(findings[side]).map(({ code }) => code)).toEqual(['worker-lost']);
  const report = compareTwins(findings, duetJudgement);
  expect(report.verdict).toBe('INVALID');
  const why = expect.stringMatching(/^Worker b was lost .*: its 33.3 % of the load is missing/);
  expect(report.reasonCodes).toContainEqual({ code: 'part-lost', why });
  expect(findings.pairs.compared).toBeGreaterThan(0);
  expect(findings.base.run.interrupted).toBe(false);
  expect(findings.pairs.walks).toBeLessThan(180);
});

describe('a candidate with a key of its own', () => {
  const candidateKey = 'candidate-7f3a91';
  const environment = { ...keyHolder, CANVASS_CANDIDATE_API_KEY: candidateKey };
  let candidate: RunningService;
  let front: RecordingFront;
  beforeAll(async () => {
    candidate = await startService({ keys: { valid: [candidateKey], forbidden: [] } });
    front = await startRecordingFront(candidate.baseUrl, (body) => body);
  });
  afterAll(async () => {
    await front.close();
    await candidate.close();
  });

  /** Walks twins on one worker, as the command does. */
  async function duetOn(worker: TestWorker, fleet: string, out: string) {
    await worker.ready;
    const { signal } = new AbortController();
    try {
      return await duet(
        {
          profile: {
            profile: 'mine.yaml',
            baseUrl: null,
            datacenter: null,
            seed: 1,
            set: [],
            cwd: dirname(out),
            environment,
          },
          base: service.baseUrl,
          candidate: front.baseUrl,
          candidateSet: [],
          untilSureMinutes: null,
          minimumEffect: null,
          out,
          baseline: null,
          preflight: false,
          monitoring: { metrics: null, otlpUrl: null },
          fleet: {
            nats: nats.url,
            natsCa: null,
            fleet,
            workers: 'a',
            waitSeconds: 30,
            allowLost: 0,
            lostAfterSeconds: 15,
            environment,
          },
        },
        { interrupt: signal, abandon: signal, onProgress: () => {}, onNotice: () => {}, onTrouble: () => {} },
      );
    } finally {
      await worker.end();
    }
  }

  it('is refused by a worker that lacks it, before anything is sent, and leaves no folder behind', async () => {
    const out = join(folderOf({ 'mine.yaml': profile }), 'reports');
    const keyless = startWorker(nats.url, 'keyless', { version: toolVersion() });
    await expect(duetOn(keyless, 'keyless', out)).rejects.toMatchObject({
      code: 'NOT_AUTHORIZED',
      message: expect.stringMatching(
        /^worker a .* refuses: the API key of the candidate is not in its environment: set CANVASS_CANDIDATE_API_KEY there/,
      ),
    });
    expect(front.secrets.size).toBe(0);
    expect(existsSync(out)).toBe(false);
  });

  it('is walked, told with its machines, and neither keys nor sessions are seen on the bus', async () => {
    const listener = await connect({ servers: nats.url });
    const heard: string[] = [];
    listener.subscribe('>', { callback: (_, { data }) => void heard.push(Buffer.from(data).toString('latin1')) });
    const worker = startWorker(nats.url, 'own', {
      version: toolVersion(),
      rules: rulesOf({ environment }),
      threads: 2,
    });
    const out = join(folderOf({ 'mine.yaml': profile }), 'reports');
    const { directory, comparison } = await duetOn(worker, 'own', out);
    await listener.close();
    expect(comparison.differences).toEqual([]);
    expect(comparison.pairs).toMatchObject({ parted: 0 });
    for (const side of duetSides) {
      const result = parseResult(await readFile(join(directory, side, 'result.json'), 'utf8'), side);
      expect(result.generator.workers).toBe(2);
      expect(result.fleet?.workers).toMatchObject([{ name: 'a', arrivals: result.respondents.started, lost: null }]);
      const requests = result.endpoints.reduce((sum, endpoint) => sum + endpoint.requests, 0);
      expect(result.fleet?.workers).toMatchObject([{ requests }]);
    }
    const said = heard.join('\n');
    expect(said).toContain('twin-second');
    expect(front.secrets.size).toBeGreaterThan(0);
    const secrets = [candidateKey, ...front.secrets, keyHolder.CANVASS_API_KEY];
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
  });
});

import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../../../src/service/service.ts';
import { twinsLaws } from '../../duet/twinsLaws.ts';
import { duetOf } from '../../support/duetRun.ts';
import { keyHolder, leadTwins, startWorker, type TestWorker } from '../../support/fleet.ts';
import { type NatsServer, startNats } from '../../support/natsServer.ts';
import { type RecordingFront, startRecordingFront } from '../../support/recordingFront.ts';

let nats: NatsServer;
let service: RunningService;
beforeAll(async () => {
  [nats, service] = await Promise.all([startNats(), startService()]);
});
afterAll(async () => {
  await service.close();
  await nats.stop();
});

twinsLaws('machines', async () => {
  // Of uneven size: two threads and one.
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

  /** Walks twins on one worker. */
  async function twinsOn(worker: TestWorker, fleet: string) {
    await worker.ready;
    const address = { url: nats.url, fleet, caFile: null, environment };
    const { generators, close } = await leadTwins(nats.url, fleet, 1, { address });
    const ofCandidate = { target: { timeoutMs: 20_000, apiKeys: [candidateKey] } };
    try {
      return await duetOf(service.baseUrl, front.baseUrl, {}, { generators }, ofCandidate);
    } finally {
      await close();
      await worker.end();
    }
  }

  it('is walked, and neither keys nor sessions are seen on the bus', async () => {
    const listener = await connect({ servers: nats.url });
    const heard: string[] = [];
    listener.subscribe('>', { callback: (_, { data }) => void heard.push(Buffer.from(data).toString('latin1')) });
    const { differences, pairs } = await twinsOn(startWorker(nats.url, 'own', { environment }), 'own');
    await listener.close();
    expect(differences).toEqual([]);
    expect(pairs.parted).toBe(0);
    const said = heard.join('\n');
    expect(said).toContain('twin-second');
    expect(front.secrets.size).toBeGreaterThan(0);
    const secrets = [candidateKey, ...front.secrets, keyHolder.CANVASS_API_KEY];
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
  });

  it('is refused by a worker that lacks it, before anything is sent', async () => {
    const sessions = front.secrets.size;
    await expect(twinsOn(startWorker(nats.url, 'keyless'), 'keyless')).rejects.toMatchObject({
      code: 'NOT_AUTHORIZED',
      message: expect.stringMatching(
        /^worker a .* refuses: the API key of the candidate is not in its environment: set CANVASS_API_KEY, CANVASS_CANDIDATE_API_KEY there/,
      ),
    });
    expect(front.secrets.size).toBe(sessions);
  });
});

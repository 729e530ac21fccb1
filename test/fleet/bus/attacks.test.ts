import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectFleet } from '../../../src/fleet/bus.ts';
import { conversation, FleetKey, newFleetKey, newNonce } from '../../../src/fleet/fleetKey.ts';
import { encodeMessage } from '../../../src/fleet/messageBytes.ts';
import { encoded } from '../../../src/fleet/messages.ts';
import { type RunningService, startService } from '../../../src/service/service.ts';
import { keyHolder, leadFleet, lossesOf, rulesOf, startWorker, type TestWorker } from '../../support/fleet.ts';
import { runTrial, trialProfile } from '../../support/loadRun.ts';
import { type NatsServer, startNats } from '../../support/natsServer.ts';

const fleetName = 'attacked';
let nats: NatsServer;
let service: RunningService;
let stranger: NatsConnection;
const workers: TestWorker[] = [];
beforeAll(async () => {
  [nats, service] = await Promise.all([startNats(), startService()]);
  stranger = await connect({ servers: nats.url, noEcho: true });
  for (const name of ['a', 'b']) workers.push(startWorker(nats.url, fleetName, { name }));
  await Promise.all(workers.map(({ ready }) => ready));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.end()));
  await stranger.close();
  await service.close();
  await nats.stop();
});

function profile(target: Record<string, unknown> = {}) {
  return trialProfile(service.baseUrl, { load: { stages: [{ durationSeconds: 2, arrivalsPerSecond: 10 }] }, target });
}

/** What is said on the bus of the fleet. */
interface Heard {
  readonly subject: string;
  readonly data: Uint8Array;
}

/** Runs a load on both workers, while a stranger hears all and says what he likes. */
async function attacked(say: (heard: Heard) => void, output = profile().output) {
  const listening = stranger.subscribe(`canvass.${fleetName}.>`, { callback: (_, message) => say(message) });
  await stranger.flush();
  const fleet = await leadFleet(nats.url, fleetName, 2);
  try {
    const result = await runTrial({ ...profile(), output }, { generators: fleet });
    return { result, machines: fleet.resultAt(0) };
  } finally {
    listening.unsubscribe();
    await fleet.close();
  }
}

/** What a message of a fleet holds, without what seals it. */
function contentOf(data: Uint8Array): string {
  return Buffer.from(data.subarray(38)).toString();
}

type Attacked = Awaited<ReturnType<typeof attacked>>;

/** All was counted, once, and the run lasted as long as it was planned to. */
function expectWhole({ result, machines }: Attacked): void {
  expect(lossesOf(result)).toEqual([]);
  expect(result.respondents.started).toBe(20);
  expect(machines.workers.map(({ arrivals }) => arrivals)).toEqual([10, 10]);
}

const guessed = FleetKey.of({ CANVASS_FLEET_KEY: newFleetKey() }, fleetName);
const none = FleetKey.of({}, fleetName);
/** What a leader says of a run that goes on as planned. */
const state = { run: null, rates: [], stops: [], summedSeconds: 0, lost: [], over: false };

describe('whoever is on the bus without the key', () => {
  it.each([
    ['has none', {}, 'start them, without'],
    ['has another one', { CANVASS_FLEET_KEY: newFleetKey() }, 'start them with this CANVASS_FLEET_KEY'],
  ])('leads nobody where he %s', async (_, environment, remedy) => {
    const address = { url: nats.url, fleet: fleetName, caFile: null, environment };
    await expect(leadFleet(nats.url, fleetName, 2, { address, waitSeconds: 0 })).rejects.toMatchObject({
      code: 'WORKERS_MISSING',
      message: expect.stringContaining(remedy),
    });
  });

  /** What was heard of a run of those who have the key. */
  const before: Heard[] = [];

  it('tells workers to stop, another rate and that it is over, and the leader that one has finished: nobody believes him', async () => {
    const untrue = [
      { stops: [{ graceMs: 0 }] },
      { run: null, over: true },
      { rates: [{ fromMs: 0, arrivalsPerSecond: 500 }] },
    ];
    const finished = encodeMessage({ kind: 'finished', seconds: 1, completions: [], created: [] });
    let told = 0;
    let said = 0;
    const seen = await attacked(({ subject, data }) => {
      before.push({ subject, data: Uint8Array.from(data) });
      const [, , kind, first = '', worker = ''] = subject.split('.');
      if (kind === 'beat' && told++ <= 20) {
        const { run } = { run: null, ...JSON.parse(contentOf(data)) };
        for (const says of untrue) {
          const beat = encoded({ ...state, run, ...says });
          // As he would seal it, and as it was before there were seals.
          stranger.publish(subject, guessed.channel('beats', first).seal(1_000_000, beat));
          stranger.publish(subject, none.channel('beats', first).seal(1_000_000, beat));
          stranger.publish(subject, encoded({ ...says, session: first, number: 1_000_000 }));
        }
      }
      if (kind === 'told' && data.length >= 200 && said++ <= 20) {
        const { messages } = conversation(guessed, { id: 'x', nonce: newNonce() }, newNonce());
        stranger.publish(subject, messages(first, Number(worker)).seal(1, finished));
        stranger.publish(subject, finished);
      }
    });
    expect(told).toBeGreaterThan(4);
    expect(said).toBeGreaterThan(0);
    expectWhole(seen);
    expect(seen.machines.droppedMessages).toBeGreaterThan(0);
    for (const { droppedMessages } of seen.machines.workers) expect(droppedMessages).toBeGreaterThan(0);
  });

  it('repeats what he heard in another run, and nothing comes of it; what is posted to a chat he does not hear', async () => {
    const kinds = new Set(before.map(({ subject }) => subject.split('.')[2]));
    expect(kinds).toEqual(new Set(['call', 'worker', 'beat', 'told']));
    // That a summary is posted to a chat is a matter of the leader.
    const webhook = 'https://chat.example.com/secret-word';
    const heard: string[] = [];
    const listening = stranger.subscribe('>', { callback: (_, { data }) => void heard.push(contentOf(data)) });
    const repeated = new Set<string>();
    const seen = await attacked(
      ({ subject }) => {
        const kind = subject.split('.')[2] ?? '';
        if (repeated.has(subject) || kind === 'call') return;
        repeated.add(subject);
        // Where workers and leader of this run listen.
        for (const each of before) if (each.subject.includes(`.${kind}.`)) stranger.publish(subject, each.data);
      },
      trialProfile(service.baseUrl, { output: { webhook } }).output,
    );
    listening.unsubscribe();
    expect(repeated.size).toBeGreaterThan(3);
    expectWhole(seen);
    expect(seen.machines.droppedMessages).toBeGreaterThan(0);
    for (const { droppedMessages } of seen.machines.workers) expect(droppedMessages).toBeGreaterThan(0);
    // A plan is told in one of them.
    expect(heard.some((each) => each.includes(service.baseUrl))).toBe(true);
    expect(heard.join('\n')).not.toContain('secret-word');
  });
});

describe('a plan of a leader who has the key', () => {
  const own = { baseUrl: 'http://127.0.0.1:1' };
  it.each([
    [
      'connects elsewhere',
      { ...own, connectTo: 'elsewhere.test:80' },
      '--allow-host elsewhere.test (target.connectTo)',
    ],
    ['goes by a proxy elsewhere', { ...own, proxy: 'http://elsewhere.test:80' }, '(target.proxy)'],
    ['is for another service', { baseUrl: 'http://elsewhere.test' }, '--allow-host elsewhere.test'],
  ])('that %s is refused, whoever it says allowed it', async (_, target, why) => {
    const fleet = await leadFleet(nats.url, fleetName, 2);
    const authorization = { by: 'the plan', hosts: ['elsewhere.test', '127.0.0.1'] };
    await expect(runTrial(profile({ ...target, authorization }), { generators: fleet })).rejects.toMatchObject({
      code: 'NOT_AUTHORIZED',
      message: expect.stringContaining(why),
    });
    await fleet.close();
  });

  it.each([
    ['a certificate', { target: { tls: { caFile: '/etc/passwd' } } }],
    ['answers', { respondent: { answers: { '1001': { '101': { from: '../secret.csv', column: 'a' } } } } }],
  ])('that reads %s outside of the folder of a worker is refused', async (_, changes) => {
    const fleet = await leadFleet(nats.url, fleetName, 2);
    const reading = trialProfile(service.baseUrl, changes);
    await expect(runTrial(reading, { generators: fleet })).rejects.toThrow('it reads no file outside of its folder');
    await fleet.close();
  });
});

describe('a fleet without a key', () => {
  it('is for this machine: NATS elsewhere is not connected to', async () => {
    const address = { url: 'nats://nats.test:4222', fleet: 'f', caFile: null, environment: {} };
    const told = connectFleet(address, FleetKey.of({}, 'f'), 'test');
    await expect(told).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('needs a key of its own: make one with `canvass fleet key`'),
    });
  });

  it('sends nowhere else', async () => {
    const address = { url: nats.url, fleet: 'open', caFile: null, environment: {} };
    const allowing = startWorker(nats.url, 'open', { address, rules: rulesOf({ allowHosts: ['survey.test'] }) });
    await expect(allowing.ended).rejects.toThrow('--allow-host is for a fleet with a key of its own');
  });

  /** Runs the load on a worker without a key, while somebody on this machine seals what he likes. */
  async function open(say: (heard: Heard, sealed: (content: Uint8Array) => Uint8Array) => void) {
    const environment = { CANVASS_API_KEY: keyHolder.CANVASS_API_KEY };
    const address = { url: nats.url, fleet: 'open', caFile: null, environment };
    const workers = ['a', 'b'].map((name) =>
      startWorker(nats.url, 'open', { address, name, rules: rulesOf({ environment }) }),
    );
    const key = FleetKey.of({}, 'open');
    const joined: { id: string; nonce: string; session: string }[] = [];
    const present = new Map<string, string>();
    let number = 1_000_000;
    // Whoever hears the call answered knows all that there is to know.
    const listening = stranger.subscribe('>', {
      callback: (_, { subject, data }) => {
        const [, , kind = '', first = '', second = ''] = subject.split('.');
        const said = kind === 'told' || kind === 'beat' ? null : parsed(contentOf(data));
        if (said !== null && typeof said.nonce === 'string' && typeof said.id === 'string')
          present.set(said.id, said.nonce);
        if (kind === 'worker' && typeof said?.session === 'string')
          joined.push({ id: first, nonce: present.get(first) ?? '', session: said.session });
        if (kind === 'beat') say({ subject, data }, (content) => key.channel('beats', first).seal(number++, content));
        if (kind !== 'told') return;
        for (const { session, ...worker } of joined) {
          const channel = conversation(key, worker, session).messages(first, Number(second));
          if (channel.open(data) !== null) say({ subject, data }, (content) => channel.seal(1, content));
        }
      },
    });
    await Promise.all(workers.map(({ ready }) => ready));
    const fleet = await leadFleet(nats.url, 'open', 2, { address });
    const result = await runTrial(profile(), { generators: fleet });
    listening.unsubscribe();
    await fleet.close();
    await Promise.all(workers.map((worker) => worker.end()));
    return result;
  }

  function parsed(text: string): Record<string, unknown> | null {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  it('is told another rate by somebody else: what it tells contradicts the plan, and the run is void', async () => {
    const rates = [{ fromMs: 0, arrivalsPerSecond: 100 }];
    const seen = await open(({ subject, data }, sealed) => {
      const beat = parsed(contentOf(data));
      if (subject.includes('.beat.') && typeof beat?.run === 'string')
        stranger.publish(subject, sealed(encoded({ ...state, run: beat.run, rates })));
    });
    expect(seen.verdict).toBe('INVALID');
    const contradiction = { code: 'worker-contradicts-plan', what: 'arrivals' };
    expect(seen.reasonCodes).toContainEqual(expect.objectContaining(contradiction));
  });

  it('of which somebody says that a worker has finished is void, too', async () => {
    const finished = encodeMessage({ kind: 'finished', seconds: 1, completions: [], created: [] });
    const seen = await open(({ subject }, sealed) => {
      if (subject.endsWith('.0')) stranger.publish(subject, sealed(finished));
    });
    expect(seen.verdict).toBe('INVALID');
    expect(seen.reasonCodes).toContainEqual({
      code: 'worker-contradicts-plan',
      worker: 'a',
      what: 'seconds',
      told: 1,
      due: 2,
    });
  });

  it('works on this machine, and gives API keys to a leader who has them', async () => {
    const environment = { CANVASS_API_KEY: keyHolder.CANVASS_API_KEY };
    const address = { url: nats.url, fleet: 'open', caFile: null, environment };
    const said: string[] = [];
    const worker = startWorker(nats.url, 'open', {
      address,
      rules: rulesOf({ environment }),
      say: (text) => said.push(text),
    });
    const fleet = await leadFleet(nats.url, 'open', 1, { address });
    const result = await runTrial(profile(), { generators: fleet });
    await fleet.close();
    await worker.end();
    expect(result.respondents.started).toBe(20);
    expect(said[0]).toMatch(/^CANVASS_FLEET_KEY is not set: whoever reaches NATS on this machine may lead/);
  });
});

it.each(['of-18-letters-only', 'a'.repeat(64), '01'.repeat(32)])(
  'a key that can be guessed, %s, is refused and not shown',
  (text) => {
    expect(() => FleetKey.of({ CANVASS_FLEET_KEY: text }, 'f')).toThrow(
      /^CANVASS_FLEET_KEY can be guessed: make one with `canvass fleet key`/,
    );
  },
);

describe('of two leaders', () => {
  it('the second waits until the first is done, and both count all', async () => {
    const first = await leadFleet(nats.url, fleetName, 2);
    const notices: string[] = [];
    const second = leadFleet(nats.url, fleetName, 2, { onNotice: (notice) => void notices.push(notice) });
    const one = await runTrial(profile(), { generators: first });
    await first.close();
    const two = await second;
    const other = await runTrial(profile(), { generators: two });
    await two.close();
    expect([one, other].map(({ respondents }) => respondents.started)).toEqual([20, 20]);
    expect(notices.some((notice) => /waiting: .*is led by canvass on/.test(notice))).toBe(true);
  });

  it('that call at the same instant each gets all, one after the other', async () => {
    const leaders = Array.from({ length: 3 }, async () => {
      const fleet = await leadFleet(nats.url, fleetName, 2);
      const { threads } = fleet;
      await fleet.close();
      return threads;
    });
    expect(await Promise.all(leaders)).toEqual([2, 2, 2]);
  });
});

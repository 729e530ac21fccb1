import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectFleet, subjectsOf } from '../../../src/fleet/bus.ts';
import { FleetKey } from '../../../src/fleet/fleetKey.ts';
import { MessageStream } from '../../../src/fleet/messageStream.ts';
import type { WorkerMessage } from '../../../src/fleet/messages.ts';
import type { Profile } from '../../../src/profile/profile.ts';
import { type RunningService, startService } from '../../../src/service/service.ts';
import {
  keyHolder,
  leadFleet,
  lossesOf,
  rulesOf,
  standingOf,
  startWorker,
  type TestWorker,
} from '../../support/fleet.ts';
import { runTrial, trialProfile } from '../../support/loadRun.ts';
import { type NatsServer, startNats } from '../../support/natsServer.ts';
import { networkTo } from '../../support/network.ts';

let nats: NatsServer;
let service: RunningService;
let a: TestWorker;
let b: TestWorker;
beforeAll(async () => {
  [nats, service] = await Promise.all([startNats(), startService()]);
  a = startWorker(nats.url, 'bus', { name: 'a' });
  b = startWorker(nats.url, 'bus', { name: 'b' });
});
afterAll(async () => {
  await Promise.all([a.end(), b.end()]);
  await service.close();
  await nats.stop();
});

/** Sixty respondents in a second and a half, that walk at once. */
function shortProfile(target: Record<string, unknown> = {}): Profile {
  return trialProfile(service.baseUrl, { load: { stages: [{ durationSeconds: 1.5, arrivalsPerSecond: 40 }] }, target });
}

describe('a fleet', () => {
  it('is there for machines that come at the same instant: NATS refuses one at first', async () => {
    const [machine, other] = await Promise.all([connect({ servers: nats.url }), connect({ servers: nats.url })]);
    const subjects = subjectsOf('fresh');
    const manager = await jetstreamManager(other);
    await manager.streams.add({ name: 'inTheWay', subjects: [subjects.allMessages] });
    let refused = 0;
    other.subscribe('$JS.EVENT.ADVISORY.API', {
      callback: (_, message) => {
        if (!message.string().includes('subjects overlap') || ++refused > 1) return;
        void manager.streams.delete('inTheWay');
      },
    });
    await other.flush();
    await MessageStream.open(machine, subjects);
    expect(refused).toBe(1);
    await Promise.all([machine.close(), other.close()]);
  });

  it('counts exactly, whatever a stranger sends, and however often messages come', async () => {
    const stranger = await connect({ servers: nats.url });
    let heard = 0;
    stranger.subscribe('canvass.bus.>', {
      callback: (_, { subject, data }) => {
        // What the stranger itself sends comes back to it.
        if (++heard > 400) return;
        stranger.publish(subject, data);
        for (const nonsense of [
          '',
          '{}',
          '{"kind":"second","number":-1}',
          '\u0000',
          '{"kind":"left","id":"x"}',
          '[]',
        ]) {
          stranger.publish(subject, nonsense);
        }
      },
    });
    const fleet = await leadFleet(nats.url, 'bus', 2);
    const result = await runTrial(shortProfile(), { generators: fleet });
    await fleet.close();
    await stranger.close();
    expect(heard).toBeGreaterThan(60);
    expect(lossesOf(result)).toEqual([]);
    // Whether all of them come to the end is a matter of the machine.
    const { started, completed, abandoned, stopped, failed } = result.respondents;
    expect({ started, ended: completed + abandoned + stopped + failed }).toEqual({ started: 60, ended: 60 });
    expect(fleet.resultAt(0).workers.map(({ name, arrivals, lost }) => [name, arrivals, lost])).toEqual([
      ['a', 30, null],
      ['b', 30, null],
    ]);
  });

  it('misses nothing when the connection of its leader is broken off', async () => {
    const network = await networkTo(nats.port);
    const fleet = await leadFleet(`nats://127.0.0.1:${network.port}`, 'bus', 2);
    const result = await runTrial(shortProfile(), { generators: fleet, onProgress: () => network.breakOff() });
    await fleet.close();
    await network.close();
    expect(result.respondents.started).toBe(60);
    expect(lossesOf(result)).toEqual([]);
  });

  it('waits for a worker that comes late, and says who is there', async () => {
    const notices: string[] = [];
    const comes = Promise.withResolvers<TestWorker>();
    const fleet = await leadFleet(nats.url, 'bus', 3, {
      onNotice: (notice) => {
        notices.push(notice);
        if (notice === 'waiting: 2 of 3 workers are there (a, b)')
          comes.resolve(startWorker(nats.url, 'bus', { name: 'c' }));
      },
    });
    const c = await comes.promise;
    expect(notices.at(-1)).toMatch(/^fleet bus: a on .* \(1 thread, clock [+−]\d+\.\d ms ± \d+\.\d\), b on .*, c on /);
    expect(fleet.threads).toBe(3);
    // Who is led is not there for another leader.
    expect(await standingOf(nats.url, 'bus', 1, /c is led/)).toMatch(/0 of 1 workers.*a is led by canvass on/);
    await fleet.close();
    await c.end();
  });

  it('does without a worker of another version, and names it', async () => {
    const old = startWorker(nats.url, 'bus', { name: 'old', version: '0' });
    const standing = await standingOf(nats.url, 'bus', 3, /old runs/);
    expect(standing).toMatch(/of 3 workers are there.*; old runs canvass 0, and this is 1$/);
    await old.end();
  });

  it('takes no second worker of the same name', async () => {
    await a.ready;
    const twin = startWorker(nats.url, 'bus', { name: 'a' });
    await expect(twin.ended).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('choose another --name'),
    });
  });

  it('goes on without a worker that may be lost', async () => {
    const c = startWorker(nats.url, 'bus', { name: 'c' });
    const fleet = await leadFleet(nats.url, 'bus', 3, { allowLost: 1 });
    const result = await runTrial(shortProfile(), { generators: fleet, onProgress: () => void c.end() });
    await fleet.close();
    expect(result.reasonCodes).toContainEqual({
      code: 'worker-lost-allowed',
      worker: 'c',
      afterSeconds: expect.any(Number),
      sharePercent: 33.3,
      why: 'it was ended by hand',
    });
    expect(result.validity?.performance.reasons.map(({ code }) => code)).not.toContain('worker-lost');
  });
});

describe('a worker', () => {
  it.each([
    [{}, 'the API key is not in its environment: set CANVASS_API_KEY there'],
    [{ CANVASS_API_KEY: 'another-key' }, "the API key is another one than the leader's: see CANVASS_API_KEY there"],
  ])('without the key refuses, and says which variable it lacks', async (environment, why) => {
    const keyless = startWorker(nats.url, 'keyless', { rules: rulesOf({ environment }) });
    const fleet = await leadFleet(nats.url, 'keyless', 1);
    await expect(runTrial(shortProfile(), { generators: fleet })).rejects.toMatchObject({
      code: 'NOT_AUTHORIZED',
      message: expect.stringMatching(new RegExp(`^worker a .* refuses: ${why}. Keys never travel.$`)),
    });
    await fleet.close();
    await keyless.end();
  });
});

it('what is too large for a message goes through the object store', async () => {
  const subjects = subjectsOf('large');
  const key = FleetKey.of(keyHolder, 'large');
  const connection = await connectFleet({ url: nats.url, fleet: 'large', caFile: null, environment: {} }, key, 'test');
  const stream = await MessageStream.open(connection, subjects);
  const ledger = { pages: [], chunks: ['A'.repeat(3_000_000)] };
  const message: WorkerMessage = { kind: 'finished', seconds: 0, completions: [[ledger]], created: [] };
  const channel = key.channel('told');
  const heard = Promise.withResolvers<WorkerMessage>();
  const hearer = { channels: [channel], onDropped: () => {} };
  stream.listen('r1', { ...hearer, onMessage: (_, __, each) => heard.resolve(each) });
  await stream.send({ run: 'r1', worker: 0, channel }, 7, message);
  expect(await heard.promise).toEqual(message);
  const again: [number, WorkerMessage][] = [];
  await stream.again('r1', { ...hearer, onMessage: (_, number, each) => again.push([number, each]) });
  expect(again).toEqual([[7, message]]);
  await stream.forget('r1');
  await connection.close();
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createUser } from '@nats-io/nkeys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectFleet, type FleetAddress, subjectsOf } from '../../../src/fleet/bus.ts';
import { FleetKey } from '../../../src/fleet/fleetKey.ts';
import { MessageStream } from '../../../src/fleet/messageStream.ts';
import type { WorkerMessage } from '../../../src/fleet/messages.ts';
import { fleetKeys } from '../../../src/runs/worker.ts';
import { startService } from '../../../src/service/service.ts';
import { keyHolder, leadFleet, lossesOf, startWorker } from '../../support/fleet.ts';
import { runTrial, trialProfile } from '../../support/loadRun.ts';
import { type NatsServer, startNats } from '../../support/natsServer.ts';
import { strangerFile, trustedFile } from '../../support/tlsFront.ts';

const noKey = FleetKey.of({}, 'f');
const user = createUser();
const seed = Buffer.from(user.getSeed()).toString();
const password = 'of the tests, 7f3a';
const folder = mkdtempSync(join(tmpdir(), 'canvass-nats-conf-'));
let nats: NatsServer;
beforeAll(async () => {
  const key = fileURLToPath(new URL('../../support/tls/key.pem', import.meta.url));
  const file = join(folder, 'nats.conf');
  // As docs/many-machines.md has it.
  writeFileSync(
    file,
    `tls { cert_file: "${trustedFile}", key_file: "${key}" }
authorization { users: [ { user: canvass, password: "${password}" }, { nkey: "${user.getPublicKey()}" } ] }`,
  );
  nats = await startNats(['-c', file]);
});
afterAll(async () => {
  await nats.stop();
  rmSync(folder, { recursive: true, force: true });
});

function address(changes: Partial<FleetAddress>): FleetAddress {
  return { url: `tls://127.0.0.1:${nats.port}`, fleet: 'f', caFile: trustedFile, environment: {}, ...changes };
}

describe('a NATS with TLS and users', () => {
  it.each([
    ['user and password', { CANVASS_NATS_USER: 'canvass', CANVASS_NATS_PASSWORD: password }],
    ['an nkey', { CANVASS_NATS_NKEY: `${seed}\n` }],
  ])('is reached by %s', async (_, environment) => {
    const connection = await connectFleet(address({ environment }), noKey, 'test');
    expect(connection.info?.tls_required).toBe(true);
    await connection.close();
  });

  it.each([
    ['without credentials', {}],
    ['with a wrong password', { CANVASS_NATS_USER: 'canvass', CANVASS_NATS_PASSWORD: 'guessed' }],
    ['with an nkey that is none', { CANVASS_NATS_NKEY: 'SUNOKEY' }],
  ])('refuses who comes %s, and no secret is shown', async (_, environment) => {
    await expect(connectFleet(address({ environment }), noKey, 'test')).rejects.toMatchObject({
      code: 'NATS_UNREACHABLE',
      message: expect.stringMatching(/^(?!.*(guessed|SUNOKEY)).*refused this client.*Set CANVASS_NATS_USER/),
    });
  });

  it('is not trusted without its authority, nor spoken to in the clear', async () => {
    const environment = { CANVASS_NATS_USER: 'canvass', CANVASS_NATS_PASSWORD: password };
    for (const caFile of [null, strangerFile]) {
      await expect(connectFleet(address({ caFile, environment }), noKey, 'test')).rejects.toThrow(
        /is not trusted .*--nats-ca/,
      );
    }
  });
});

describe('the configuration of deploy/nats', () => {
  const seeds = new Map<string, string>();
  let ready: NatsServer;
  beforeAll(async () => {
    const key = fileURLToPath(new URL('../../support/tls/key.pem', import.meta.url));
    let text = readFileSync('deploy/nats/nats.conf', 'utf8')
      // The test has it on its command line.
      .replace('jetstream { store_dir: "nats-data" }', '')
      .replace('"server.pem"', JSON.stringify(trustedFile))
      .replace('"server-key.pem"', JSON.stringify(key));
    for (const who of ['LEADER', 'WORKER']) {
      const [, shown = '', secret = ''] = /^public (U\w+)\nseed (SU\w+)\n$/.exec(fleetKeys.nkey()) ?? [];
      text = text.replace(`$${who}_NKEY`, shown);
      seeds.set(who, secret);
    }
    const file = join(folder, 'ready.conf');
    writeFileSync(file, text);
    ready = await startNats(['-c', file]);
  });
  afterAll(() => ready.stop());

  function closed(who: string): FleetAddress {
    const environment = { ...keyHolder, CANVASS_NATS_NKEY: seeds.get(who) };
    return address({ url: `tls://127.0.0.1:${ready.port}`, environment });
  }

  it('carries a run, with ledgers that are too large for a message', async () => {
    const service = await startService();
    const workers = ['a', 'b'].map((name) => startWorker('', 'f', { name, address: closed('WORKER') }));
    await Promise.all(workers.map((worker) => worker.ready));
    const fleet = await leadFleet('', 'f', 2, { address: closed('LEADER') });
    const profile = trialProfile(service.baseUrl, {
      load: { stages: [{ durationSeconds: 1, arrivalsPerSecond: 20 }] },
    });
    const result = await runTrial(profile, { generators: fleet });
    await fleet.close();
    await Promise.all(workers.map((worker) => worker.end()));
    await service.close();
    expect(lossesOf(result)).toEqual([]);
    expect(result.respondents.started).toBe(20);

    const key = FleetKey.of(keyHolder, 'f');
    const [sending, hearing] = await Promise.all([
      connectFleet(closed('WORKER'), key, 'worker'),
      connectFleet(closed('LEADER'), key, 'leader'),
    ]);
    const subjects = subjectsOf('f');
    const channel = key.channel('told');
    const heard = Promise.withResolvers<WorkerMessage>();
    const hearer = { channels: [channel], onDropped: () => {} };
    const stream = await MessageStream.open(hearing, subjects);
    stream.listen('r1', { ...hearer, onMessage: (_, __, told) => heard.resolve(told) });
    await hearing.flush();
    const ledger = { pages: [], chunks: ['A'.repeat(3_000_000)] };
    const message: WorkerMessage = { kind: 'finished', seconds: 0, completions: [[ledger]], created: [] };
    await (await MessageStream.open(sending, subjects)).send({ run: 'r1', worker: 0, channel }, 0, message);
    expect(await heard.promise).toEqual(message);
    await Promise.all([sending.close(), hearing.close()]);
  });

  it('lets no worker speak as a leader does, nor anybody in who has no nkey', async () => {
    const worker = await connectFleet(closed('WORKER'), noKey, 'test');
    const refusal = (async () => {
      for await (const status of worker.status()) if (status.type === 'error') return String(status.error);
      return null;
    })();
    worker.publish('canvass.f.beat.s1', 'stop');
    expect(await refusal).toMatch(/permissions violation/i);
    await worker.close();
    const nobody = address({ url: `tls://127.0.0.1:${ready.port}` });
    await expect(connectFleet(nobody, noKey, 'test')).rejects.toMatchObject({ code: 'NATS_UNREACHABLE' });
  });
});

describe('an address of NATS', () => {
  it.each(['http://127.0.0.1:1', 'nats://', '://'])('is not %s', async (url) => {
    await expect(connectFleet(address({ url }), noKey, 'test')).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('names no user, as others see the command line', async () => {
    const told = connectFleet(address({ url: 'nats://me:secret-word@127.0.0.1:1' }), noKey, 'test');
    await expect(told).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(/^(?!.*secret-word).*leave it out, and set CANVASS_NATS_USER/),
    });
  });
});

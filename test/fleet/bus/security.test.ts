import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createUser } from '@nats-io/nkeys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectFleet, type FleetAddress } from '../../../src/fleet/bus.ts';
import { type NatsServer, startNats } from '../../support/natsServer.ts';
import { strangerFile, trustedFile } from '../../support/tlsFront.ts';

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
    const connection = await connectFleet(address({ environment }), 'test');
    expect(connection.info?.tls_required).toBe(true);
    await connection.close();
  });

  it.each([
    ['without credentials', {}],
    ['with a wrong password', { CANVASS_NATS_USER: 'canvass', CANVASS_NATS_PASSWORD: 'guessed' }],
    ['with an nkey that is none', { CANVASS_NATS_NKEY: 'SUNOKEY' }],
  ])('refuses who comes %s, and no secret is shown', async (_, environment) => {
    await expect(connectFleet(address({ environment }), 'test')).rejects.toMatchObject({
      code: 'NATS_UNREACHABLE',
      message: expect.stringMatching(/^(?!.*(guessed|SUNOKEY)).*refused this client.*Set CANVASS_NATS_USER/),
    });
  });

  it('is not trusted without its authority, nor spoken to in the clear', async () => {
    const environment = { CANVASS_NATS_USER: 'canvass', CANVASS_NATS_PASSWORD: password };
    for (const caFile of [null, strangerFile]) {
      await expect(connectFleet(address({ caFile, environment }), 'test')).rejects.toThrow(
        /is not trusted .*--nats-ca/,
      );
    }
  });
});

describe('an address of NATS', () => {
  it.each(['http://127.0.0.1:1', 'nats://', '://'])('is not %s', async (url) => {
    await expect(connectFleet(address({ url }), 'test')).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('names no user, as others see the command line', async () => {
    const told = connectFleet(address({ url: 'nats://me:secret-word@127.0.0.1:1' }), 'test');
    await expect(told).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(/^(?!.*secret-word).*leave it out, and set CANVASS_NATS_USER/),
    });
  });
});

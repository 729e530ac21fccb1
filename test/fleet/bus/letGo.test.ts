import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectFleet, letGo } from '../../../src/fleet/bus.ts';
import { FleetKey } from '../../../src/fleet/fleetKey.ts';
import { type NatsServer, startNats } from '../../support/natsServer.ts';

let nats: NatsServer;
beforeAll(async () => {
  nats = await startNats();
});
afterAll(async () => {
  nats.freeze(false);
  await nats.stop();
});

function connected() {
  const address = { url: nats.url, fleet: 'f', caFile: null, environment: {} };
  return connectFleet(address, FleetKey.of({}, 'f'), 'test');
}

test('what was said before a connection is let go gets through', async () => {
  const [speaker, hearer] = [await connected(), await connected()];
  const heard = hearer.subscribe('said', { max: 1 });
  await hearer.flush();
  speaker.publish('said', 'last words');
  await letGo(speaker);
  for await (const message of heard) expect(message.string()).toBe('last words');
  expect(speaker.isClosed()).toBe(true);
  await letGo(hearer);
});

test('a connection is let go though NATS stands still', async () => {
  const connection = await connected();
  connection.subscribe('anything');
  nats.freeze(true);
  await letGo(connection);
  expect(connection.isClosed()).toBe(true);
});

/**
 * Many workers of a fleet in one process, for `bench/fleet.ts`: each joins and tells a real second every
 * second over NATS, as a worker does, but walks nobody.
 *
 * `node bench/fleet/simulatedWorkers.ts URL FLEET WORKERS SECONDS FILE`: FILE holds the delta of a real second as JSON
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { epochNowMs } from '../../src/client/clock.ts';
import { connectFleet, subjectsOf } from '../../src/fleet/bus.ts';
import { type Conversation, conversation, FleetKey, newNonce } from '../../src/fleet/fleetKey.ts';
import { MessageStream } from '../../src/fleet/messageStream.ts';
import { type Answer, type Ask, encoded, readAsk, readCall, readJoin } from '../../src/fleet/messages.ts';
import { Outbox } from '../../src/fleet/worker/workerRun.ts';
import type { SecondDelta } from '../../src/result/tally/delta.ts';

const [url = '', fleet = '', workersText = '', secondsText = '', file = ''] = process.argv.slice(2);
const workers = Number(workersText);
const seconds = Number(secondsText);
const second: SecondDelta = JSON.parse(readFileSync(file, 'utf8'));
const subjects = subjectsOf(fleet);
const key = FleetKey.of(process.env, fleet);
const address = { url, fleet, caFile: null, environment: process.env };
const connection = await connectFleet(address, key, 'simulated workers');
const stream = await MessageStream.open(connection, subjects);

for (let number = 0; number < workers; number++) {
  const self = { id: `simulated-${number}`, nonce: newNonce() };
  const present = { ...self, name: self.id, version: '1', host: 'here', threads: second.health.length, leader: null };
  connection.subscribe(subjects.call, {
    callback: (_, message) => {
      const call = readCall(key.channel('call').open(message.data)?.content ?? new Uint8Array());
      if (call !== null) message.respond(key.channel('present', call.nonce).seal(0, encoded(present)));
    },
  });
  let outbox: Outbox | null = null;
  let led: Conversation | null = null;
  const tell = async (startEpochMs: number): Promise<void> => {
    for (let each = 0; each < seconds; each++) {
      // Not all at the same instant: neither do real ones.
      const dueMs = startEpochMs + (each + 1) * 1000 + (900 * number) / workers;
      await pause(Math.max(0, dueMs - epochNowMs()));
      outbox?.add({ kind: 'second', delta: { ...second, second: each, measured: true } });
    }
    outbox?.add({ kind: 'finished', seconds, completions: [], created: [] });
  };
  const answer = (ask: Ask, { messages }: Conversation): Answer => {
    switch (ask.kind) {
      case 'clock':
        return { kind: 'clock', epochMs: epochNowMs() };
      case 'release':
        return { kind: 'released' };
      case 'prepare': {
        const sender = { run: ask.run, worker: ask.worker, channel: messages(ask.run, ask.worker) };
        outbox = new Outbox((each, what) => stream.send(sender, each, what));
        return { kind: 'ready' };
      }
      case 'begin':
        void tell(ask.startEpochMs);
        return { kind: 'begun', heardEpochMs: epochNowMs() };
    }
  };
  connection.subscribe(subjects.worker(self.id), {
    callback: (_, message) => {
      const joining = key.channel('join', self.id, self.nonce).open(message.data);
      const join = joining === null ? null : readJoin(joining.content);
      if (join !== null) {
        led = conversation(key, self, join.session);
        message.respond(led.answers.seal(0, encoded({ kind: 'joined' })));
        return;
      }
      const opened = led?.asks.open(message.data) ?? null;
      const ask = opened === null ? null : readAsk(opened.content);
      if (led !== null && opened !== null && ask !== null)
        message.respond(led.answers.seal(opened.sequence, encoded(answer(ask, led))));
    },
  });
}
await connection.flush();
process.send?.('ready');

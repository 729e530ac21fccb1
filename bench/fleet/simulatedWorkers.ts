/**
 * Many workers of a fleet in one process, for `bench/fleet.ts`: each joins, proves its key and tells a real second every
 * second over NATS, as a worker does, but walks nobody.
 *
 * `node bench/fleet/simulatedWorkers.ts URL FLEET WORKERS SECONDS FILE`: FILE holds the delta of a real second as JSON
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { epochNowMs } from '../../src/client/clock.ts';
import { connectFleet, subjectsOf } from '../../src/fleet/bus.ts';
import { type Answer, type Ask, encoded, type Present, readAsk } from '../../src/fleet/messages.ts';
import { answerChallenge } from '../../src/fleet/planProof.ts';
import { ToldStream } from '../../src/fleet/toldStream.ts';
import { Outbox } from '../../src/fleet/worker/workerRun.ts';
import type { SecondDelta } from '../../src/result/tally/delta.ts';

const [url = '', fleet = '', workersText = '', secondsText = '', file = ''] = process.argv.slice(2);
const workers = Number(workersText);
const seconds = Number(secondsText);
const second: SecondDelta = JSON.parse(readFileSync(file, 'utf8'));
const subjects = subjectsOf(fleet);
const connection = await connectFleet({ url, fleet, caFile: null, environment: {} }, 'simulated workers');
const stream = await ToldStream.open(connection, subjects);
const nonce = '0'.repeat(32);

for (let number = 0; number < workers; number++) {
  const id = `simulated-${number}`;
  const present: Present = { id, name: id, version: '1', host: 'here', threads: second.health.length, leader: null };
  connection.subscribe(subjects.call, { callback: (_, message) => void message.respond(encoded(present)) });
  let outbox: Outbox | null = null;
  const tell = async (startEpochMs: number): Promise<void> => {
    for (let each = 0; each < seconds; each++) {
      // Not all at the same instant: neither do real ones.
      const dueMs = startEpochMs + (each + 1) * 1000 + (900 * number) / workers;
      await pause(Math.max(0, dueMs - epochNowMs()));
      outbox?.add({ kind: 'second', delta: { ...second, second: each, measured: true } });
    }
    outbox?.add({ kind: 'finished', seconds, completions: [], created: [] });
  };
  const answer = (ask: Ask): Answer => {
    switch (ask.kind) {
      case 'join':
        return { kind: 'joined', nonce };
      case 'clock':
        return { kind: 'clock', epochMs: epochNowMs() };
      case 'prepare':
        outbox = new Outbox(id, (told) => stream.tell(ask.run, ask.worker, told));
        return { kind: 'ready', proofs: answerChallenge(ask, nonce, { KEY: 'canvass-key' }).proofs };
      case 'begin':
        void tell(ask.startEpochMs);
        return { kind: 'begun', heardEpochMs: epochNowMs() };
    }
  };
  connection.subscribe(subjects.worker(id), {
    callback: (_, message) => {
      const ask = readAsk(message.data);
      if (ask !== null) message.respond(encoded(answer(ask)));
    },
  });
}
await connection.flush();
process.send?.('ready');

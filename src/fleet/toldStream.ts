import { setTimeout as pause } from 'node:timers/promises';
import {
  DeliverPolicy,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  StorageType,
} from '@nats-io/jetstream';
import { type ObjectStore, Objm } from '@nats-io/obj';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import { ToolError, wordsOf } from '../errors.ts';
import type { Subjects } from './bus.ts';
import { encoded, readParcel, type Told } from './messages.ts';
import { readToldBytes, toldBytes } from './toldBytes.ts';

/** What is larger goes through the object store: NATS takes 1 MB by default. */
const largestMessageBytes = 512 * 1024;
/** How long NATS keeps messages, and remembers which it has: workers tell again what the leader has not summed. */
const keptMs = 120_000;
const objectsKeptMs = 3_600_000;
const acknowledgeMs = 2000;
/** How many stored messages are asked for at once, and how long they are waited for. */
const batch = 1000;
const fetchMs = 1000;

/** How often what machines of a fleet make together is tried, and how long after one another. */
const makeAttempts = 5;
const makeAgainMs = 100;

/**
 * What workers tell of a run, kept by JetStream until the leader has it: a message that NATS has acknowledged outlives
 * its restart, and one that comes twice is kept once.
 */
export class ToldStream {
  readonly #connection: NatsConnection;
  readonly #client: JetStreamClient;
  readonly #manager: JetStreamManager;
  readonly #objects: ObjectStore;
  readonly #subjects: Subjects;

  private constructor(connection: NatsConnection, subjects: Subjects, manager: JetStreamManager, objects: ObjectStore) {
    this.#connection = connection;
    this.#client = jetstream(connection);
    this.#manager = manager;
    this.#objects = objects;
    this.#subjects = subjects;
  }

  /** Makes the stream and the object store of a fleet where they are not there. @throws ToolError NATS_UNREACHABLE */
  static async open(connection: NatsConnection, subjects: Subjects): Promise<ToldStream> {
    try {
      const manager = await jetstreamManager(connection);
      await madeTogether(() =>
        manager.streams.add({
          name: subjects.store,
          subjects: [subjects.allTold],
          storage: StorageType.File,
          max_age: nanos(keptMs),
          duplicate_window: nanos(keptMs),
        }),
      );
      const objects = await madeTogether(() =>
        new Objm(connection).create(subjects.store, { storage: StorageType.File, ttl: nanos(objectsKeptMs) }),
      );
      return new ToldStream(connection, subjects, manager, objects);
    } catch (error) {
      const why = wordsOf(error);
      throw new ToolError('NATS_UNREACHABLE', `NATS has no JetStream for this client (${why}). Start nats-server -js.`);
    }
  }

  /** Has NATS keep what a worker tells. @throws Error while NATS does not acknowledge it: tell it again then */
  async tell(run: string, worker: number, told: Told): Promise<void> {
    let bytes = toldBytes(told);
    const messageId = `${run}.${worker}.${told.number}`;
    if (bytes.length > largestMessageBytes) {
      await this.#objects.putBlob({ name: messageId }, bytes, { timeout: acknowledgeMs });
      bytes = encoded({ kind: 'parcel', object: messageId });
    }
    const options = { msgID: messageId, timeout: acknowledgeMs };
    await this.#client.publish(this.#subjects.told(run, worker), bytes, options);
  }

  /**
   * Hears what workers tell of a run from now on, while the connection stands; {@link again} has what was missed.
   *
   * @returns what ends it
   */
  listen(run: string, onTold: (worker: number, told: Told) => void): () => void {
    const subscription = this.#connection.subscribe(this.#subjects.told(run, '*'), {
      callback: (error, message) => {
        if (error === null) void this.#read(message.subject, message.data, onTold);
      },
    });
    return () => subscription.unsubscribe();
  }

  /** Hears again what was told of a run lately: after the connection was lost, say. */
  async again(run: string, onTold: (worker: number, told: Told) => void): Promise<void> {
    const consumer = await this.#client.consumers.get(this.#subjects.store, {
      filter_subjects: this.#subjects.told(run, '*'),
      deliver_policy: DeliverPolicy.All,
    });
    for (let pending = 1; pending > 0; ) {
      pending = 0;
      const messages = await consumer.fetch({ max_messages: batch, expires: fetchMs });
      for await (const message of messages) {
        pending = message.info.pending;
        await this.#read(message.subject, message.data, onTold);
        if (pending === 0) break;
      }
    }
  }

  /** Takes a run out of the stream: its leader has all that it needs. */
  async forget(run: string): Promise<void> {
    await this.#manager.streams.purge(this.#subjects.store, { filter: this.#subjects.told(run, '*') });
  }

  async #read(subject: string, data: Uint8Array, onTold: (worker: number, told: Told) => void): Promise<void> {
    const worker = Number(subject.split('.').at(-1));
    const told = readToldBytes(data) ?? (await this.#unpacked(data));
    if (told !== null) onTold(worker, told);
  }

  async #unpacked(data: Uint8Array): Promise<Told | null> {
    const parcel = readParcel(data);
    const bytes = parcel === null ? null : await this.#objects.getBlob(parcel.object).catch(() => null);
    return bytes === null ? null : readToldBytes(bytes);
  }
}

/**
 * Makes what is there once for all machines of a fleet. NATS takes the same words from the second machine as from the
 * first, but may refuse them ("subjects overlap with an existing stream") at the instant at which it hears both.
 */
async function madeTogether<Made>(make: () => Promise<Made>): Promise<Made> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await make();
    } catch (error) {
      if (attempt === makeAttempts) throw error;
      await pause(makeAgainMs * attempt);
    }
  }
}

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
import { ToolError } from '../errors.ts';
import type { Environment } from '../profile/yamlSource.ts';
import { type Subjects, wordsOfNats } from './bus.ts';
import { type Channel, nameOf } from './channel.ts';
import { decodeMessage, encodeMessage } from './messageBytes.ts';
import { encoded, readParcel, type WorkerMessage } from './messages.ts';

/** What is larger goes through the object store: NATS takes 1 MB by default. */
const largestMessageBytes = 512 * 1024;
/** How long NATS keeps messages, and remembers which it has: workers tell again what the leader has not summed. */
const keptMs = 120_000;
const objectsKeptMs = 3_600_000;
const acknowledgeMs = 2000;
/** How many stored messages are asked for at once, and how long they are waited for. */
const batch = 1000;
const fetchMs = 1000;

/** How long NATS may take to make a store: on a busy disk seconds. One without JetStream says so at once. */
const makeMs = 20_000;
/** How often what machines of a fleet make together is tried, and how long after one another. */
const makeAttempts = 5;
const makeAgainMs = 100;

/** One worker of a run as it tells. */
export interface Sender {
  readonly run: string;
  /** Its number in the run. */
  readonly worker: number;
  /** What it seals with. */
  readonly channel: Channel;
}

/** Who hears what workers tell of a run. */
export interface MessageListener {
  /** Of each worker, by its number. */
  readonly channels: readonly Channel[];
  onMessage(worker: number, number: number, message: WorkerMessage): void;
  /** Something came that no worker has sealed for this run. */
  onDropped(): void;
}

/**
 * What workers tell of a run, kept by JetStream until the leader has it: a message that NATS has acknowledged outlives
 * its restart, and one that comes twice is kept once.
 */
export class MessageStream {
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

  /**
   * Makes the stream and the object store of a fleet where they are not there.
   *
   * @param environment whose credentials NATS was sent
   * @throws ToolError NATS_UNREACHABLE
   */
  static async open(
    connection: NatsConnection,
    subjects: Subjects,
    environment: Environment = {},
  ): Promise<MessageStream> {
    try {
      const manager = await jetstreamManager(connection, { timeout: makeMs });
      await madeTogether(() =>
        manager.streams.add({
          name: subjects.store,
          subjects: [subjects.allMessages],
          storage: StorageType.File,
          max_age: nanos(keptMs),
          duplicate_window: nanos(keptMs),
        }),
      );
      const objects = await madeTogether(() =>
        new Objm(jetstream(connection, { timeout: makeMs })).create(subjects.store, {
          storage: StorageType.File,
          ttl: nanos(objectsKeptMs),
        }),
      );
      return new MessageStream(connection, subjects, manager, objects);
    } catch (error) {
      const why = wordsOfNats(error, environment);
      throw new ToolError('NATS_UNREACHABLE', `NATS has no JetStream for this client (${why}). Start nats-server -js.`);
    }
  }

  /**
   * Has NATS keep what a worker tells.
   *
   * @param number of the message, from 0
   * @throws Error while NATS does not acknowledge it: tell it again then
   */
  async send({ run, worker, channel }: Sender, number: number, message: WorkerMessage): Promise<void> {
    let sealed = channel.seal(number, encodeMessage(message));
    if (sealed.length > largestMessageBytes) {
      const object = nameOf(sealed);
      await this.#objects.putBlob({ name: object }, sealed, { timeout: acknowledgeMs });
      sealed = channel.seal(number, encoded({ kind: 'parcel', object, bytes: sealed.length }));
    }
    // NATS keeps one message of a name: nobody can know it, and take it, before it is sent.
    const options = { msgID: nameOf(sealed), timeout: acknowledgeMs };
    await this.#client.publish(this.#subjects.messages(run, worker), sealed, options);
  }

  /**
   * Hears what workers tell of a run from now on, while the connection stands; {@link again} has what was missed.
   *
   * @returns what ends it
   */
  listen(run: string, hearer: MessageListener): () => void {
    const subscription = this.#connection.subscribe(this.#subjects.messages(run, '*'), {
      callback: (error, message) => {
        if (error !== null) return;
        void this.#read(message.subject, message.data, hearer).then((isTold) => isTold || hearer.onDropped());
      },
    });
    return () => subscription.unsubscribe();
  }

  /** Hears again what was told of a run lately: after the connection was lost, say. */
  async again(run: string, hearer: MessageListener): Promise<void> {
    const consumer = await this.#client.consumers.get(this.#subjects.store, {
      filter_subjects: this.#subjects.messages(run, '*'),
      deliver_policy: DeliverPolicy.All,
    });
    for (let pending = 1; pending > 0; ) {
      pending = 0;
      const messages = await consumer.fetch({ max_messages: batch, expires: fetchMs });
      for await (const message of messages) {
        pending = message.info.pending;
        await this.#read(message.subject, message.data, hearer);
        if (pending === 0) break;
      }
    }
  }

  /** Takes a run out of the stream: its leader has all that it needs. */
  async forget(run: string): Promise<void> {
    await this.#manager.streams.purge(this.#subjects.store, { filter: this.#subjects.messages(run, '*') });
  }

  /** @returns whether the worker that the subject names has sealed it */
  async #read(subject: string, data: Uint8Array, { channels, onMessage }: MessageListener): Promise<boolean> {
    const worker = Number(subject.split('.').at(-1));
    const channel = channels[worker];
    const opened = channel?.open(data) ?? null;
    if (channel === undefined || opened === null) return false;
    const { sequence, content } = opened;
    const message = decodeMessage(content) ?? (await this.#unpacked(channel, sequence, content));
    if (message !== null) onMessage(worker, sequence, message);
    return true;
  }

  /** What lies in the object store: it was sealed as the message itself would have been. */
  async #unpacked(channel: Channel, sequence: number, content: Uint8Array): Promise<WorkerMessage | null> {
    const parcel = readParcel(content);
    if (parcel === null) return null;
    const bytes = await this.#object(parcel.object, parcel.bytes).catch(() => null);
    const opened = bytes === null ? null : channel.open(bytes);
    return opened?.sequence === sequence ? decodeMessage(opened.content) : null;
  }

  /** An object, where it is as long as it was said to be: whoever is on the bus may have put another one there. */
  async #object(name: string, length: number): Promise<Uint8Array | null> {
    const found = await this.#objects.get(name);
    if (found === null || found.info.size !== length) return null;
    const bytes = Buffer.allocUnsafe(length);
    let at = 0;
    for await (const chunk of found.data) {
      if (at + chunk.length > length) return null;
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return at === length ? bytes : null;
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

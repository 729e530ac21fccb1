import { connect, createInbox, type NatsConnection, nkeyAuthenticator } from '@nats-io/transport-node';
import { epochNowMs } from '../client/clock.ts';
import { Redactor } from '../client/redact.ts';
import { ToolError, wordsOf } from '../errors.ts';
import { demandLoopbackName, isLoopbackHost } from '../profile/address.ts';
import type { Environment } from '../profile/yamlSource.ts';
import { readInput } from '../readInput.ts';
import type { Dropped } from './channel.ts';
import { type FleetKey, fleetKeyVariable, newNonce } from './fleetKey.ts';
import { encoded, type Present, readPresent } from './messages.ts';

/** How NATS is reached. */
export interface FleetAddress {
  /** `nats://host:port`, or `tls://host:port`. */
  readonly url: string;
  readonly fleet: string;
  /** PEM file of the authorities that NATS is trusted by; `null` for those of the machine. */
  readonly caFile: string | null;
  /** Its CANVASS_FLEET_KEY is the fleet's; its CANVASS_NATS_USER and _PASSWORD, or _NKEY, the seed of an nkey, are for NATS. */
  readonly environment: Environment;
}

const connectTimeoutMs = 5000;
const reconnectEveryMs = 250;

/**
 * Connects to NATS, and connects again for as long as it takes whenever the connection is lost.
 *
 * @param key of the fleet: without one, NATS must be on this machine
 * @param name what NATS shows of this client
 * @throws ToolError USAGE for an address that says nothing, or is elsewhere without a key; NATS_UNREACHABLE
 */
export async function connectFleet(address: FleetAddress, key: FleetKey, name: string): Promise<NatsConnection> {
  const { CANVASS_NATS_USER: user, CANVASS_NATS_PASSWORD: pass, CANVASS_NATS_NKEY: seed } = address.environment;
  const url = addressOf(address.url);
  if (!key.isSecret) await demandOwnMachine(url);
  const isTls = url.protocol === 'tls:';
  try {
    return await connect({
      servers: url.host,
      name,
      timeout: connectTimeoutMs,
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectEveryMs,
      // A server that starts again may refuse everybody for a moment.
      ignoreAuthErrorAbort: true,
      noAsyncTraces: true,
      // It goes where the command line says, not where a server sends it.
      ignoreClusterUpdates: true,
      ...(user === undefined ? {} : { user, pass: pass ?? '' }),
      ...(seed === undefined ? {} : { authenticator: nkeyAuthenticator(Buffer.from(seed.trim())) }),
      ...(isTls ? { tls: address.caFile === null ? {} : { ca: authorities(address.caFile) } } : {}),
    });
  } catch (error) {
    if (error instanceof ToolError) throw error;
    const why = wordsOfNats(error, address.environment);
    throw new ToolError('NATS_UNREACHABLE', `NATS at ${url.protocol}//${url.host} ${outcomeWords(why)}`);
  }
}

/** What NATS said: it knows the credentials that it was sent, and may say them. */
export function wordsOfNats(error: unknown, { CANVASS_NATS_PASSWORD, CANVASS_NATS_NKEY }: Environment): string {
  return new Redactor([CANVASS_NATS_PASSWORD ?? '', CANVASS_NATS_NKEY?.trim() ?? '']).redact(wordsOf(error));
}

/** What is still to be told has this long to get through: NATS may stand still, and nobody waits for it at the end. */
const lastWordsMs = 2000;

/** Tells what is still to be told, and ends a connection. */
export async function letGo(connection: NatsConnection): Promise<void> {
  const told = connection.drain().then(
    () => true,
    () => false,
  );
  if (!(await within(lastWordsMs, told, () => false))) await within(lastWordsMs, connection.close(), () => null);
}

function addressOf(text: string): URL {
  const url = URL.parse(text.includes('://') ? text : `nats://${text}`);
  if (text.includes('@')) {
    throw new ToolError(
      'USAGE',
      '--nats names a user: leave it out, and set CANVASS_NATS_USER and CANVASS_NATS_PASSWORD, or CANVASS_NATS_NKEY',
    );
  }
  if (url === null || !['nats:', 'tls:'].includes(url.protocol) || url.hostname === '') {
    throw new ToolError('USAGE', `--nats takes nats://host:port or tls://host:port, not "${text}"`);
  }
  return url;
}

async function demandOwnMachine({ hostname }: URL): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, '');
  await demandLoopbackName(host);
  if (isLoopbackHost(host)) return;
  throw new ToolError(
    'USAGE',
    `a fleet beyond this machine needs a key of its own: make one with \`canvass fleet key\`, and set ${fleetKeyVariable} to it on the leader and each worker`,
  );
}

function authorities(file: string): string {
  try {
    return readInput(file, 'certificate');
  } catch {
    throw new ToolError('USAGE', `--nats-ca ${file} cannot be read`);
  }
}

function outcomeWords(why: string): string {
  if (/authoriz|authentic|nkey|seed/i.test(why)) {
    return `refused this client (${why}). Set CANVASS_NATS_USER and CANVASS_NATS_PASSWORD, or CANVASS_NATS_NKEY.`;
  }
  if (/certificate|tls|ssl|self.signed/i.test(why)) {
    return `is not trusted or speaks no TLS (${why}). Write tls:// where it does, and name its authority with --nats-ca.`;
  }
  return `does not answer (${why}). Check --nats, and that nats-server runs.`;
}

/** Where the messages of one fleet go: `canvass.<fleet>.…`, and nowhere else. */
export interface Subjects {
  readonly call: string;
  worker(id: string): string;
  beat(session: string): string;
  messages(run: string, worker: number | '*'): string;
  /** Of everything that workers tell, of every run. */
  readonly allMessages: string;
  /** Name of its stream, and of its object store. */
  readonly store: string;
}

/** @throws ToolError USAGE for a name that no subject can hold */
export function subjectsOf(fleet: string): Subjects {
  demandName('fleet', fleet);
  const prefix = `canvass.${fleet}`;
  return {
    call: `${prefix}.call`,
    worker: (id) => `${prefix}.worker.${id}`,
    beat: (session) => `${prefix}.beat.${session}`,
    messages: (run, worker) => `${prefix}.told.${run}.${worker}`,
    allMessages: `${prefix}.told.>`,
    store: `canvass-${fleet}`,
  };
}

/** @throws ToolError USAGE for a name that no subject can hold */
export function demandName(option: string, name: string): void {
  if (/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(name)) return;
  throw new ToolError('USAGE', `--${option} takes up to 64 letters, digits, - and _, not "${name}"`);
}

/** The workers of a fleet that answer within some time, in the order of their answers. */
export async function presentWorkers(
  connection: NatsConnection,
  { call }: Subjects,
  { key, dropped }: { readonly key: FleetKey; readonly dropped: Dropped },
  waitMs: number,
): Promise<Present[]> {
  const nonce = newNonce();
  const channel = key.channel('present', nonce);
  const present: Present[] = [];
  try {
    const sealed = key.channel('call').seal(0, encoded({ nonce }));
    const answers = await connection.requestMany(call, sealed, { strategy: 'timer', maxWait: waitMs });
    for await (const { data } of answers) {
      // NATS itself says so when nobody listens.
      if (data.length === 0) continue;
      const opened = channel.open(data);
      const worker = opened === null ? null : readPresent(opened.content);
      if (worker === null) dropped.add();
      else present.push(worker);
    }
  } catch {
    // Nobody is there, or the connection was lost: whoever needs somebody calls again.
  }
  return present;
}

/**
 * Asks, and waits for the first answer that is one: whatever else comes is passed over.
 *
 * @param read `null` for what is no answer
 * @returns `null` when none came in time
 */
export async function firstAnswer<Answer>(
  connection: NatsConnection,
  subject: string,
  message: Uint8Array,
  timeoutMs: number,
  read: (data: Uint8Array) => Answer | null,
): Promise<Answer | null> {
  const { promise, resolve } = Promise.withResolvers<Answer | null>();
  const timer = setTimeout(() => resolve(null), timeoutMs);
  const inbox = createInbox();
  try {
    const subscription = connection.subscribe(inbox, {
      callback: (error, { data }) => {
        const answer = error === null && data.length > 0 ? read(data) : null;
        if (answer !== null) resolve(answer);
      },
    });
    connection.publish(subject, message, { reply: inbox });
    const answer = await promise;
    subscription.unsubscribe();
    return answer;
  } catch {
    // The connection is closed.
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** How the clock of another machine stands to this one's. */
export interface ClockOffset {
  /** Its instants minus ours, ms. */
  readonly offsetMs: number;
  /** Of the exchange that it was taken from; the offset is right to half of it. */
  readonly roundTripMs: number;
}

/**
 * Measures the offset of another clock by asking it several times: the quickest answer counts, as it leaves the least
 * doubt about when it was given.
 *
 * @param ask what the other clock shows
 */
export async function measureOffset(
  ask: () => Promise<number>,
  rounds: number,
  now: () => number = epochNowMs,
): Promise<ClockOffset> {
  let best: ClockOffset = { offsetMs: 0, roundTripMs: Number.POSITIVE_INFINITY };
  for (let round = 0; round < rounds; round++) {
    const askedMs = now();
    const theirsMs = await ask();
    const answeredMs = now();
    const roundTripMs = answeredMs - askedMs;
    if (roundTripMs < best.roundTripMs) best = { offsetMs: theirsMs - (askedMs + answeredMs) / 2, roundTripMs };
  }
  return best;
}

/**
 * What `work` comes to, or `otherwise` where that takes longer: nothing that others hold up may hold up a run, or the end
 * of its process. The work itself is not ended, and what becomes of it later is of no use to anybody.
 */
async function within<T, U>(ms: number, work: Promise<T>, otherwise: () => U): Promise<T | U> {
  const { promise, resolve } = Promise.withResolvers<U>();
  const timer = setTimeout(() => resolve(otherwise()), ms);
  work.catch(() => {});
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './freePort.ts';

/** A `nats-server` with JetStream of a test's own, on a free port of this machine. */
export interface NatsServer {
  readonly url: string;
  readonly port: number;
  /** Kills it and starts it again on the same port. @param keepData whether its disk outlives it */
  restart(keepData: boolean): Promise<void>;
  /** Lets it stand still, with its connections, or go on. */
  freeze(isFrozen: boolean): void;
  stop(): Promise<void>;
}

/** @param extra further words of its command line */
export async function startNats(extra: readonly string[] = []): Promise<NatsServer> {
  const port = await freePort();
  const store = mkdtempSync(join(tmpdir(), 'canvass-nats-'));
  const start = async (): Promise<ChildProcess> => {
    const words = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', store, ...extra];
    const child = spawn('nats-server', words, { stdio: 'ignore' });
    child.on('error', () => {});
    await answering(port, child);
    return child;
  };
  let server = await start();
  const kill = async (): Promise<void> => {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    restart: async (keepData) => {
      await kill();
      if (!keepData) rmSync(store, { recursive: true, force: true });
      server = await start();
    },
    freeze: (isFrozen) => void server.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    stop: async () => {
      await kill();
      rmSync(store, { recursive: true, force: true });
    },
  };
}

/** Resolves when the server greets who connects. */
async function answering(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    if (child.exitCode !== null || child.pid === undefined) break;
    const socket = connect(port, '127.0.0.1');
    const greeted = await Promise.race([
      once(socket, 'data').then(
        () => true,
        () => false,
      ),
      once(socket, 'error').then(
        () => false,
        () => false,
      ),
      pause(1000, false),
    ]);
    socket.destroy();
    if (greeted) return;
    await pause(25);
  }
  throw new Error('Tests of fleets need nats-server: install it (Debian: apt-get install nats-server).');
}

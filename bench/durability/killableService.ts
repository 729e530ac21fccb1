import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The embedded service in a process of its own, on a store file: it can be killed, and started again on its port. */
export class KillableService {
  readonly #store: string;
  readonly #faults: string;
  #child: ChildProcess | undefined;
  #baseUrl = '';

  constructor(store: string, faults: string) {
    this.#store = store;
    this.#faults = faults;
  }

  get baseUrl(): string {
    return this.#baseUrl;
  }

  /** Resolves when it listens; the second time on the port of the first. */
  async start(): Promise<void> {
    const port = this.#baseUrl === '' ? '0' : new URL(this.#baseUrl).port;
    const args = [main, 'serve', '--quiet', '--port', port, '--store', this.#store, '--faults', this.#faults];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    this.#baseUrl = String(line);
  }

  /** Kills it with SIGKILL: nothing of it has a chance to finish. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

import { hostname } from 'node:os';
import { newFleetKey, newNkey } from '../fleet/fleetKey.ts';
import { serveFleet, type WorkerOptions } from '../fleet/worker/fleetWorker.ts';
import { toolVersion } from '../toolVersion.ts';

/** What the command line says of a worker; `null` where it says nothing. */
export type WorkerRequest = Omit<WorkerOptions, 'name' | 'threads' | 'version'> & {
  readonly name: string | null;
  readonly threads: number | null;
};

/** Joins a fleet and serves until it is interrupted. @throws ToolError */
export async function worker({ name, threads, ...request }: WorkerRequest): Promise<void> {
  await serveFleet({
    ...request,
    name: name ?? ownName(),
    threads: threads ?? navigator.hardwareConcurrency,
    version: toolVersion(),
  });
}

/** Workers of one machine differ by their processes; one in a container is alone there. */
function ownName(): string {
  const machine = hostname()
    .replace(/[^A-Za-z0-9_-]/g, '-')
    .slice(0, 56);
  return process.pid === 1 ? machine : `${machine}-${process.pid}`;
}

/** What `canvass fleet` makes. */
export const fleetKeys = {
  /** A new key, for leader and workers of a fleet. */
  key: () => `${newFleetKey()}\n`,
  /** A new nkey: one part is for NATS, the other for the machine. */
  nkey: () => {
    const { publicKey, seed } = newNkey();
    return `public ${publicKey}\nseed ${seed}\n`;
  },
} as const;

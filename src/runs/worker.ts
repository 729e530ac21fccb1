import { hostname } from 'node:os';
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
    name: name ?? nameOfMachine(),
    threads: threads ?? navigator.hardwareConcurrency,
    version: toolVersion(),
  });
}

/** One worker a machine, or a pod, needs no other name. */
function nameOfMachine(): string {
  return hostname()
    .replace(/[^A-Za-z0-9_-]/g, '-')
    .slice(0, 64);
}

import { once } from 'node:events';
import { statSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { ToolError, type ToolErrorCode } from '../errors.ts';
import { demandLoopbackName, namedPlaces } from '../profile/address.ts';
import { findProfile } from '../profile/findProfile.ts';
import type { DistributionMs, Profile } from '../profile/profile.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';
import { readInput } from '../readInput.ts';
import { print } from '../report/terminal.ts';
import { startThread } from '../startThread.ts';
import type { ServeOptions } from './serve.ts';

export type EmbeddedReply =
  | { readonly kind: 'listening'; readonly baseUrl: string }
  | { readonly kind: 'failed'; readonly code: ToolErrorCode; readonly message: string };

export interface EmbeddedService {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** The thread that was started ahead, and has not been told which service is wanted; `null` without. */
let ahead: Worker | null = null;

function newThread(): Worker {
  return startThread('./embeddedServiceThread', import.meta.url, { name: 'canvass embedded service' });
}

/**
 * Lets the embedded service be loaded while the profile is still read and checked, where its text says that it wants one:
 * whoever says so and wants none after all, by `--set` say, loses nothing but that.
 */
export function startAhead({ profile, baseUrl, cwd }: ProfileRequest): void {
  if (baseUrl !== null || ahead !== null) return;
  try {
    const file = findProfile(profile, cwd);
    // What a pipe says can be read but once.
    if (!statSync(file).isFile() || !/^ *baseUrl: *embedded\b/m.test(readInput(file, 'profile'))) return;
  } catch {
    // What is wrong with it is told by who reads the profile.
    return;
  }
  ahead = newThread();
  ahead.unref();
}

/**
 * The base URL that a profile's run really uses: of its target, or of the embedded service, which is started in a
 * thread of its own. Close it after the run.
 *
 * @throws ToolError when the embedded service does not understand its part of the profile, or a name that should be this
 *   machine's is another's
 */
export async function reachTarget(profile: Profile): Promise<EmbeddedService> {
  const { baseUrl, basePath } = profile.target;
  for (const { host } of namedPlaces(profile.target)) await demandLoopbackName(host);
  return baseUrl === 'embedded' ? await startEmbedded(profile) : { baseUrl: baseUrl + basePath, close: async () => {} };
}

/** As `reachTarget`, of several: all or none. */
export async function reachTargets(profiles: readonly Profile[]): Promise<EmbeddedService[]> {
  const reached = await Promise.allSettled(profiles.map(reachTarget));
  const failed = reached.find((each) => each.status === 'rejected');
  const targets = reached.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (failed === undefined) return targets;
  await Promise.all(targets.map((target) => target.close()));
  throw failed.reason;
}

async function startEmbedded(profile: Profile): Promise<EmbeddedService> {
  const { embedded, apiKeys, forbiddenApiKey } = profile.target;
  // Secrets in the clear, within this process only.
  const options: ServeOptions = {
    port: 0,
    host: null,
    keys: {
      valid: apiKeys.map((key) => key.reveal()),
      forbidden: forbiddenApiKey === null ? [] : [forbiddenApiKey.reveal()],
    },
    seed: profile.seed,
    session: embedded.session,
    sessionTimeoutSeconds: embedded.sessionTimeoutSeconds,
    latency: latencyText(embedded.latencyMs),
    faults: embedded.faults.join(','),
    variants: Object.entries(embedded.variants).map(([name, value]) => `${name}=${value}`),
    store: embedded.store,
    surveys: null,
    rateLimit: null,
  };
  const worker = ahead ?? newThread();
  ahead = null;
  worker.ref();
  worker.postMessage(options);
  const [reply]: EmbeddedReply[] = await once(worker, 'message');
  if (reply === undefined || reply.kind === 'failed') {
    await worker.terminate();
    throw new ToolError(reply?.code ?? 'PROFILE', `target.embedded: ${reply?.message ?? 'it did not start'}`);
  }
  // A service that breaks leaves the run without answers, and is no reason to lose the run.
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.on('error', (error) => {
    print(`canvass: the embedded service broke: ${String(error)}\n`, 'stderr');
  });
  return {
    baseUrl: reply.baseUrl,
    close: async () => {
      worker.postMessage('close');
      await ended;
    },
  };
}

function latencyText(latency: DistributionMs): string | null {
  switch (latency.distribution) {
    case 'none':
      return null;
    case 'fixed':
      return `fixed:${latency.value}`;
    case 'uniform':
      return `uniform:${latency.min}:${latency.max}`;
    case 'exponential':
      return `exponential:${latency.mean}`;
    case 'lognormal':
      return `lognormal:${latency.median}:${latency.sigma}`;
  }
}

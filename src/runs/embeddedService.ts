import { once } from 'node:events';
import { ToolError, type ToolErrorCode } from '../errors.ts';
import { demandLoopbackName, namedPlaces } from '../profile/address.ts';
import type { DistributionMs, Profile } from '../profile/profile.ts';
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
  const workerData: ServeOptions = {
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
  const worker = startThread('./embeddedServiceThread', import.meta.url, {
    workerData,
    name: 'canvass embedded service',
  });
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

import type { TargetOptions } from '../../src/client/target.ts';
import { standardLimits } from '../../src/profile/schema/block.ts';

type Tls = TargetOptions['tls'];

const usualTls: Tls = { caFile: null, certFile: null, keyFile: null, serverName: null, insecure: false };

/** Options of a target with everything but the base URL at its default. */
export function targetOptions(
  baseUrl: string,
  { tls = {}, ...changes }: Partial<Omit<TargetOptions, 'tls'>> & { readonly tls?: Partial<Tls> } = {},
): TargetOptions {
  return {
    baseUrl,
    timeoutMs: 10_000,
    limits: standardLimits,
    http2: false,
    tls: { ...usualTls, ...tls },
    headers: [],
    traceparent: false,
    connectTo: null,
    proxy: null,
    connections: { mode: 'shared', max: 64 },
    ...changes,
  };
}

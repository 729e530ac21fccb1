import type { RunResult } from '../../result/runResult.ts';

/** The way that requests took, in words; `null` for the plain one. */
export function wayWords({ target: { way } }: RunResult): string | null {
  if (way === undefined) return null;
  return [
    ...(way.basePath === '' ? [] : [`behind ${way.basePath}`]),
    ...(way.connectTo === null ? [] : [`connected to ${way.connectTo}`]),
    ...(way.proxy === null ? [] : [`by the proxy ${way.proxy}`]),
    ...(way.serverName === null ? [] : [`server name ${way.serverName}`]),
    ...(way.clientCertificate === null ? [] : [`client certificate ${way.clientCertificate}`]),
    ...(way.insecure ? ['any certificate accepted'] : []),
    ...(way.headers.length === 0 ? [] : [`with ${way.headers.join(', ')}`]),
    ...(way.http2 ? ['HTTP/2 where offered'] : []),
  ].join(', ');
}

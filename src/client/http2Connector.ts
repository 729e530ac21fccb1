import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import { buildConnector } from 'undici';
import type { SocketAddress } from './http1/openSocket.ts';
import { authorityOf, openTunnel } from './tunnel.ts';

/**
 * What undici connects with over TLS: one for all connections of a target, so that TLS sessions are resumed.
 *
 * @param address where connections lead; its `security` is there
 */
export function http2Connector({
  hostname,
  port,
  proxy,
  security,
  connectTimeoutMs,
}: SocketAddress): buildConnector.connector {
  const { context, insecure, serverName } = security ?? { context: null, insecure: false, serverName: hostname };
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    allowH2: true,
    preferH2: true,
    rejectUnauthorized: !insecure,
    checkServerIdentity: (_, certificate) => checkServerIdentity(serverName, certificate),
    ...(context === null ? {} : { secureContext: context }),
  });
  return (options, callback) => {
    const there = { ...options, hostname, port: String(port), servername: isIP(serverName) === 0 ? serverName : '' };
    if (proxy === null) {
      connect(there, callback);
      return;
    }
    openTunnel(
      proxy,
      authorityOf(hostname, port),
      connectTimeoutMs,
      (httpSocket) => connect({ ...there, httpSocket }, callback),
      (error) => callback(error, null),
    );
  };
}

import { isIP, Socket } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import type { buildConnector } from 'undici';
import { endedByTimeout } from './failures.ts';
import type { SocketAddress } from './http1/openSocket.ts';
import { authorityOf, openTunnel } from './tunnel.ts';
import { undici } from './undici.ts';

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
  setUps,
}: SocketAddress): buildConnector.connector {
  const { context, insecure, serverName } = security ?? { context: null, insecure: false, serverName: hostname };
  const connect = undici().buildConnector({
    timeout: connectTimeoutMs,
    allowH2: true,
    preferH2: true,
    rejectUnauthorized: !insecure,
    checkServerIdentity: (_, certificate) => checkServerIdentity(serverName, certificate),
    ...(context === null ? {} : { secureContext: context }),
  });
  return (options, callback) => {
    const there = { ...options, hostname, port: String(port), servername: isIP(serverName) === 0 ? serverName : '' };
    const beganMs = performance.now();
    const secure = (httpSocket: Socket): void => {
      const connectedMs = performance.now();
      connect({ ...there, httpSocket }, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        setUps.onSetUp(connectedMs - beganMs, performance.now() - connectedMs);
        callback(null, socket);
      });
    };
    const onError = (error: Error): void => callback(error, null);
    if (proxy === null) openWay(hostname, port, connectTimeoutMs, secure, onError);
    else openTunnel(proxy, authorityOf(hostname, port), connectTimeoutMs, secure, onError);
  };
}

/** As `openTunnel`, without a proxy: TCP by itself, so that it is known how long each step took. */
function openWay(
  host: string,
  port: number,
  timeoutMs: number,
  onOpen: (socket: Socket) => void,
  onError: (error: Error) => void,
): void {
  const socket = new Socket().setNoDelay(true).setTimeout(timeoutMs, () => socket.destroy(endedByTimeout));
  socket.once('error', onError);
  socket.connect({ host, port }, () => {
    socket.removeListener('error', onError);
    socket.setTimeout(0);
    onOpen(socket);
  });
}

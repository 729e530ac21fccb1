import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './freePort.ts';
import { keyFile, trustedFile } from './tlsFront.ts';

/** What every request to the gateway must bring. */
export const gatewayHeader = { name: 'x-gateway', value: 'open-sesame-4711' } as const;
/** What the gateway puts before every path. */
export const gatewayPath = '/survey';
/** The name of the service, as `Host` and SNI have to say it. */
export const gatewayName = 'localhost';

/** A real gateway (HAProxy) in front of two nodes, which share no sessions: a cookie keeps respondents at theirs. */
export interface Gateway {
  /** Ports on 127.0.0.1: without TLS, with it, and with a certificate of the client as well. */
  readonly plain: number;
  readonly secure: number;
  readonly mutual: number;
  close(): Promise<void>;
}

const config = (ports: readonly number[], bundle: string, nodes: readonly string[]): string => `
global
  maxconn 400
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend gateway
  bind 127.0.0.1:${ports[0]}
  bind 127.0.0.1:${ports[1]} ssl crt ${bundle} alpn h2,http/1.1
  bind 127.0.0.1:${ports[2]} ssl crt ${bundle} alpn h2,http/1.1 ca-file ${trustedFile} verify required
  http-request deny deny_status 421 unless { req.hdr(host) -i ${gatewayName} }
  http-request deny deny_status 421 if { ssl_fc } !{ ssl_fc_sni -i ${gatewayName} }
  http-request deny deny_status 403 unless { req.hdr(${gatewayHeader.name}) ${gatewayHeader.value} }
  http-request deny deny_status 404 unless { path_beg ${gatewayPath}/ }
  http-request replace-path ${gatewayPath}(/.*) \\1
  http-request set-var(txn.version) req.ver
  http-response set-header x-seen-version %[var(txn.version)]
  http-response replace-header set-cookie (.*)Path=/(.*) \\1Path=${gatewayPath}/\\2
  default_backend nodes
backend nodes
  cookie NODE insert indirect nocache
${nodes.map((url, node) => `  server node${node} ${new URL(url).host} cookie node${node}`).join('\n')}
`;

/** @param nodes base URLs of the services behind it, without TLS */
export async function startGateway(nodes: readonly string[]): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'canvass-gateway-'));
  const bundle = join(folder, 'bundle.pem');
  writeFileSync(bundle, readFileSync(trustedFile, 'utf8') + readFileSync(keyFile, 'utf8'));
  const ports = [await freePort(), await freePort(), await freePort()];
  writeFileSync(join(folder, 'haproxy.cfg'), config(ports, bundle, nodes));
  const haproxy = spawn('haproxy', ['-q', '-db', '-f', join(folder, 'haproxy.cfg')], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: 'inherit',
  });
  const missing = once(haproxy, 'error').then(() => {
    throw new Error('Tests of the gateway need HAProxy: install it (Debian: apt-get install haproxy).');
  });
  const [plain = 0, secure = 0, mutual = 0] = ports;
  await Promise.race([missing, listening(mutual, haproxy)]);
  missing.catch(() => {});
  return {
    plain,
    secure,
    mutual,
    close: async () => {
      const ended = once(haproxy, 'exit');
      haproxy.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Asks again and again whether somebody listens, until the process has given up. */
async function listening(port: number, of: ChildProcess): Promise<void> {
  while (of.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => setTimeout(resolve, 10, false));
    });
    socket.destroy();
    if (isOpen) return;
  }
  throw new Error(`haproxy ended with ${of.exitCode}`);
}

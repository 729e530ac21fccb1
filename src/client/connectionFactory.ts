import { X509Certificate } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { ToolError } from '../errors.ts';
import { readInput } from '../readInput.ts';
import { toolVersion } from '../toolVersion.ts';
import { endedByCancel, endedByTimeout } from './failures.ts';
import { fixedHead } from './http1/heads.ts';
import { Http1Connection, type Http1Target } from './http1/http1Connection.ts';
import type { SocketAddress } from './http1/openSocket.ts';
import { Http2Connection } from './http2/http2Connection.ts';
import { Http2Session, type Http2Target } from './http2/http2Session.ts';
import { parseBaseUrl, type TargetOptions } from './target.ts';
import type { Connection, ConnectionOwner, SetUpListener } from './transport.ts';

/** Idle connections are closed after this long, earlier where the service says so (`Keep-Alive: timeout=…`). */
const idleMs = 15_000;
/** How often idle connections are looked for. */
const sweepMs = 1000;
/** Requests that share one HTTP/2 connection. */
const streamsPerConnection = 100;
/** The time to connect only cleans up behind the bound of the exchange, which is shorter. */
const connectGraceMs = 1000;

/** Without it any content coding is acceptable (RFC 9110, 12.5.3), and canvass decodes none. */
const asTheyAre = ['accept-encoding', 'identity'] as const;

/** A service that has closed so many connections right after an answer does so with all. */
const closedByAnswer = 3;

/** Who asks, where the profile names nobody else: gateways refuse what does not say so. @param headers names and values in turn. */
function namedAs(headers: readonly string[]): readonly string[] {
  return headers.includes('user-agent') ? [] : ['user-agent', `canvass/${toolVersion()}`];
}

/** Makes the connections to one target, of the kind that its protocol needs, and knows them all until they are closed. */
export class ConnectionFactory implements ConnectionOwner {
  readonly #connections = new Set<Connection>();
  readonly #make: () => Connection;
  #sockets = 0;
  #closedByAnswer = 0;
  #sweep: NodeJS.Timeout | null = null;

  /**
   * @param mayShare whether requests of several connections may go over one HTTP/2 connection.
   * @throws ToolError PROFILE when the base URL or a file of `tls` is no good.
   */
  constructor(options: TargetOptions, mayShare: boolean, setUps: SetUpListener) {
    const { origin } = parseBaseUrl(options.baseUrl);
    const { hostname, port, host } = new URL(origin);
    const named = hostname.replace(/^\[|\]$/g, '');
    // Read in any case: a file that is no good must not wait for the day on which it is needed.
    const context = secureContextOf(options.tls);
    const { connectTo, proxy, tls } = options;
    const headers = [...asTheyAre, ...namedAs(options.headers), ...options.headers];
    const isSecure = origin.startsWith('https:');
    const speaksHttp2 = isSecure && options.http2;
    const address: SocketAddress = {
      hostname: connectTo?.host ?? named,
      port: connectTo?.port ?? Number(port || (isSecure ? 443 : 80)),
      proxy,
      security: isSecure
        ? {
            context,
            insecure: tls.insecure,
            protocols: ['http/1.1'],
            serverName: tls.serverName ?? named,
            session: null,
          }
        : null,
      connectTimeoutMs: options.timeoutMs + connectGraceMs,
      setUps,
    };
    const to: Http1Target = {
      ...address,
      fixedHead: fixedHead(host, headers),
      idleMs,
      headBytes: options.limits.headBytes,
    };
    const makeHttp1 = (): Connection => new Http1Connection(to, this);
    this.#make = makeHttp1;
    if (!speaksHttp2 || address.security === null) return;
    const security = { ...address.security, protocols: ['h2', 'http/1.1'] as const };
    this.#make = this.#http2Connections({ ...to, security, host, headers }, mayShare, makeHttp1);
  }

  /** Connections open now. */
  get sockets(): number {
    return this.#sockets;
  }

  make(): Connection {
    const connection = this.#make();
    this.#connections.add(connection);
    this.#sweep ??= setInterval(() => this.#closeIdle(), sweepMs).unref();
    return connection;
  }

  /** Closes a connection that nobody will use again. */
  discard(connection: Connection): void {
    this.#connections.delete(connection);
    void connection.destroy(endedByTimeout);
  }

  /** Closes all; requests under way end as cancelled. */
  async close(): Promise<void> {
    if (this.#sweep !== null) clearInterval(this.#sweep);
    const connections = [...this.#connections];
    this.#connections.clear();
    await Promise.all(connections.map((connection) => connection.destroy(endedByCancel)));
  }

  onConnect(): void {
    this.#sockets++;
  }

  onDisconnect(): void {
    this.#sockets--;
  }

  #closeIdle(): void {
    const nowMs = performance.now();
    for (const connection of this.#connections) connection.closeIdle(nowMs);
  }

  get keepsConnections(): boolean {
    return this.#closedByAnswer < closedByAnswer;
  }

  onClosedByAnswer(): void {
    this.#closedByAnswer++;
  }

  #http2Connections(to: Http2Target, isShared: boolean, makeHttp1: () => Connection): () => Connection {
    let session: Http2Session | null = null;
    let users = 0;
    return () => {
      if (session === null || !isShared || users === streamsPerConnection) {
        users = 0;
        session = new Http2Session(to, this, makeHttp1);
      }
      users++;
      return new Http2Connection(session, isShared);
    };
  }
}

/**
 * What certificates are judged by, and the one that canvass shows, read once for all connections of a target; `null` for
 * the authorities that Node trusts, and no certificate.
 *
 * @throws ToolError PROFILE when a file cannot be read, or holds something else.
 */
function secureContextOf({ caFile, certFile, keyFile }: TargetOptions['tls']): SecureContext | null {
  if (caFile === null && certFile === null) return null;
  const ca = caFile === null ? {} : { ca: certificatesIn('caFile', caFile) };
  if (certFile === null) return createSecureContext(ca);
  const cert = certificatesIn('certFile', certFile);
  const [key, named] =
    keyFile === null ? [cert, `target.tls.certFile ${certFile}`] : [keyIn(keyFile), `target.tls.keyFile ${keyFile}`];
  try {
    return createSecureContext({ ...ca, cert, key });
  } catch (cause) {
    throw new ToolError(
      'PROFILE',
      `${named} does not hold the key (PEM, without a password) of the certificate in ${certFile}.`,
      { cause },
    );
  }
}

function certificatesIn(name: 'caFile' | 'certFile', file: string): string {
  try {
    const text = readInput(file, 'certificate');
    // OpenSSL takes a file without a certificate for a list of none; this throws.
    new X509Certificate(text);
    return text;
  } catch (cause) {
    throw new ToolError('PROFILE', `target.tls.${name} ${file} cannot be read as certificates (PEM).`, { cause });
  }
}

function keyIn(file: string): string {
  try {
    return readInput(file, 'certificate');
  } catch (cause) {
    throw new ToolError('PROFILE', `target.tls.keyFile ${file} cannot be read.`, { cause });
  }
}

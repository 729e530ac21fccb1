import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { ToolError } from '../errors.ts';
import { type AnswerLimits, standardLimits } from '../profile/schema/bounds.ts';

/** How requests reach a target. Resolved once; inner code has no defaults. */
export interface TargetOptions {
  /** `http(s)://host[:port]`, with a path prefix where the service has one. */
  readonly baseUrl: string;
  /** Bound of a whole exchange, from `send` to the last byte. */
  readonly timeoutMs: number;
  readonly limits: AnswerLimits;
  readonly http2: boolean;
  readonly tls: { readonly caFile: string | null; readonly insecure: boolean };
  readonly connections: Connections;
}

/** `shared`: at most `max` connections for all. `perRespondent`: one for each respondent that walks. */
export type Connections = { readonly mode: 'shared'; readonly max: number } | { readonly mode: 'perRespondent' };

/** Options of a target with everything but the base URL at its default. */
export function targetOptions(baseUrl: string, changes: Partial<TargetOptions> = {}): TargetOptions {
  return {
    baseUrl,
    timeoutMs: 10_000,
    limits: standardLimits,
    http2: false,
    tls: { caFile: null, insecure: false },
    connections: { mode: 'shared', max: 64 },
    ...changes,
  };
}

/** A base URL taken apart: `origin` for connections, `prefix` (without a slash at its end) for paths. */
export interface TargetAddress {
  readonly origin: string;
  readonly prefix: string;
}

/** @throws ToolError PROFILE when it is no http(s) URL, or carries a user, a query or a fragment. */
export function parseBaseUrl(baseUrl: string): TargetAddress {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') {
    throw new ToolError('PROFILE', `target.baseUrl is not a URL: give http(s)://host[:port].`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ToolError('PROFILE', 'target.baseUrl may have a host, a port and a path, and nothing else.');
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}

/** What undici connects with over TLS: one for all connections of a target, so that TLS sessions are resumed. */
export function connectorOf(
  { insecure }: TargetOptions['tls'],
  context: SecureContext | null,
  timeoutMs: number,
): buildConnector.connector {
  return buildConnector({
    timeout: timeoutMs,
    allowH2: true,
    preferH2: true,
    rejectUnauthorized: !insecure,
    ...(context === null ? {} : { secureContext: context }),
  });
}

/**
 * What certificates are judged by, read once for all connections of a target; `null` for the authorities that Node trusts.
 *
 * @throws ToolError PROFILE when the CA file cannot be read or is no certificate.
 */
export function secureContextOf({ caFile }: TargetOptions['tls']): SecureContext | null {
  if (caFile === null) return null;
  try {
    const text = readFileSync(caFile, 'utf8');
    // OpenSSL takes a file without a certificate for a list of none; this throws.
    new X509Certificate(text);
    return createSecureContext({ ca: text });
  } catch (cause) {
    throw new ToolError('PROFILE', `target.tls.caFile ${caFile} cannot be read as certificates (PEM).`, { cause });
  }
}

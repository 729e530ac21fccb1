import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContext } from 'node:tls';
import { ToolError } from '../errors.ts';
import type { TlsOptions } from './target.ts';

/**
 * What certificates are judged by, and the one that canvass shows, read once for all connections of a target; `null` for
 * the authorities that Node trusts, and no certificate.
 *
 * @throws ToolError PROFILE when a file cannot be read, or holds something else.
 */
export function secureContextOf({ caFile, certFile, keyFile }: TlsOptions): SecureContext | null {
  if (caFile === null && certFile === null) return null;
  const ca = caFile === null ? {} : { ca: certificatesIn('caFile', caFile) };
  if (certFile === null) return createSecureContext(ca);
  const cert = certificatesIn('certFile', certFile);
  const [key, named] =
    keyFile === null
      ? [cert, `target.tls.certFile ${certFile}`]
      : [textOf('keyFile', keyFile), `target.tls.keyFile ${keyFile}`];
  try {
    return createSecureContext({ ...ca, cert, key });
  } catch (cause) {
    throw new ToolError(
      'PROFILE',
      `${named} does not hold the key (PEM, without a password) of the certificate in ${certFile}.`,
      {
        cause,
      },
    );
  }
}

function certificatesIn(name: 'caFile' | 'certFile', file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    // OpenSSL takes a file without a certificate for a list of none; this throws.
    new X509Certificate(text);
    return text;
  } catch (cause) {
    throw new ToolError('PROFILE', `target.tls.${name} ${file} cannot be read as certificates (PEM).`, { cause });
  }
}

function textOf(name: 'keyFile', file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new ToolError('PROFILE', `target.tls.${name} ${file} cannot be read.`, { cause });
  }
}

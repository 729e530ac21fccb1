import { createTransport } from '../../client/httpTransport.ts';
import { targetOptionsOf } from '../../client/target.ts';
import { pathOf } from '../../contract/endpoints.ts';
import type { Profile } from '../../profile/profile.ts';

/** Whoever was asked in vain once already is not waited for long. */
const patienceMs = 700;

/**
 * Asks the port of a base URL by the other scheme, http or https: without a key, a header of the profile or a certificate,
 * which are meant for somebody who was named with a scheme.
 *
 * @param baseUrl that nobody, or nobody of the service, answered
 * @returns what it speaks instead, in words with the address; `null` where nothing came by that either
 */
export async function otherScheme(profile: Profile, baseUrl: string): Promise<string | null> {
  const url = new URL(baseUrl);
  const wantsTls = url.protocol === 'https:';
  const other = `${wantsTls ? 'http' : 'https'}://${url.hostname}:${url.port || (wantsTls ? 443 : 80)}`;
  const tls = { ...profile.target.tls, insecure: true, certFile: null, keyFile: null };
  const bare = { ...profile, target: { ...profile.target, headers: {}, tls, http2: false } };
  const transport = createTransport(targetOptionsOf(bare, other, { mode: 'shared', max: 1 }, patienceMs));
  try {
    const httpStatus = await new Promise<number>((resolve) => {
      const path = pathOf('take', { survey_id: profile.surveys.walk[0]?.id ?? 0 });
      const request = { endpoint: 'take', method: 'GET', path, headers: [], body: null } as const;
      const listener = { onExchange: ({ httpStatus }: { readonly httpStatus: number }) => resolve(httpStatus) };
      transport.send({ ...request, intendedMs: performance.now() }, listener);
    });
    // A port of TLS may answer 400 to who speaks none.
    if (httpStatus === 0 || (wantsTls && httpStatus === 400)) return null;
    return `this port speaks ${wantsTls ? 'no TLS' : 'TLS only'}. Correct target.baseUrl: ${other}, or the port.`;
  } finally {
    await transport.close();
  }
}

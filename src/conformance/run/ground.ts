import { BudgetedTransport } from '../../client/budgetedTransport.ts';
import { createTransport } from '../../client/httpTransport.ts';
import { RealClock } from '../../client/realClock.ts';
import { Redactor } from '../../client/redact.ts';
import { cookieOriginOf } from '../../client/session/cookieJar.ts';
import { parseBaseUrl, targetOptions } from '../../client/target.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Exchange } from '../../result/exchange.ts';
import { RespondentTokens } from '../drive/respondentTokens.ts';
import type { Ground } from '../drive/stage.ts';
import { Evidence } from '../ledger/evidence.ts';

/** Connections of a conformance run: probes are side by side, and some send at the same time. */
const connections = 32;

/**
 * What the probes of a run share, made from its profile.
 *
 * @param baseUrl the base URL that is really used, also where the profile says `embedded`.
 * @param maxConnections connections at the same time.
 */
export function groundFor(
  profile: Profile,
  baseUrl: string,
  onExchange: (exchange: Exchange) => void,
  isOver: (evidence: Evidence) => boolean,
  maxConnections = connections,
): Ground {
  const { target } = profile;
  const valid = target.apiKeys.map((key) => key.reveal());
  const forbidden = target.forbiddenApiKey?.reveal() ?? null;
  const all = [...valid, ...(forbidden === null ? [] : [forbidden])];
  const clock = new RealClock();
  const unbounded = createTransport(
    targetOptions(baseUrl, {
      timeoutMs: target.timeoutMs,
      http2: target.http2,
      tls: target.tls,
      connections: { mode: 'shared', max: maxConnections },
    }),
  );
  const { rateBudget } = target;
  const transport = rateBudget === null ? unbounded : new BudgetedTransport(unbounded, clock, rateBudget, 1);
  const evidence = new Evidence();
  return {
    target: {
      transport,
      clock,
      address: parseBaseUrl(baseUrl),
      settings: { strategy: target.session, origin: cookieOriginOf(baseUrl) },
      redactor: new Redactor(all),
    },
    evidence,
    isOver: () => isOver(evidence),
    keys: { valid: valid[0] ?? '', second: valid[1] ?? null, all, forbidden },
    tokens: new RespondentTokens(profile.seed),
    requestIds: new Set(),
    created: [],
    onExchange,
  };
}

/** The ground of what is repeated after a run: nobody listens, and nothing but its end stops it. */
export function groundForRepeating(profile: Profile, baseUrl: string, maxConnections = connections): Ground {
  return groundFor(
    profile,
    baseUrl,
    () => {},
    () => false,
    maxConnections,
  );
}

/** Forgets what still waits, and closes all connections. */
export async function closeGround({ target }: Ground): Promise<void> {
  target.clock.clear();
  await target.transport.close();
}

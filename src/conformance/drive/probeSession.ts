import { sendOnce } from '../../client/transport.ts';
import type { SessionTransportChange } from '../../client/witnessStep.ts';
import { type EndpointId, endpoints } from '../../contract/endpoints.ts';
import { isRecord, textsIn } from '../../contract/jsonShape.ts';
import { Session, type SessionTransportState } from '../../respondent/session/session.ts';
import type { Exchange } from '../../result/exchange.ts';
import { nameOfKey, usualKeyName } from '../../result/keyNames.ts';
import type { ProbeRecorder } from './probeRecorder.ts';

/** What may be a key, where it stands in another place than the document says. */
const keyLike = /^\S{12,512}$/;

/**
 * API keys that an answer gives away, which nothing that leaves the process may show: `response.apiKey` of a regeneration,
 * and where there is none whatever looks like a key.
 */
export function keysIn({ endpoint, httpStatus, json }: Exchange): readonly string[] {
  if (endpoint !== 'regenerate-key' || httpStatus >= 400) return [];
  const { response = json } = isRecord(json) ? json : {};
  if (isRecord(response) && typeof response.apiKey === 'string') return [response.apiKey];
  return textsIn(response).filter((text) => keyLike.test(text));
}

/** How one request departs from the usual one of its session. */
export interface Departure {
  /** Which API key it carries: a text is sent as it is. */
  readonly key?: 'valid' | 'none' | 'wrong' | 'forbidden' | { readonly text: string };
  /** Done to the session before: what carries it is lost, or made up anew, or put back as it was before. It stays so. */
  readonly sessionTransport?: SessionTransportChange;
  /** Puts back what this session was given earlier. */
  readonly stale?: SessionTransportState;
  /** Takes over what another respondent's session was given. */
  readonly swap?: { readonly session: Session; readonly token: string };
  /** Beyond the session's own; one of the same name replaces it. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Path and query in place of the documented one. */
  readonly path?: string;
  /** Non-zero: sent at the same time as the others of that number. */
  readonly concurrent?: number;
  /** No client of the contract would send it: a gateway may refuse it in any form. */
  readonly isHostile?: true;
}

/** No client of the contract would send it. */
export const hostile: Departure = { isHostile: true };

/** A key that no service has issued. */
const wrongKey = 'canvass-wrong-key-0000';

/** What carries one conversation: sends each request as it is told, and has it recorded. */
export class ProbeSession {
  readonly session: Session;
  /** Of this session within its witness. */
  readonly number: number;
  readonly #recorder: ProbeRecorder;

  constructor(recorder: ProbeRecorder, apiKey: string) {
    this.#recorder = recorder;
    this.number = recorder.nextSession();
    this.session = new Session(recorder.environment.target.settings, apiKey);
    recorder.keepSecrets(this.session.secrets);
  }

  /** Sends one request. Never rejects. */
  send(endpoint: EndpointId, path: string, body: string | null, departure: Departure): Promise<Exchange> {
    const { session } = this;
    const recorder = this.#recorder;
    const { transport, clock, redactor } = recorder.environment.target;
    const { headers: own = {}, concurrent = 0, method = endpoints[endpoint].method } = departure;
    const sessionTransport = this.#change(departure);
    const apiKey = this.#keyOf(departure);
    const headers = merged(session.headersWith(apiKey, path, body !== null), own);
    const named = this.#named(apiKey);
    const circumstances = {
      session: this.number,
      sessionTransport,
      concurrent,
      headers: named === null ? own : { ...own, 'api-key': named },
    };
    const sent = sendOnce(transport, { endpoint, method, path, headers, body, intendedMs: clock.nowMs() });
    return sent.then((exchange) => {
      session.absorb(exchange);
      for (const key of keysIn(exchange)) redactor.add(key);
      recorder.keepSecrets(session.secrets);
      recorder.add(exchange, circumstances);
      return exchange;
    });
  }

  /** Does to the session what departs. @returns what a witness calls it */
  #change({ sessionTransport = 'keep', stale, swap }: Departure): SessionTransportChange {
    const { session } = this;
    const state = stale ?? swap?.session.state() ?? (sessionTransport === 'stale' ? session.earlier : null);
    if (sessionTransport === 'drop') session.drop();
    else if (sessionTransport === 'forge') session.forge();
    else if (state !== null) session.restore(state);
    this.#recorder.keepSecrets(session.secrets);
    return stale !== undefined ? 'stale' : swap !== undefined ? 'swap' : sessionTransport;
  }

  #keyOf({ key = 'valid' }: Departure): string | null {
    if (typeof key === 'object') return key.text;
    if (key === 'valid') return this.session.apiKey;
    if (key === 'none') return null;
    return (key === 'forbidden' ? this.#recorder.environment.keys.forbidden : null) ?? wrongKey;
  }

  /** A witness must say when a request was sent with another key than the usual one, or with none, though never which. */
  #named(apiKey: string | null): string | null {
    if (apiKey === null) return '';
    const { keys } = this.#recorder.environment;
    const name = nameOfKey(apiKey, keys);
    // One that was replaced since is the usual one of a session that began with it.
    const isOwn = apiKey === this.session.apiKey;
    if (isOwn && (name === usualKeyName || (name === null && keys.all.includes(apiKey)))) return null;
    return name ?? apiKey;
  }
}

function merged(headers: string[], changes: Readonly<Record<string, string>>): string[] {
  for (const [name, value] of Object.entries(changes)) {
    const at = headers.findIndex((known, index) => index % 2 === 0 && known === name.toLowerCase());
    if (at >= 0) headers[at + 1] = value;
    else headers.push(name.toLowerCase(), value);
  }
  return headers;
}

import { type EndpointId, endpoints, pathOf } from '../contract/endpoints.ts';
import type { EntityId } from '../contract/entityId.ts';
import type { Exchange } from '../result/exchange.ts';
import { usualKeyName } from '../result/keyNames.ts';
import type { WitnessStep } from '../result/verdict.ts';
import type { Clock } from './clock.ts';
import type { Redactor } from './redact.ts';
import { Session, type SessionSettings, type SessionTransportState } from './session/session.ts';
import type { TargetAddress } from './target.ts';
import { stepPathOf } from './target.ts';
import type { ExchangeListener, Transport } from './transport.ts';
import { type SessionTransportChange, witnessStepOf } from './witnessStep.ts';

/** What the scripted sessions of one target have in common. */
export interface ScriptedTarget {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly address: TargetAddress;
  readonly settings: SessionSettings;
  readonly redactor: Redactor;
  /** The name of a key in a witness (`keyForms.ts`), `null` of one that has none; without it no key has. */
  readonly nameOfKey?: (key: string) => string | null;
}

/** How one scripted request differs from what a well-behaved client would send. */
export interface RequestChanges {
  /** Another API key, or `null` for none. */
  readonly apiKey?: string | null;
  /** Headers beyond the session's own; one of the same name replaces it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Path and query in place of the documented one. */
  readonly path?: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Done to the session before the request; `stale` and `swap` take the state from `sessionTransportState`. */
  readonly sessionTransport?: SessionTransportChange;
  readonly sessionTransportState?: SessionTransportState;
  /** Requests with the same non-zero number are sent at the same time; for the witness. */
  readonly concurrent?: number;
}

/**
 * A session that is told each of its steps: what probes and replays are made of. Keeps all exchanges, and the steps of
 * a witness for them.
 */
export class ScriptedSession {
  readonly session: Session;
  /** Number of this session within its witness. */
  readonly number: number;
  readonly #target: ScriptedTarget;
  readonly #surveyId: EntityId;
  readonly #exchanges: Exchange[] = [];
  readonly #steps: (() => WitnessStep)[] = [];
  readonly #secrets: string[] = [];
  readonly #knownSecrets = new Set<string>();
  #submitPath: string | null = null;

  constructor(target: ScriptedTarget, surveyId: EntityId, apiKey: string | null, number = 0) {
    this.#target = target;
    this.#surveyId = surveyId;
    this.number = number;
    this.session = new Session(target.settings, apiKey);
    this.#keepSecrets();
  }

  /** Every value that this session ever carried, a list that only grows: of requests sent together each may bring a new one. */
  get secrets(): readonly string[] {
    return this.#secrets;
  }

  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  /** The step of an exchange by its place in `exchanges`, secrets taken out: few are ever asked for. */
  stepAt(place: number): WitnessStep | undefined {
    return this.#steps[place]?.();
  }

  take(changes: RequestChanges = {}): Promise<Exchange> {
    return this.request('take', { survey_id: this.#surveyId }, null, changes);
  }

  /**
   * Submits to the path that the page returned last named, or to the documented one.
   *
   * @param body an object to send as JSON, or a text to send as it is.
   */
  submit(body: Readonly<Record<string, unknown>> | string, changes: RequestChanges = {}): Promise<Exchange> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const path = changes.path ?? this.#submitPath;
    return this.request(
      'submit-page',
      { survey_id: this.#surveyId },
      text,
      path === null ? changes : { ...changes, path },
    );
  }

  previous(changes: RequestChanges = {}): Promise<Exchange> {
    return this.request('previous-page', { survey_id: this.#surveyId }, null, changes);
  }

  /** Sends a request to any endpoint; `parameters` are those of its path. Never rejects. */
  request(
    endpoint: EndpointId,
    parameters: Readonly<Record<string, EntityId>>,
    body: string | null,
    changes: RequestChanges = {},
  ): Promise<Exchange> {
    const sessionTransport = changes.sessionTransport ?? 'keep';
    this.#change(sessionTransport, changes.sessionTransportState);
    const path = changes.path ?? pathOf(endpoint, parameters);
    const apiKey = changes.apiKey === undefined ? this.session.apiKey : changes.apiKey;
    const headers = merged(this.session.headersWith(apiKey, path, body !== null), changes.headers ?? {});
    const request = {
      endpoint,
      method: changes.method ?? endpoints[endpoint].method,
      path,
      headers,
      body,
      intendedMs: this.#target.clock.nowMs(),
    };
    const { transport, redactor } = this.#target;
    const named = this.#named(apiKey);
    return new Promise((resolve) => {
      const listener: ExchangeListener = {
        onExchange: (exchange) => {
          this.session.absorb(exchange);
          this.#keepSecrets();
          this.#exchanges.push(exchange);
          const { concurrent = 0, headers: own = {} } = changes;
          const circumstances = {
            session: this.number,
            sessionTransport,
            concurrent,
            headers: named === null ? own : { ...own, 'api-key': named },
          };
          let step: WitnessStep | null = null;
          this.#steps.push(() => {
            step ??= witnessStepOf(exchange, circumstances, redactor, this.secrets);
            return step;
          });
          this.#submitPath = this.#submitPathOf(exchange) ?? this.#submitPath;
          transport.done(listener);
          resolve(exchange);
        },
      };
      transport.send(request, listener);
    });
  }

  /** A witness must say when a request was sent with another key than the usual one, or with none, though never which. */
  #named(apiKey: string | null): string | null {
    if (apiKey === null) return this.session.apiKey === null ? null : '';
    const name = this.#target.nameOfKey?.(apiKey) ?? null;
    if (name === usualKeyName || (name === null && apiKey === this.session.apiKey)) return null;
    return name ?? apiKey;
  }

  #change(sessionTransport: SessionTransportChange, state: SessionTransportState | undefined): void {
    if (sessionTransport === 'drop') this.session.drop();
    else if (sessionTransport === 'forge') this.session.forge();
    else if (state !== undefined) this.session.restore(state);
    else if (sessionTransport === 'stale' && this.session.earlier !== null) this.session.restore(this.session.earlier);
    else return;
    this.#keepSecrets();
  }

  #keepSecrets(): void {
    for (const secret of this.session.secrets) {
      if (this.#knownSecrets.has(secret)) continue;
      this.#knownSecrets.add(secret);
      this.#secrets.push(secret);
    }
  }

  #submitPathOf(exchange: Exchange): string | null {
    const page = exchange.json as { response?: { navigation?: { nextPageSubmitUrl?: unknown } } } | null | undefined;
    const url = page?.response?.navigation?.nextPageSubmitUrl;
    return typeof url === 'string' ? stepPathOf(url, this.#target.address, exchange.path) : null;
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

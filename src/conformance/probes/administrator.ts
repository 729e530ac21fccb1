import { type EndpointId, pathOf } from '../../contract/endpoints.ts';
import type { EntityId } from '../../contract/entityId.ts';
import { asText } from '../../contract/jsonShape.ts';
import { excerpt } from '../../judging/mismatch.ts';
import { resolvedLink, withoutBasePath } from '../../judging/reading/administrationAnswer.ts';
import { markerStart } from '../../judging/tokens.ts';
import { adminIdsOf, pathIdsOf } from '../../profile/adminIds.ts';
import type { Conversation, ProbeExchange } from '../drive/conversation.ts';
import { type Departure, hostile } from '../drive/probeSession.ts';
import { ProbeBlocked } from '../drive/probeStopped.ts';
import { known, type ProbeContext, type ProbeSettings } from './probeContext.ts';

/** What the administration endpoints work on, known to be there. */
export interface Grounds {
  readonly organizationId: EntityId;
  readonly surveyId: EntityId;
  readonly datapadId: EntityId;
}

/** What a call says beside its endpoint. */
export interface CallOptions {
  readonly body?: unknown;
  /** Appended to the path. */
  readonly query?: string;
  /** As text, for it may be longer than a number can hold. */
  readonly responseId?: string;
  readonly departure?: Departure;
  readonly ids?: Partial<Grounds>;
}

/** The first pause before looking again; each further one is twice as long. */
const firstPauseMs = 60;
/** A record that vanishes again does so sooner. */
export const restMs = 5000;

/** Calls the administration endpoints with a good key. */
export class Administrator {
  readonly context: ProbeContext;
  readonly #surveyId: EntityId;
  readonly #conversation: Conversation;

  /** @param conversation one with another key; as usual where it is left out. @param surveyId where it is not that of the profile */
  constructor(context: ProbeContext, conversation?: Conversation, surveyId = context.settings.admin.surveyId ?? 0) {
    this.context = context;
    this.#surveyId = surveyId;
    this.#conversation = conversation ?? context.converse(surveyId);
  }

  /** A text that marks what is created, and that nothing else carries. */
  marker(): string {
    return `${markerStart}${this.context.environment.nextToken()}`;
  }

  /** The custom variable by which all records of the run are found at once. */
  get mark(): { readonly custom1: string } {
    return { custom1: this.context.environment.runMark };
  }

  /** The ids of the profile, but for a survey that was named instead; those that it does not name are 0, and a probe that needs them does not run. */
  get ids(): Grounds {
    const { organizationId, datapadId } = this.context.settings.admin;
    return { organizationId: organizationId ?? 0, surveyId: this.#surveyId, datapadId: datapadId ?? 0 };
  }

  /** @throws ProbeInconclusive when it was not answered. */
  async call(endpoint: EndpointId, options: CallOptions = {}): Promise<ProbeExchange> {
    const ids = { ...this.ids, ...options.ids };
    const parameters = pathIdsOf(ids);
    const bare = pathOf(endpoint, parameters).replace('<response_id>', options.responseId ?? '0');
    const path = (options.query ?? '') === '' ? bare : `${bare}?${options.query}`;
    const departure = { path, ...options.departure };
    return known(await this.#conversation.request(endpoint, parameters, options.body ?? null, departure));
  }

  /** A call that the probe cannot go on without. @throws ProbeBlocked when it was refused. */
  async granted(endpoint: EndpointId, options: CallOptions = {}): Promise<ProbeExchange> {
    const exchange = await this.call(endpoint, options);
    if (isGranted(exchange)) return exchange;
    const { httpStatus } = exchange.exchange;
    const hint = httpStatus === 404 && Object.keys(options.ids ?? {}).length === 0 ? this.#wrongId(endpoint) : '';
    throw new ProbeBlocked(`${endpoint} was refused: ${exchange.name}${hint}`);
  }

  /** Which id of the profile an endpoint was asked for, the innermost of its path. */
  #wrongId(endpoint: EndpointId): string {
    const name = adminIdsOf(endpoint).at(-1);
    return name === undefined ? '' : `: is admin.${name} ${this.ids[name]} right?`;
  }

  /** Follows a link of an answer. @throws ProbeInconclusive when it was not answered. */
  async follow(from: ProbeExchange, url: string): Promise<ProbeExchange> {
    const link = resolvedLink(url, from);
    const { prefix } = this.context.environment.target.address;
    const path = link === null ? url : withoutBasePath(link.pathname, prefix) + link.search;
    return known(await this.#conversation.request(from.exchange.endpoint, {}, null, { path }));
  }

  /** A request to a path that no client of the contract would send. */
  async strange(endpoint: EndpointId, path: string): Promise<ProbeExchange> {
    return known(await this.#conversation.request(endpoint, {}, null, { path, ...hostile }));
  }

  /** Notes what was created, for the result. @param id as the service gave it: whatever it is, it may give a key away. */
  created(endpoint: EndpointId, id: unknown, marker: string): void {
    const { created, target } = this.context.environment;
    created.push({ endpoint, id: excerpt(target.redactor.redact(asText(id))), marker });
  }

  /** Milliseconds of the run's clock. */
  now(): number {
    return this.context.environment.target.clock.nowMs();
  }

  /**
   * Looks again, with growing pauses, until something is seen: a store may show what it took some seconds later.
   *
   * @param sinceMs when it was made; as long after it as the profile's `audit.settleSeconds` says it may be missing.
   * @returns what was seen last.
   */
  async lookAgain<Seen>(sinceMs: number, look: () => Promise<Seen>, isThere: (seen: Seen) => boolean): Promise<Seen> {
    const endMs = this.#settledAtMs(sinceMs);
    let seen = await look();
    for (let pauseMs = firstPauseMs; !isThere(seen) && this.now() < endMs; pauseMs *= 2) {
      await this.context.pause(Math.min(pauseMs, Math.max(1, endMs - this.now())));
      seen = await look();
    }
    return seen;
  }

  /** Waits until most stores have what was made at `sinceMs`: as long as anybody needs to see it vanish again. */
  async rested(sinceMs: number): Promise<void> {
    const settledMs = this.#settledAtMs(sinceMs) - this.now();
    await this.context.pause(Math.max(0, Math.min(restMs - (this.now() - sinceMs), settledMs)));
  }

  /** Waits until what was made at `sinceMs` may not be missing any more. */
  async settled(sinceMs: number): Promise<void> {
    await this.context.pause(Math.max(0, this.#settledAtMs(sinceMs) - this.now()));
  }

  /** Whether what was made at `sinceMs` may not be missing any more. */
  isSettled(sinceMs: number): boolean {
    return this.now() >= this.#settledAtMs(sinceMs);
  }

  #settledAtMs(sinceMs: number): number {
    return sinceMs + this.context.settings.audit.settleSeconds * 1000;
  }
}

/** Whether the endpoint did what it is there for. */
export function isGranted({ reading }: ProbeExchange): boolean {
  return reading.kind === 'administration';
}

type AdminNeed = 'mutate' | 'organizationId' | 'surveyId' | 'datapadId' | 'regenerateKey';

/** What of the profile's `admin` section is missing for a probe. */
export function lacksAdmin(...needs: readonly AdminNeed[]): (settings: ProbeSettings) => string | null {
  return ({ admin }) => {
    const missing = needs.filter((need) => admin[need] === null || admin[need] === false);
    return missing.length === 0 ? null : `the profile has no ${missing.map((need) => `admin.${need}`).join(', ')}`;
  };
}

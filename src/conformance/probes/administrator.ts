import { type ClauseId, isClauseId } from '../../contract/clauses/catalogue.ts';
import { type EndpointId, pathOf } from '../../contract/endpoints.ts';
import { isObject } from '../checks/fields.ts';
import { clauseNames } from '../checks/reading.ts';
import type { Conversation, Departure, Turn } from '../drive/conversation.ts';
import { markerStart } from '../drive/respondentTokens.ts';
import { known, ProbeBlocked, type ProbeSettings, type Scene } from './probeContext.ts';

/** What the administration endpoints work on, known to be there. */
export interface Grounds {
  readonly organizationId: number;
  readonly surveyId: number;
  readonly datapadId: number;
}

/** Calls the administration endpoints with a good key. */
export class Administrator {
  readonly #conversation: Conversation;
  readonly scene: Scene;

  constructor(scene: Scene) {
    this.scene = scene;
    this.#conversation = scene.converse(scene.settings.admin.surveyId ?? 0);
  }

  /** A text that marks what is created, and that nothing else carries. */
  marker(): string {
    return `${markerStart}${this.scene.stage.ground.tokens.next()}`;
  }

  /** The ids of the profile; those that it does not name are 0, and a probe that needs them does not run. */
  get ids(): Grounds {
    const { organizationId, surveyId, datapadId } = this.scene.settings.admin;
    return { organizationId: organizationId ?? 0, surveyId: surveyId ?? 0, datapadId: datapadId ?? 0 };
  }

  /**
   * One call; `query` is appended to the path.
   *
   * @throws ProbeInconclusive when it was not answered.
   */
  async call(
    endpoint: EndpointId,
    options: {
      body?: unknown;
      query?: string;
      responseId?: number;
      departure?: Departure;
      ids?: Partial<Grounds>;
    } = {},
  ): Promise<Turn> {
    const ids = { ...this.ids, ...options.ids };
    const parameters = {
      organization_id: ids.organizationId,
      survey_id: ids.surveyId,
      datapad_id: ids.datapadId,
      response_id: options.responseId ?? 0,
    };
    const path = options.query === undefined ? undefined : `${pathOf(endpoint, parameters)}?${options.query}`;
    const turn = await this.#conversation.request(endpoint, parameters, options.body ?? null, {
      ...(path === undefined ? {} : { path }),
      ...options.departure,
    });
    return known(turn);
  }

  /** A call that must succeed, judged by the route's clause and by others. @throws ProbeBlocked when it did not. */
  async granted(
    endpoint: EndpointId,
    options: Parameters<Administrator['call']>[1] = {},
    ...clauses: readonly ClauseId[]
  ): Promise<Turn> {
    const turn = await this.call(endpoint, options);
    const ok = turn.reading.kind === 'administration';
    const clause = `ROUTE-${clauseNames[endpoint]}-01`;
    for (const id of [clause, ...clauses]) {
      if (isClauseId(id)) turn.judge.expect(id, ok, 'an answer with HTTP 2xx', () => turn.name);
    }
    if (!ok) throw new ProbeBlocked(`${endpoint} was not granted: ${turn.name}`);
    return turn;
  }

  /** Follows `send` for a URL that a list returned. */
  async follow(endpoint: EndpointId, url: string): Promise<Turn> {
    const parsed = new URL(url, 'http://host');
    return known(await this.#conversation.request(endpoint, {}, null, { path: parsed.pathname + parsed.search }));
  }

  /** Notes what was created, for the result. */
  created(endpoint: EndpointId, id: unknown, marker: string): void {
    this.scene.stage.ground.created.push({ endpoint, id: String(id), marker });
  }
}

/** The `response` of an answer as an object; empty when it is none. */
export function objectIn(turn: Turn): Record<string, unknown> {
  const { reading } = turn;
  return reading.kind === 'administration' && isObject(reading.response) ? reading.response : {};
}

/** The `response` of an answer as a list; empty when it is none. */
export function listIn(turn: Turn): readonly Record<string, unknown>[] {
  const { reading } = turn;
  return reading.kind === 'administration' && Array.isArray(reading.response) ? reading.response.filter(isObject) : [];
}

type AdminNeed = 'mutate' | 'organizationId' | 'surveyId' | 'datapadId' | 'primaryAccountId' | 'regenerateKey';

/** What of the profile's `admin` section is missing for a probe. */
export function lacksAdmin(...needs: readonly AdminNeed[]): (settings: ProbeSettings) => string | null {
  return ({ admin }) => {
    const missing = needs.filter((need) => admin[need] === null || admin[need] === false);
    return missing.length === 0 ? null : `the profile has no ${missing.map((need) => `admin.${need}`).join(', ')}`;
  };
}

/** An error of the table for something that does not exist or is malformed. */
export function judgeTableError(turn: Turn, clause: ClauseId): void {
  const { reading, exchange } = turn;
  const fits = reading.kind === 'standard-error' && [400, 403, 404].includes(exchange.httpStatus);
  turn.judge.expect(clause, fits, 'an error of the table: 400, 403 or 404', () => turn.name);
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookie } from '../../contract/endpoints.ts';
import { type KeySet, type KeyStanding, Keys } from '../../service/apiKeys.ts';
import type { CompletedResponses, Completion } from '../../service/completedResponses.ts';
import { type Session, walkOf } from '../../service/respondent/keptSessions.ts';
import type { Rules } from '../../service/respondent/rules.ts';
import type { AroundParts } from '../../service/service.ts';
import { deliver } from './deliver.ts';
import { parsedMembers } from './edits.ts';
import type { Injected, Injection, Occurs } from './injection.ts';
import type { ResponseContext, ResponseDraft } from './responseDraft.ts';

/** How many requests of other sessions between two of one session make a crowd. */
const crowdedFrom = 8;

/** Watches whose requests come in which order, for faults that show only among many respondents at once. */
class Crowd {
  #requests = 0;
  readonly #lastRequest = new WeakMap<Session, number>();
  #others = 0;

  /** Notes a request of a session. */
  note(session: Session | undefined): void {
    this.#requests += 1;
    const last = session && this.#lastRequest.get(session);
    this.#others = last === undefined ? 0 : this.#requests - last - 1;
    if (session !== undefined) this.#lastRequest.set(session, this.#requests);
  }

  /** Whether anybody else's request came since the previous one of the session that is served now. */
  get isInterleaved(): boolean {
    return this.#others > 0;
  }

  /** Whether many requests of others came since the previous one of the session that is served now. */
  get isCrowded(): boolean {
    return this.#others >= crowdedFrom;
  }
}

/** True at every Nth call among others as the fault wants them, first at the Nth. */
function oneIn(n: number, among: Injected['among'], crowd: Crowd): Occurs {
  let calls = 0;
  return () => {
    if (among === 'others' && !crowd.isInterleaved) return false;
    if (among === 'crowd' && !crowd.isCrowded) return false;
    calls += 1;
    return calls % n === 0;
  };
}

interface InjectedKind<K extends Injection['kind']> {
  readonly injection: Extract<Injection, { kind: K }>;
  readonly occurs: Occurs;
}

/**
 * Injects what was chosen, the first innermost; without any, everything stays exactly as it is.
 *
 * @param now milliseconds since the epoch, as the service counts them.
 */
export function injectFaults(chosen: readonly Injected[], now: () => number): AroundParts {
  const crowd = new Crowd();
  const of = <K extends Injection['kind']>(kind: K): InjectedKind<K>[] =>
    chosen.flatMap(({ how, among, everyNth }) =>
      isKind(how, kind) ? [{ injection: how, occurs: oneIn(everyNth, among, crowd) }] : [],
    );
  const [decisions, responses, standings] = [of('rules'), of('response'), of('keys')];
  const unheard = of('unheard').length > 0 ? new UnheardCompletions() : null;
  const [stores, answers, rewritten] = [of('store'), of('administration'), of('surveys')];
  return {
    rules: (clean) => {
      if (chosen.length === 0) return clean;
      const faulty: Rules = {
        ...clean,
        sessionOf: (carried) => {
          crowd.note(carried);
          return clean.sessionOf(carried);
        },
      };
      for (const { injection, occurs } of decisions) {
        Object.assign(faulty, injection.replace({ ...faulty }, occurs, now));
      }
      return unheard === null ? faulty : unheard.rules(faulty);
    },
    keys: (set) => (standings.length === 0 ? new Keys(set) : new MisjudgedKeys(set, standings)),
    store: (clean) => stores.reduce((store, { injection, occurs }) => injection.replace(store, occurs, now), clean),
    surveys: (clean) =>
      rewritten.length === 0
        ? clean
        : new Map(
            [...clean].map(([id, survey]) => [
              id,
              rewritten.reduce((each, { injection }) => injection.replace(each), survey),
            ]),
          ),
    administration: (clean) =>
      answers.reduce((answering, { injection, occurs }) => injection.around(answering, occurs), clean),
    hook: (app) => {
      if (unheard !== null) app.addHook('onResponse', unheard.onResponse);
      if (responses.length === 0) return;
      app.addHook('onSend', async (request, reply, payload) => {
        const draft = typeof payload === 'string' ? draftOf(reply, payload) : undefined;
        if (draft === undefined) return payload;
        const context = contextOf(request);
        for (const { injection, occurs } of responses) {
          if (injection.applies(draft, context) && occurs()) injection.change(draft, context);
        }
        return deliver(draft, request, reply);
      });
    },
  };
}

function isKind<K extends Injection['kind']>(
  injection: Injection,
  kind: K,
): injection is Extract<Injection, { kind: K }> {
  return injection.kind === kind;
}

class MisjudgedKeys extends Keys {
  readonly #injected: readonly InjectedKind<'keys'>[];

  constructor(set: KeySet, injected: readonly InjectedKind<'keys'>[]) {
    super(set);
    this.#injected = injected;
  }

  override standing(key: string | undefined): KeyStanding {
    return this.#injected.reduce((clean, { injection, occurs }) => {
      const other = injection.standing(key, clean);
      return other !== clean && occurs() ? other : clean;
    }, super.standing(key));
  }
}

function draftOf(reply: FastifyReply, payload: string): ResponseDraft | undefined {
  const body = parsedMembers(payload);
  if (body === undefined) return undefined;
  const contentType = String(reply.getHeader('content-type'));
  const headers: ResponseDraft['headers'] = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (typeof value === 'string' || Array.isArray(value)) headers[name] = value;
  }
  return { httpStatus: reply.statusCode, contentType, body, write: JSON.stringify, delivery: 'whole', headers };
}

function contextOf({ routeOptions, respondentCall, headers, protocol, host, url }: FastifyRequest): ResponseContext {
  const { session, survey } = respondentCall ?? { session: undefined, survey: undefined };
  const walk = survey && walkOf(session, survey.id);
  const carriesSession = headers.cookie?.includes(`${sessionCookie}=`) === true;
  return {
    endpoint: routeOptions.config.endpoint,
    origin: `${protocol}://${host}`,
    url,
    session,
    survey,
    walk,
    carriesSession,
  };
}

/** Completions that wait for their answer to leave, by walk. */
class UnheardCompletions {
  readonly #waiting = new Map<string, { completion: Completion; completed: CompletedResponses }>();

  rules(clean: Rules): Rules {
    return {
      ...clean,
      keep: (completion, completed) => {
        this.#waiting.set(completion.id, { completion, completed });
      },
    };
  }

  /** A response has left: of a connection that broke before, nobody tells. */
  readonly onResponse = async ({ respondentCall, routeOptions }: FastifyRequest): Promise<void> => {
    if (respondentCall === null || routeOptions.config.endpoint !== 'submit-page') return;
    const { session, survey } = respondentCall;
    const id = walkOf(session, survey.id)?.id ?? '';
    const own = this.#waiting.get(id);
    this.#waiting.delete(id);
    own?.completed.add(own.completion);
  };
}

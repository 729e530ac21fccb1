import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookie } from '../../contract/endpoints.ts';
import type { Answering } from '../administration/area.ts';
import { type KeySet, type KeyStanding, Keys } from '../keys.ts';
import type { Rules } from '../respondent/rules.ts';
import { walkOf } from '../respondent/sessions.ts';
import type { Store } from '../store/store.ts';
import { Crowd } from './crowd.ts';
import type { Defect, Occurs } from './fault.ts';
import type { ChosenFault } from './faultChoice.ts';
import { parsedMembers, type ReplyContext, type ReplyDraft } from './replyDraft.ts';

/** Where faults come into a service: around its decisions, its keys and its replies. */
export interface Plantation {
  rules(clean: Rules): Rules;
  keys(set: KeySet): Keys;
  store(clean: Store): Store;
  /** Comes around the answering of administration calls. */
  administration(clean: Answering): Answering;
  /** Hooks into every reply of a server. */
  hook(app: FastifyInstance): void;
}

interface Planted<K extends Defect['kind']> {
  readonly defect: Extract<Defect, { kind: K }>;
  readonly occurs: Occurs;
}

/** Plants the chosen faults; without any, everything stays exactly as it is. */
export function plant(chosen: readonly ChosenFault[]): Plantation {
  const crowd = new Crowd();
  const of = <K extends Defect['kind']>(kind: K): Planted<K>[] =>
    chosen.flatMap(({ fault: { defect }, everyNth }) =>
      isKind(defect, kind) ? [{ defect, occurs: oneIn(everyNth) }] : [],
    );
  const [decisions, replies, standings] = [of('rules'), of('reply'), of('keys')];
  const [stores, answers] = [of('store'), of('administration')];
  return {
    rules: (clean) => {
      if (chosen.length === 0) return clean;
      const planted: Rules = {
        ...clean,
        sessionOf: (carried) => {
          crowd.note(carried);
          return clean.sessionOf(carried);
        },
      };
      for (const { defect, occurs } of decisions) {
        Object.assign(planted, defect.replace({ ...planted }, occurs, crowd));
      }
      return planted;
    },
    keys: (set) => (standings.length === 0 ? new Keys(set) : new MisjudgedKeys(set, standings)),
    store: (clean) => stores.reduce((store, { defect, occurs }) => defect.replace(store, occurs), clean),
    administration: (clean) =>
      answers.reduce((answering, { defect, occurs }) => defect.around(answering, occurs), clean),
    hook: (app) => {
      if (replies.length === 0) return;
      app.addHook('onSend', async (request, reply, payload) => {
        const draft = typeof payload === 'string' ? draftOf(reply, payload) : undefined;
        if (draft === undefined) return payload;
        const context = contextOf(request, crowd);
        for (const { defect, occurs } of replies) {
          if (defect.applies(draft, context) && occurs()) defect.change(draft, context);
        }
        return deliver(draft, request, reply);
      });
    },
  };
}

/** True at every Nth call, first at the Nth. */
function oneIn(n: number): Occurs {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % n === 0;
  };
}

function isKind<K extends Defect['kind']>(defect: Defect, kind: K): defect is Extract<Defect, { kind: K }> {
  return defect.kind === kind;
}

class MisjudgedKeys extends Keys {
  readonly #planted: readonly Planted<'keys'>[];

  constructor(set: KeySet, planted: readonly Planted<'keys'>[]) {
    super(set);
    this.#planted = planted;
  }

  override standing(key: string | undefined): KeyStanding {
    return this.#planted.reduce((clean, { defect, occurs }) => {
      const other = defect.standing(key, clean);
      return other !== clean && occurs() ? other : clean;
    }, super.standing(key));
  }
}

function draftOf(reply: FastifyReply, payload: string): ReplyDraft | undefined {
  const body = parsedMembers(payload);
  if (body === undefined) return undefined;
  const contentType = String(reply.getHeader('content-type'));
  const headers: ReplyDraft['headers'] = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (typeof value === 'string' || Array.isArray(value)) headers[name] = value;
  }
  return { httpStatus: reply.statusCode, contentType, body, delivery: 'whole', headers };
}

function contextOf({ routeOptions, respondentCall, headers }: FastifyRequest, crowd: Crowd): ReplyContext {
  const { session, survey } = respondentCall ?? { session: undefined, survey: undefined };
  const walk = survey && walkOf(session, survey.id);
  const carriesSession = headers.cookie?.includes(`${sessionCookie}=`) === true;
  const { isInterleaved, isCrowded } = crowd;
  return { endpoint: routeOptions.config.endpoint, session, survey, walk, isInterleaved, isCrowded, carriesSession };
}

function deliver(draft: ReplyDraft, request: FastifyRequest, reply: FastifyReply): string | Readable {
  reply.code(draft.httpStatus);
  for (const [name, value] of Object.entries(draft.headers)) {
    reply.removeHeader(name);
    if (value !== undefined && name !== 'content-length') reply.header(name, value);
  }
  reply.header('content-type', draft.contentType);
  const text = draft.text ?? JSON.stringify(draft.body);
  if (draft.delivery === 'reset') request.raw.socket.resetAndDestroy();
  if (draft.delivery === 'truncated') return cutOff(text);
  return text;
}

/** Long enough for the first half to leave before the connection breaks. */
const cutOffDelayMs = 5;

/** Sends the first half and then breaks the connection. */
function cutOff(text: string): Readable {
  const half = text.slice(0, text.length / 2);
  let sent = false;
  return new Readable({
    read() {
      if (sent) setTimeout(() => this.destroy(new Error('cut off on purpose')), cutOffDelayMs);
      else this.push(half);
      sent = true;
    },
  });
}

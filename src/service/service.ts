import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { ToolError } from '../errors.ts';
import { type AdministrationWrapper, administrationArea } from './administration/administrationArea.ts';
import { defaultKeys, type KeySet, Keys } from './apiKeys.ts';
import type { Area, ServiceParts } from './area.ts';
import type { CompletedResponses } from './completedResponses.ts';
import { addLatency, type Latency } from './latency.ts';
import { addRateLimiter, RateLimiter, type RateLimits } from './rateLimiter.ts';
import { Replies, sendReply } from './replies.ts';
import { Sessions } from './respondent/keptSessions.ts';
import { respondentArea } from './respondent/respondentArea.ts';
import { documentedRules, type Rules } from './respondent/rules.ts';
import {
  cookieTransport,
  eitherTransport,
  type SessionTransport,
  tokenTransport,
} from './respondent/sessionCarrier.ts';
import { SqliteStore, type Store } from './store/sqliteStore.ts';
import { loadSurveys, type SurveyCatalogue } from './survey/surveyCatalogue.ts';
import { defaultVariants, type Variants } from './variants.ts';

export interface ServiceOptions {
  readonly host?: string;
  /** 0 takes any free port. */
  readonly port?: number;
  /** How a session travels: by `JSESSIONID`, by `x-survey-token`, or by either. */
  readonly session?: 'cookie' | 'token' | 'both';
  readonly sessionTimeoutMs?: number;
  readonly maxSessions?: number;
  readonly keys?: KeySet;
  /** What it does where the document is silent; the first value of each where nothing is said. */
  readonly variants?: Partial<Variants>;
  readonly surveys?: SurveyCatalogue;
  /** What holds the resources of the administration area; in memory by default. The service closes it. */
  readonly store?: Store;
  /** Where completed walks go instead of the store. */
  readonly completed?: CompletedResponses;
  /** What comes around its parts. @param now milliseconds since the epoch, as the service counts them */
  readonly around?: (now: () => number) => AroundParts;
  /** How long responses are held back; not at all by default. */
  readonly latency?: Latency;
  /** For the draws of the latency. */
  readonly seed?: number;
  /** Off by default. */
  readonly rateLimits?: RateLimits;
  /** Milliseconds since the epoch, for session time-outs and the times of completions. */
  readonly now?: () => number;
}

/** Takes the parts of a service and gives others that stand around them, so that it does something otherwise. */
export interface AroundParts {
  rules(clean: Rules): Rules;
  keys(set: KeySet): Keys;
  store(clean: Store): Store;
  surveys(clean: SurveyCatalogue): SurveyCatalogue;
  readonly administration: AdministrationWrapper;
  /** Hooks into every response of a server. */
  hook(app: FastifyInstance): void;
}

export interface RunningService {
  /** `http://host:port`, to which the paths of the document are appended. */
  readonly baseUrl: string;
  readonly port: number;
  readonly keys: Keys;
  readonly surveys: SurveyCatalogue;
  readonly completed: CompletedResponses;
  readonly store: Store;
  readonly sessions: Sessions;
  close(): Promise<void>;
}

const defaults = {
  host: '127.0.0.1',
  port: 0,
  session: 'cookie',
  sessionTimeoutMs: 30 * 60_000,
  maxSessions: 1_000_000,
  seed: 1,
} as const;
const nothingAround: AroundParts = {
  rules: (clean) => clean,
  keys: (set) => new Keys(set),
  store: (clean) => clean,
  surveys: (clean) => clean,
  administration: (answering) => answering,
  hook: () => {},
};
/** A service whose completed walks become no response records. */
const discarded: CompletedResponses = { add: () => {} };
const sweepEveryMs = 10_000;
const bodyLimitBytes = 1_048_576;
const maxParamLength = 500;

/** A service that is ready to answer, in this process: nothing listens anywhere. */
export interface OpenService extends Omit<RunningService, 'baseUrl' | 'port'> {
  /** Answers one request as it would be answered over HTTP; rejects where the connection would break. */
  answer(request: ServiceRequest): Promise<ServiceResponse>;
}

export interface ServiceRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface ServiceResponse {
  readonly httpStatus: number;
  /** Names in lower case and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
}

/**
 * Starts the embedded reference service: a faithful reading of the document over real HTTP.
 *
 * @throws ToolError PORT_IN_USE when the port is taken, USAGE when a survey file or an option is wrong.
 */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const { app, parts, sessions, close } = assemble(options);
  const { host = defaults.host, port = defaults.port } = options;
  await listen(app, host, port);
  const sweep = setInterval(() => sessions.sweep(), sweepEveryMs).unref();
  const address = app.server.address();
  const bound = address !== null && typeof address === 'object' ? address.port : port;
  return {
    ...parts,
    baseUrl: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    port: bound,
    sessions,
    close: async () => {
      clearInterval(sweep);
      await close();
    },
  };
}

/** Opens the service without a socket; otherwise it is the one that `startService` starts. */
export async function openService(options: ServiceOptions = {}): Promise<OpenService> {
  const { app, parts, sessions, close } = assemble(options);
  await app.ready();
  return {
    ...parts,
    sessions,
    answer: async ({ method, url, headers, body }) => {
      const reply = await app.inject({
        method: method as 'GET',
        url,
        headers: { ...headers, host: openHost },
        ...(body === null ? {} : { payload: body }),
      });
      const fields = Object.entries(reply.headers).flatMap(([name, value]) =>
        [value ?? []].flat().flatMap((each) => [name, String(each)]),
      );
      return { httpStatus: reply.statusCode, headers: fields, body: reply.payload };
    },
    close,
  };
}

/** Which host a caller within the process is told that it has asked. */
const openHost = 'embedded.invalid';

function assemble(options: ServiceOptions) {
  const settings = { ...defaults, ...options };
  const variants = { ...defaultVariants, ...options.variants };
  const now = options.now ?? Date.now;
  const sessions = new Sessions({
    timeoutMs: settings.sessionTimeoutMs,
    maxSessions: settings.maxSessions,
    now,
    idForm: variants.sessionIdForm,
  });
  const around = options.around?.(now) ?? nothingAround;
  const store = around.store(options.store ?? new SqliteStore());
  const keys = around.keys(options.keys ?? defaultKeys);
  for (const { key, replacement } of store.replacedKeys()) keys.replace(key, replacement);
  const parts: ServiceParts = {
    keys,
    surveys: around.surveys(options.surveys ?? loadSurveys()),
    completed: options.completed ?? (variants.walkRecord === 'yes' ? store : discarded),
    store,
    variants,
    replies: new Replies(variants),
    now,
  };
  const rules = around.rules(documentedRules(variants));
  const areas: readonly Area[] = [
    respondentArea({ transport: transportOf(settings.session, variants), rules, sessions }),
    administrationArea(around.administration),
  ];
  const app = createServer(parts.replies);
  if (options.rateLimits !== undefined) addRateLimiter(app, new RateLimiter(options.rateLimits, now), variants);
  around.hook(app);
  if (options.latency !== undefined) addLatency(app, options.latency, settings.seed);
  for (const area of areas) app.register(async (scope) => area(scope, parts));
  const close = async (): Promise<void> => {
    await app.close();
    store.close();
  };
  return { app, parts, sessions, close };
}

function transportOf(session: 'cookie' | 'token' | 'both', variants: Variants): SessionTransport {
  if (session === 'both') return eitherTransport(variants);
  return session === 'token' ? tokenTransport() : cookieTransport(variants);
}

/** No route has a schema: compilers that are loaded only to be there take a tenth of a second of every start. */
const noSchemas = { buildValidator: () => unusable, buildSerializer: () => unusable };

function unusable(): never {
  throw new Error('no route has a schema');
}

/** The bare server: whatever no route answers gets a standard error (service.md#error-standard). */
function createServer(replies: Replies): FastifyInstance {
  const app = fastify({
    exposeHeadRoutes: false,
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength },
    forceCloseConnections: true,
    schemaController: { compilersFactory: noSchemas },
    frameworkErrors: (_error, request, reply) => {
      sendReply(reply as FastifyReply, replies.standardError(400, request.url));
    },
  });
  app.setNotFoundHandler((request, reply) => {
    sendReply(reply, replies.standardError(404, request.url));
  });
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const client = error.statusCode !== undefined && error.statusCode < 500;
    sendReply(reply, replies.standardError(client ? 400 : 500, request.url));
  });
  return app;
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    await app.close();
    const inUse = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE';
    const what = inUse
      ? 'the port is in use; choose another with --port'
      : 'choose another address with --host, or port with --port';
    throw new ToolError('PORT_IN_USE', `cannot listen on ${host}:${port}: ${what}`, { cause });
  }
}

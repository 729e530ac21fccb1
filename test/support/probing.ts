import { VirtualClock } from '../../src/client/clock.ts';
import { probes } from '../../src/conformance/probes/allProbes.ts';
import { conform } from '../../src/conformance/run/exerciseClauses.ts';
import type { Evidence } from '../../src/judging/evidence/evidence.ts';
import { altered } from '../../src/selftest/altered.ts';
import { chooseFaults } from '../../src/selftest/faults/faults.ts';
import { selftestKeys, selftestProfile, selftestSurveys } from '../../src/selftest/selftestSubjects.ts';
import { InProcessTransport } from '../../src/selftest/simulation/inProcessTransport.ts';
import {
  openService,
  type ServiceOptions,
  type ServiceRequest,
  type ServiceResponse,
} from '../../src/service/service.ts';

/** A request, and what a service without defects answers to it. */
export interface Asked {
  /** The end of its path: `take`, `previous-page`, `responses`. */
  readonly call: string;
  readonly request: ServiceRequest;
  readonly httpStatus: number;
  readonly headers: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: a row changes any answer anywhere.
  readonly body: any;
  /** Its session, counted from 1 as those of survey 1001 begin; 0 without one. */
  readonly session: number;
  /** Which call of this end it is in that session, from 1. */
  readonly nth: number;
}

/** What comes in place of an answer. */
export interface Answered {
  readonly httpStatus?: number;
  readonly headers?: readonly string[];
  readonly body?: unknown;
}

/** What a probe works on: a service in this process. */
export interface ProbedService {
  /** Faults that it has, as the command line names them. */
  readonly faults?: string;
  /** What it answers otherwise than a service without defects; `undefined` leaves an answer as it is. */
  readonly answers?: (asked: Asked) => Answered | undefined;
  /** The surveys that are walked. */
  readonly surveys?: readonly number[];
  /** Walks whose completions are looked for among the records. */
  readonly auditedWalks?: number;
  /** Respondents that walk afterwards; with any, the places that are left are looked at. */
  readonly respondents?: number;
  /** How it carries its sessions. */
  readonly session?: ServiceOptions['session'];
  readonly seed?: number;
  /** Clauses that are looked for: once all of them are broken, nothing more is asked. By itself everything is. */
  readonly until?: readonly string[];
}

const epochMs = 1_773_061_507_000;

/** Runs probes without a socket and without waiting. @returns the clauses that failed */
export async function probed(ids: readonly string[], service: ProbedService): Promise<readonly string[]> {
  const evidence = await evidenceOf(ids, service);
  if (evidence.probeErrors.length > 0) throw new Error(evidence.probeErrors.join('\n'));
  return [...evidence.broken].sort();
}

/** Runs probes as `probed` does. @returns all that they saw */
export async function evidenceOf(ids: readonly string[], service: ProbedService): Promise<Evidence> {
  const chosen = chooseFaults(service.faults ?? '');
  const { surveys = [1001, 1002], auditedWalks = 12, respondents = 0, session = 'cookie', seed = 1 } = service;
  const { answers, until } = service;
  const clock = new VirtualClock();
  const now = (): number => epochMs + Math.floor(clock.nowMs());
  const options = { keys: selftestKeys, surveys: selftestSurveys, now, faults: chosen };
  const open = await openService(altered({ ...options, session }));
  const answering = answers === undefined ? open : { ...open, answer: altering(open.answer.bind(open), answers) };
  const { surveys: roles, ...profile } = selftestProfile(seed);
  const walk = roles.walk.filter(({ id }) => surveys.some((each) => each === id));
  const { environment } = await conform({
    profile: { ...profile, surveys: { ...roles, walk } },
    baseUrl: 'http://embedded.invalid',
    probes: probes.filter(({ id }) => ids.includes(id)),
    respondents,
    seed,
    isOver: ({ broken }) => until?.every((clause) => broken.has(clause)) ?? false,
    onExchange: () => {},
    onProbe: () => {},
    network: { transport: new InProcessTransport(answering, clock), clock, auditedWalks },
  });
  return environment.evidence;
}

type Answering = (request: ServiceRequest) => Promise<ServiceResponse>;

/** Changes answers on their way out. */
function altering(clean: Answering, answers: (asked: Asked) => Answered | undefined): Answering {
  const sessions = new Map<string, number>();
  const begun = new Map<number, number>();
  // Surveys are walked side by side: sessions are counted in each.
  const numbered = (survey: number): number => {
    const count = (begun.get(survey) ?? 0) + 1;
    begun.set(survey, count);
    return (survey - 1001) * 1000 + count;
  };
  const calls = new Map<string, number>();
  return async (request) => {
    const response = await clean(request);
    const call = request.url.split('?', 1)[0]?.split('/').at(-1) ?? '';
    const id = sessionIn(request.headers.cookie ?? '') ?? sessionIn(response.headers.join(' '));
    if (id !== null && !sessions.has(id)) sessions.set(id, numbered(Number(/\/surveys\/(\d+)/.exec(request.url)?.[1])));
    const session = id === null ? 0 : (sessions.get(id) ?? 0);
    const nth = (calls.get(`${session} ${call}`) ?? 0) + 1;
    calls.set(`${session} ${call}`, nth);
    const { httpStatus, headers, body } = response;
    const instead = answers({ call, request, httpStatus, headers, body: JSON.parse(body), session, nth });
    if (instead === undefined) return response;
    const text = instead.body === undefined ? body : JSON.stringify(instead.body);
    return { httpStatus: instead.httpStatus ?? httpStatus, headers: instead.headers ?? headers, body: text };
  };
}

function sessionIn(text: string): string | null {
  return /JSESSIONID=([^;\s]+)/.exec(text)?.[1] ?? null;
}

import Type from 'typebox';
import { byFailure, type Exchange, encodingOf } from './exchange.ts';

type Whose = 'profile' | 'target' | 'service' | 'generator' | 'unclear';

/**
 * What kept requests from a usable answer, as far as a person can do something about it: whose it is, and in words what
 * was met (it follows `because`), and what to do about it, a sentence each. Names are part of `result.json`.
 *
 * `whose` is the profile's where its user has to correct something; the target's where it was not the service that
 * answered; the service's where it was; the generator's where nothing was asked; else unclear.
 */
export const obstacleWords = {
  'key-refused': {
    whose: 'profile',
    met: 'the API key was refused (401 or 403)',
    remedy: 'Set target.apiKeys (CANVASS_API_KEY) to a key that may take these surveys.',
  },
  'not-found': { whose: 'profile', met: 'the service knows no such survey (404)', remedy: 'Correct surveys.walk.' },
  'survey-shut': {
    whose: 'profile',
    met: 'the survey let nobody in',
    remedy: 'Open it, take it out of surveys.walk, or name it under surveys by what it is (closed, paused, …).',
  },
  'path-unknown': {
    whose: 'profile',
    met: 'nothing of the service is at this address (404, not in the form of the service)',
    remedy: 'Correct target.baseUrl: the service is another host or port.',
  },
  redirected: {
    whose: 'profile',
    met: 'the target redirects elsewhere',
    remedy: 'Correct target.baseUrl: https instead of http, or the host that it redirects to.',
  },
  gateway: {
    whose: 'target',
    met: 'a gateway in front of the service answered instead of it',
    remedy: 'Let its operator admit this machine, or bring up the service behind it.',
  },
  throttled: {
    whose: 'unclear',
    met: 'the rate limiter refused them (429)',
    remedy: 'Let fewer respondents arrive, give conform more time, or name more keys.',
  },
  'service-error': {
    whose: 'service',
    met: 'the service failed (5xx, or status `error`)',
    remedy: 'See the log of the service.',
  },
  'answers-refused': {
    whose: 'unclear',
    met: 'the service refused what was sent, or did not let it go on',
    remedy: 'See the violations and errors of this report, and name required questions under surveys.required.',
  },
  'promise-broken': {
    whose: 'service',
    met: 'the service broke a promise on the way, and they could not go on',
    remedy: 'See the problems of this report.',
  },
  undocumented: {
    whose: 'target',
    met: 'answers had no documented form',
    remedy: 'Is target.baseUrl the survey service? Correct it if not.',
  },
  'beyond-limits': {
    whose: 'unclear',
    met: 'answers were larger than target.limits lets canvass read',
    remedy: 'Raise target.limits.bodyBytes, or headBytes; or see why the answers are so large.',
  },
  encoded: {
    whose: 'unclear',
    met: 'answers came in a content coding (gzip or another) that canvass does not ask for',
    remedy: 'Let the service, or what stands in front of it, honour `Accept-Encoding: identity`.',
  },
  refused: {
    whose: 'target',
    met: 'nothing is listening there',
    remedy: 'Start the service, or correct target.baseUrl.',
  },
  unresolved: { whose: 'target', met: 'nobody knows its host', remedy: 'Correct target.baseUrl.' },
  tls: {
    whose: 'target',
    met: 'its certificate is not trusted, it asks for one, or it speaks no TLS',
    remedy:
      'Name its authority in target.tls.caFile, your certificate in target.tls.certFile, or correct target.baseUrl (http or https).',
  },
  proxy: {
    whose: 'target',
    met: 'the proxy was not reached, or let nobody through',
    remedy:
      'Correct target.proxy (or HTTPS_PROXY, http_proxy) and its user, or set it to null; NO_PROXY excepts hosts.',
  },
  'time-out': {
    whose: 'target',
    met: 'no answer came within target.timeoutMs',
    remedy: 'See whether it answers at all, and whether this machine may reach it.',
  },
  protocol: {
    whose: 'target',
    met: 'it does not speak HTTP as expected',
    remedy: 'Correct target.baseUrl, or its scheme (http or https).',
  },
  'cut-off': {
    whose: 'target',
    met: 'connections were closed without a whole answer',
    remedy: 'Correct the scheme of target.baseUrl (http or https), or see the log of the service.',
  },
  'no-socket': {
    whose: 'generator',
    met: 'this machine had no socket left',
    remedy: 'Raise ulimit -n, or lower load.connections.max.',
  },
  cancelled: { whose: 'generator', met: 'canvass ended them', remedy: 'Let the run last longer.' },
} as const satisfies Readonly<Record<string, { readonly whose: Whose; readonly met: string; readonly remedy: string }>>;
export type Obstacle = keyof typeof obstacleWords;
export const obstacles = Object.keys(obstacleWords) as readonly Obstacle[];
export const Obstacle = Type.Enum([...obstacles]);

/** What a gateway answers with when it reaches nothing behind it. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * What stood in the way of one request that brought nothing usable.
 *
 * @param isDocumented whether its body is an error, or an answer, of the document: then the service itself spoke
 */
export function obstacleOf(
  { failure, httpStatus, headers = [] }: Pick<Exchange, 'failure' | 'httpStatus'> & Partial<Pick<Exchange, 'headers'>>,
  isDocumented: boolean,
): Obstacle {
  if (failure === 'not-json' && encodingOf({ headers }) !== null) return 'encoded';
  if (failure !== null && failure !== 'not-json') return byFailure[failure].obstacle;
  return isDocumented ? spokenByService(httpStatus) : spokenByOther(httpStatus);
}

function spokenByService(httpStatus: number): Obstacle {
  if (httpStatus === 401 || httpStatus === 403) return 'key-refused';
  if (httpStatus === 404) return 'not-found';
  if (httpStatus === 429) return 'throttled';
  return httpStatus >= 500 ? 'service-error' : 'answers-refused';
}

function spokenByOther(httpStatus: number): Obstacle {
  if (httpStatus === 401) return 'key-refused';
  if (httpStatus === 404) return 'path-unknown';
  if (httpStatus === 429) return 'throttled';
  if (httpStatus >= 300 && httpStatus < 400) return 'redirected';
  if (httpStatus === 403 || gatewayStatuses.has(httpStatus)) return 'gateway';
  return httpStatus >= 500 ? 'service-error' : 'undocumented';
}

/** Whether the profile, or its user, is to be corrected: nothing was learnt of the service. */
export function isOfProfile(obstacle: Obstacle): boolean {
  return whoseIs(obstacle) === 'profile';
}

/** Whose an obstacle is. */
export function whoseIs(obstacle: Obstacle): Whose {
  return obstacleWords[obstacle].whose;
}

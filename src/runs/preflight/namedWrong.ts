import { read } from '../../judging/reading/reading.ts';
import type { Profile } from '../../profile/profile.ts';
import { cookieOriginOf } from '../../respondent/session/cookies.ts';
import { Session } from '../../respondent/session/session.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { FirstAnswer } from './firstAnswers.ts';

/**
 * That `target.session` names what no answer of take carries, while another carrier is there in its place: each session
 * would be missed, and the service blamed.
 *
 * @returns a sentence with what to change; none where it is right, or nobody can say
 */
export function sessionMistake({ target }: Profile, answers: readonly FirstAnswer[], baseUrl: string): string[] {
  if (target.session === 'auto') return [];
  const sessions = answers.flatMap(({ endpoint, exchange }) => {
    if (endpoint !== 'take' || exchange.httpStatus !== 200) return [];
    const session = new Session({ strategy: 'auto', origin: cookieOriginOf(baseUrl, target.limits) }, null);
    session.absorb(exchange);
    return [session];
  });
  const cookies = sessions.filter(({ cookie }) => cookie !== null).length;
  const tokens = sessions.filter(({ token }) => token !== null).length;
  const [wanted, other] = target.session === 'cookie' ? [cookies, tokens] : [tokens, cookies];
  if (wanted > 0 || other === 0) return [];
  const [named, sent] =
    target.session === 'cookie'
      ? ['cookie JSESSIONID', 'header x-survey-token']
      : ['header x-survey-token', 'cookie JSESSIONID'];
  const right = target.session === 'cookie' ? 'token' : 'cookie';
  return [
    `${baseUrl} carries sessions by the ${sent}, and not by the ${named}: set target.session to ${right}, or auto`,
  ];
}

/** What a key without permission should be. */
const withoutPermission = 'a key that is valid and may not take surveys or administer, or leave it out';

function askedWithForbidden(answers: readonly FirstAnswer[]): readonly Exchange[] {
  return answers.filter(({ keyIndex }) => keyIndex === 'forbidden').map(({ exchange }) => exchange);
}

/**
 * That the key without permission is none: it is refused everywhere as an unknown key is. A service that is wrong about
 * such keys is so at some of them.
 */
export function forbiddenKeyMistake(answers: readonly FirstAnswer[], baseUrl: string): string[] {
  const asked = askedWithForbidden(answers);
  const isUnknown = asked.length > 0 && asked.every(({ httpStatus }) => httpStatus === 401);
  return isUnknown ? [`target.forbiddenApiKey is no key of ${baseUrl} (HTTP 401): set it to ${withoutPermission}`] : [];
}

/** That the key without permission may do all: it is another one's, or the service lets everybody in, which the run judges. */
export function forbiddenKeyDoubt(answers: readonly FirstAnswer[], baseUrl: string): string[] {
  const asked = askedWithForbidden(answers);
  return asked.length > 0 && asked.every(isGranted)
    ? [
        `target.forbiddenApiKey is refused nothing at ${baseUrl}: set it to ${withoutPermission}, unless the service lets everybody in`,
      ]
    : [];
}

/** That a good key may do nothing, and the one without permission may: they stand in each other's place. `null` where they do not. */
export function swappedKeys(answers: readonly FirstAnswer[]): string | null {
  const forbidden = askedWithForbidden(answers);
  const first = answers.filter(({ keyIndex }) => keyIndex === 0).map(({ exchange }) => exchange);
  const isLetIn = forbidden.length > 0 && forbidden.every(isGranted);
  const isShutOut = first.length > 0 && first.every(({ httpStatus }) => httpStatus === 403);
  return isLetIn && isShutOut
    ? 'target.apiKeys[0] may do nothing (HTTP 403), and target.forbiddenApiKey may: are the two swapped?'
    : null;
}

/** That one key is named twice: what takes two keys is tried with one. */
export function sameKeys({ target: { apiKeys } }: Profile): string[] {
  const keys = apiKeys.map((key) => key.reveal());
  return keys.flatMap((key, at) => {
    const first = keys.indexOf(key);
    return first < at
      ? [`target.apiKeys[${at}] is the same key as target.apiKeys[${first}]: name another one, or leave it out`]
      : [];
  });
}

function isGranted(exchange: Exchange): boolean {
  return ['flow', 'administration'].includes(read(exchange).kind);
}

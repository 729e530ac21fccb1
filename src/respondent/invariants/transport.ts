import type { Session } from '../../client/session/session.ts';
import { type BodyRepeat, type Exchange, headerOf } from '../../result/exchange.ts';
import { foreignToken, tokenPrefix } from '../token.ts';
import { type Judge, shown, type WitnessSource } from './judge.ts';

const stackTrace = /\bat [\w$.<>]+\([\w$]+\.java:\d+\)|Traceback \(most recent call last\)|\n\s+at .+:\d+:\d+/;

const jsonType = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** Whose answer it is. */
export interface Receiver extends WitnessSource {
  readonly token: string;
  readonly session: Session;
}

/**
 * Judges what holds of any answer, whatever was asked: it arrives whole, is JSON and says so, is no server error, shows
 * no stack trace, and carries nobody else's text.
 */
export class TransportJudge {
  /** Bodies that repeat and carry neither a token nor a secret. */
  readonly #harmless = new WeakSet<BodyRepeat>();
  #lastJsonType = 'application/json';

  /** @param mayFail the survey is there to fail: a 5xx is what it promises. */
  judge(exchange: Exchange, walk: Receiver, mayFail: boolean, judge: Judge): void {
    const { failure, httpStatus, bodyText } = exchange;
    if (failure === 'truncated')
      judge.fail('SANITY-TRUNCATED-01', 'a whole answer', `cut after ${bodyText.length} characters`, walk);
    else if (failure === 'reset') judgeReset(exchange, judge, walk);
    else if (failure === 'not-json') judgeText(exchange, judge, walk);
    else if (httpStatus >= 500 && !mayFail)
      judge.fail('SANITY-5XX-01', 'no server error', `HTTP ${httpStatus} ${shown(bodyText)}`, walk);
    else if (failure === null) judge.passGroup('json');
    if (failure === null) {
      const contentType = headerOf(exchange, 'content-type');
      if (this.#saysJson(contentType)) judge.pass('ENVELOPE-CONTENT-TYPE-01');
      else judge.fail('ENVELOPE-CONTENT-TYPE-01', 'application/json', shown(contentType), walk);
    }
    if (bodyText === '') return;
    this.#judgeText(exchange, walk, judge);
    if (httpStatus < 400) return;
    if (stackTrace.test(bodyText.replaceAll('\\n', '\n').replaceAll('\\t', '\t')))
      judge.fail('SANITY-STACK-TRACE-01', 'no stack trace', shown(bodyText), walk);
    else judge.pass('SANITY-STACK-TRACE-01');
  }

  /** Nearly every answer says the same. */
  #saysJson(contentType: string | null): boolean {
    if (contentType === this.#lastJsonType) return true;
    if (contentType === null || !jsonType.test(contentType)) return false;
    this.#lastJsonType = contentType;
    return true;
  }

  /** Nobody else's text, and no secret: of a body that repeats it is enough to look once. */
  #judgeText({ bodyText, repeat = null }: Exchange, walk: Receiver, judge: Judge): void {
    if (repeat !== null && this.#harmless.has(repeat)) {
      judge.passGroup('harmless');
      return;
    }
    const failuresBefore = judge.failures;
    const foreign = foreignToken(bodyText, walk.token);
    if (foreign === null) judge.pass('SANITY-ISOLATION-01');
    else {
      const actual = `the token ${foreign} of another respondent`;
      judge.fail('SANITY-ISOLATION-01', `no token but ${walk.token}`, actual, walk);
    }
    const { apiKey, cookie, token } = walk.session;
    judge.check(!echoes(bodyText, apiKey), 'SANITY-SECRET-01', 'no API key', 'the API key in the body', walk);
    const isEchoed = echoes(bodyText, cookie) || echoes(bodyText, token);
    judge.check(!isEchoed, 'SANITY-SECRET-02', 'no session id', 'the session id in the body', walk);
    if (repeat !== null && judge.failures === failuresBefore && !bodyText.includes(tokenPrefix)) {
      this.#harmless.add(repeat);
    }
  }
}

/** Shorter values turn up in any text by chance. */
const shortestSecret = 8;

function echoes(body: string, secret: string | null): boolean {
  return secret !== null && secret.length >= shortestSecret && body.includes(secret);
}

/**
 * A service may close a connection that has been idle while a request is on its way to it; that says nothing against
 * it. On a connection in use it may not.
 */
const idleRaceMs = 500;

function judgeReset({ connectionIdleMs }: Exchange, judge: Judge, walk: WitnessSource): void {
  if (connectionIdleMs !== undefined && connectionIdleMs > idleRaceMs) return;
  judge.fail('SANITY-CONNECTION-01', 'an answer', 'the connection was reset', walk);
}

function judgeText({ bodyText, httpStatus }: Exchange, judge: Judge, walk: WitnessSource): void {
  if (httpStatus === 429) return;
  if (httpStatus >= 500) judge.fail('SANITY-5XX-01', 'no server error', `HTTP ${httpStatus}`, walk);
  judge.fail(
    'ENVELOPE-JSON-01',
    'a JSON body',
    bodyText === '' ? 'an empty body' : shown(bodyText.slice(0, 120)),
    walk,
  );
  if (/^\s*<(?:!doctype|html)/i.test(bodyText))
    judge.fail('SANITY-HTML-01', 'no HTML page', shown(bodyText.slice(0, 120)), walk);
}

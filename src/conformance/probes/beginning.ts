import { sessionCookie } from '../../contract/endpoints.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Turn } from '../drive/conversation.ts';
import { type Judge, shown } from '../ledger/judge.ts';
import { known, type Probe, pageName, type Scene } from './scene.ts';

/** 1. GET take: the first call, the cookie that it sets, and that each first call begins anew. */
export const beginning: Probe = {
  id: 'beginning',
  area: 'take',
  clauses: [
    'MOVE-BEGIN-01',
    'PAGE-PREVIOUS-NULL-01',
    'ROUTE-TAKE-01',
    'AUTH-HEADER-01',
    'TAKE-COOKIE-01',
    'TAKE-COOKIE-04',
    'TAKE-COOKIE-05',
    'TAKE-NEW-01',
    'SANITY-ISOLATION-03',
  ],
  lacks: () => null,
  async run(scene) {
    await scene.inEach(scene.walkSurveys, (surveyId) => beginTwice(scene, surveyId));
  },
};

async function beginTwice(scene: Scene, surveyId: number): Promise<void> {
  const first = scene.converse(surveyId);
  const turn = known(await first.take());
  judgeFirst(turn);
  const { origin } = scene.stage.ground.target.address;
  judgeCarrier(turn, first.scripted.session.cookie, first.scripted.session.token, new URL(origin));
  if (turn.page === null) return;
  await first.answer();
  const second = scene.converse(surveyId);
  const other = known(await second.take());
  judgeFirst(other);
  const sameFirst = other.page?.identity === turn.page.identity;
  const expected = `${pageName(turn.page)}, the first page, for a second respondent`;
  other.judgeAll.expect('TAKE-NEW-01', sameFirst, expected, () => pageName(other.page));
  const distinct = first.sessionId !== second.sessionId;
  other.judgeAll.expect('SANITY-ISOLATION-03', distinct, 'another session id', () => 'the same session id twice');
}

function judgeFirst(turn: Turn): void {
  const { judge } = turn;
  judge.expect('ROUTE-TAKE-01', turn.reading.kind === 'flow', 'a body of the respondent flow', () => turn.name);
  const accepted = turn.exchange.httpStatus !== 401 && turn.exchange.httpStatus !== 403;
  judge.expect('AUTH-HEADER-01', accepted, 'the key in `api-key` is accepted', () => turn.name);
  const shownFirst = turn.status === 'success' && turn.page !== null;
  judge.expect('MOVE-BEGIN-01', shownFirst, 'status success with the first page', () => turn.name);
  if (turn.page === null) return;
  const previous = turn.page.previousPageUrl;
  judge.expect('PAGE-PREVIOUS-NULL-01', previous === null, 'previousPageUrl null on the first page', () =>
    shown(previous),
  );
  judge.observe('Q-PROGRESS-FIRST', turn.page.progress === 0 ? 'zero' : 'above-zero');
}

function judgeCarrier(turn: Turn, cookie: string | null, token: string | null, origin: URL): void {
  if (turn.page === null) return;
  const { judge, exchange } = turn;
  judge.expect('TAKE-COOKIE-01', cookie !== null || token !== null, `Set-Cookie: ${sessionCookie}=…`, () =>
    setCookies(exchange).length === 0 ? 'no Set-Cookie' : `cookies ${setCookies(exchange).map(nameOf).join(', ')}`,
  );
  if (cookie !== null || token !== null) {
    judge.observe('Q-SESSION-CARRIER', cookie === null ? 'token' : token === null ? 'cookie' : 'both');
  }
  const others = setCookies(exchange).filter((header) => nameOf(header) !== sessionCookie);
  judge.observe('Q-ROUTE-COOKIE', others.length === 0 ? 'none' : 'set');
  for (const header of setCookies(exchange))
    if (nameOf(header) === sessionCookie) judgeAttributes(judge, header, origin);
}

/** The cookie must come back with each later call: for this host, for the paths of the flow, over this scheme. */
function judgeAttributes(judge: Judge, header: string, { hostname: host, protocol }: URL): void {
  const overTls = protocol === 'https:';
  const attributes = new Map(
    header
      .split(';')
      .slice(1)
      .map((part): [string, string] => {
        const [name = '', value = ''] = part.split('=', 2);
        return [name.trim().toLowerCase(), value.trim()];
      }),
  );
  const value = header.split(';', 1)[0]?.slice(sessionCookie.length + 1) ?? '';
  const path = attributes.get('path');
  const maxAge = attributes.get('max-age');
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  const usable =
    /^"?[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+"?$/.test(value) &&
    (path === undefined || '/a/api/v2/surveys/1/submit-page'.startsWith(path.replace(/\/$/, ''))) &&
    (maxAge === undefined || Number(maxAge) > 0) &&
    (domain === '' || domain === host || host.endsWith(`.${domain}`));
  const withoutValue = header.replace(value, '…');
  judge.expect('TAKE-COOKIE-04', usable, 'a cookie that comes back with each call of the flow', () => withoutValue);
  const guarded = attributes.has('httponly') && (!overTls || attributes.has('secure'));
  judge.expect('TAKE-COOKIE-05', guarded, overTls ? 'HttpOnly and Secure' : 'HttpOnly', () => withoutValue);
}

/** The values of the `Set-Cookie` headers of an answer. */
export function setCookies(exchange: Exchange): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < exchange.headers.length; at += 2) {
    if (exchange.headers[at] === 'set-cookie') values.push(exchange.headers[at + 1] ?? '');
  }
  return values;
}

function nameOf(setCookie: string): string {
  return setCookie.split('=', 1)[0] ?? '';
}

import type { NoPage, SurveyPage } from '../../contract/page.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Judge, WitnessSource } from './judge.ts';

/** Take is answered with HTTP 200, with a page or without; which HTTP status goes with status `error` is not shown. */
export function judgeTakeHttp(exchange: Exchange, status: string, judge: Judge, walk: WitnessSource): void {
  if (exchange.endpoint !== 'take') return;
  if (exchange.httpStatus === 200 || status === 'error') judge.pass('TAKE-HTTP-01');
  else judge.fail('TAKE-HTTP-01', 'HTTP 200', `HTTP ${exchange.httpStatus}`, walk);
}

/** `redirectUrl` belongs to `survey_complete` and `redirect` alone (document, Survey page). */
export function judgeNoRedirect(page: SurveyPage, judge: Judge, walk: WitnessSource): void {
  if (!('redirectUrl' in page.response)) judge.pass('PAGE-REDIRECT-02');
  else judge.fail('PAGE-REDIRECT-02', 'no `redirectUrl` beside a page', 'present', walk);
}

const pageMembers = ['questions', 'meta', 'navigation'] as const;

/** A status without a page carries no questions, meta or navigation: empty members show nothing. */
export function judgeNoPageMembers(body: NoPage, judge: Judge, walk: WitnessSource): void {
  const response: Readonly<Record<string, unknown>> = body.response;
  const shownMembers = pageMembers.filter((name) => {
    const member = response[name];
    return Array.isArray(member) ? member.length > 0 : typeof member === 'string';
  });
  if (shownMembers.length === 0) judge.pass('PAGE-NO-PAGE-02');
  else judge.fail('PAGE-NO-PAGE-02', `no page with status ${body.response.status}`, shownMembers.join(', '), walk);
}

/** Status `redirect` says where to, whichever step it answers (document, Survey page). */
export function judgeRedirect({ response: { redirectUrl } }: NoPage, judge: Judge, walk: WitnessSource): void {
  if (typeof redirectUrl === 'string') judge.pass('PAGE-REDIRECT-01');
  else judge.fail('PAGE-REDIRECT-01', 'a string `redirectUrl`', String(redirectUrl), walk);
}

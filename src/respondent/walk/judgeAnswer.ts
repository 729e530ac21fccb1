import { stepPathOf } from '../../client/stepPath.ts';
import type { SurveyPage } from '../../contract/page.ts';
import type { Exchange } from '../../result/exchange.ts';
import { judgeNoPageMembers, judgeRedirect, judgeTakeHttp } from '../invariants/statusBody.ts';
import type { Visit } from '../model/visit.ts';
import type { Reading } from './reading.ts';
import type { Respondent } from './respondent.ts';

/** Judges what holds of a status whatever was asked. */
export function judgeStatus(walk: Respondent, exchange: Exchange, reading: Reading): void {
  const { judge, keys } = walk.context;
  if (reading.kind === 'success') {
    keys.accept(walk.carrier.session.apiKey);
    judgeTakeHttp(exchange, reading.kind, judge, walk);
  } else if (reading.kind === 'noPage') {
    judgeTakeHttp(exchange, reading.status, judge, walk);
    judgeNoPageMembers(reading.body, judge, walk);
    if (reading.status === 'redirect') judgeRedirect(reading.body, judge, walk);
  }
}

/** Judges a page by itself and makes a visit of it. */
export function visitPage(walk: Respondent, body: SurveyPage): Visit {
  const { pages, address, judge, coverage } = walk.context;
  const { paths } = walk.survey;
  const { navigation, meta, status } = body.response;
  coverage.statuses[status]++;
  const plans = pages.judge(body, paths, judge, walk);
  const url = navigation.nextPageSubmitUrl;
  return {
    plans,
    first: navigation.previousPageUrl === null,
    final: meta.isFinalPage,
    submitPath: url === paths.submit ? paths.submit : stepPathOf(url, address),
    body: null,
    certain: true,
  };
}

/** `previousPageUrl` is null on the first page, and a path elsewhere (document, Survey page). */
export function judgeFirst(walk: Respondent, page: Visit, first: boolean): void {
  const { judge } = walk.context;
  if (page.first === first || (!first && walk.survey.noBack !== 'no')) {
    judge.pass(first ? 'PAGE-PREVIOUS-NULL-01' : 'PAGE-PREVIOUS-URL-01');
  } else if (first) judge.fail('PAGE-PREVIOUS-NULL-01', 'null on the first page', 'a path', walk);
  else judge.fail('PAGE-PREVIOUS-URL-01', walk.survey.paths.previous, 'null', walk);
}

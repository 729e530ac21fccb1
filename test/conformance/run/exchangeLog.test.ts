import { expect, test } from 'vitest';
import { ExchangeLog } from '../../../src/conformance/run/exchangeLog.ts';
import { answerOf } from '../../support/judging.ts';

test('what canvass gave up itself, where a run ends as asked, is nobody’s error and no request of the run', () => {
  const { exchange } = answerOf('take', '/surveys/1001/take', { response: { status: 'survey_closed' } });
  const log = new ExchangeLog();
  log.onExchange(exchange);
  log.onExchange({ ...exchange, failure: 'cancelled', httpStatus: 0 });
  const [second] = log.close(null).timeline.points;
  expect(second?.endpoints.take).toMatchObject({ requests: 1, errors: 0 });
});

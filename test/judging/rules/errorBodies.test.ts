import { expect, test } from 'vitest';
import { type StandardErrorStatus, standardErrors } from '../../../src/contract/serviceErrors.ts';
import { answerOf, failingAlone } from '../../support/judging.ts';
import { session, standard } from '../sampleAnswers.ts';

/** The error of a row of the table, with changes. */
function judged(httpStatus: number, row: StandardErrorStatus, changes: object = {}): readonly string[] {
  const error = { ...standard.response.error, httpStatusCode: httpStatus, ...standardErrors[row], ...changes };
  return failingAlone(answerOf('take', '/surveys/1001/take', { response: { error } }, httpStatus));
}

const rows = [400, 401, 403, 404, 500] as const;

test.each(rows)('the row of HTTP %d, and another name, id or message', (http) => {
  const own = `ERROR-${http}-01`;
  const { id } = standardErrors[http];
  // A respondent is to be answered.
  const often = http === 500 ? ['SANITY-5XX-03'] : [];
  expect(judged(http, http)).toEqual(often);
  expect(judged(http, http, { name: 'TEAPOT' })).toContain(own);
  expect(judged(http, http, { id: '1999' })).toEqual([own, ...often]);
  expect(judged(http, http, { message: 'Other words' })).toEqual(http === 400 ? [] : [own, ...often]);
  // Under a status that the table does not have, id and name of a row are that row.
  expect(judged(422, http)).toEqual(['ERROR-ROW-01']);
  expect(judged(422, http, { id: `${id}0` })).toEqual([]);
});

test.each([
  ['400 with id and name of 404', 400, 404, {}, 'ERROR-ROW-01'],
  ['401 with id and name of 404', 401, 404, {}, 'ERROR-401-01'],
  ['404 with id and name of 401', 404, 401, {}, 'ERROR-404-01', 'ERROR-ROW-01'],
  ['404 with another name', 404, 404, { name: 'GONE' }, 'ERROR-404-01', 'ERROR-ROW-01'],
  ['500 with the id of 400', 500, 400, {}, 'ERROR-500-01', 'ERROR-ROW-01', 'SANITY-5XX-03'],
  ['400 in an error of its own', 400, 400, { id: '1001', name: 'NO_SUCH_PAGE', message: 'No such page' }],
  ['403 for a reason of its own', 403, 403, { id: '1011', message: 'The organization is not yours' }],
  ['403 with the id of 401', 403, 403, { id: '1010', message: 'No' }, 'ERROR-403-01'],
  ['docs with words', 400, 400, { docs: 'see https://example.org' }, 'ERROR-DOCS-02'],
  ['docs that are none', 400, 400, { docs: 'N/A' }, 'ERROR-DOCS-02'],
  ['resourceUrl that is none', 400, 400, { resourceUrl: 'null' }, 'ERROR-RESOURCE-02'],
  ['an empty resourceUrl', 400, 400, { resourceUrl: '' }],
  ['another httpStatusCode', 400, 400, { httpStatusCode: 401 }, 'ERROR-HTTP-STATUS-02'],
] as const)('HTTP %s', (_, http, row, changes, ...clauses) => {
  expect(judged(http, row, changes)).toEqual(clauses);
});

test('a session error has the code 1002', () => {
  const of = (error: object) =>
    failingAlone(answerOf('submit-page', '/surveys/1001/submit-page', { ...session, error }, 400));
  expect(of(session.error)).toEqual([]);
  expect(of({ ...session.error, code: 1003 })).toEqual(['SESSION-ERROR-CODE-01']);
});

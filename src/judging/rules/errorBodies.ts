import { ClauseTable } from '../../contract/clause.ts';
import type { QuestionId } from '../../contract/questions/openQuestions.ts';
import { SessionError, StandardError, sessionErrorCode, standardErrors } from '../../contract/serviceErrors.ts';
import type { Findings } from '../findings.ts';
import { shown } from '../mismatch.ts';
import { objectIn } from '../reading/administrationAnswer.ts';
import { type Answer, type Circumstances, isRefused } from '../reading/answer.ts';
import { bodyOf } from '../reading/reading.ts';
import { isNoUrl } from '../reading/sentValues.ts';
import { judgeShape, shapeOf } from '../schemaJudge.ts';

export const errorsClauses = new ClauseTable()
  .group('errors')
  .should('ADMIN-UNKNOWN-DATAPAD-01', 'error-conditions', { probes: ['datapads'] })
  .says('An update of an unknown datapad makes none.')
  .why('The conditions of 404 are not shown; a PUT that creates is thinkable.')
  .must('ADMIN-UNKNOWN-RESPONSE-01', 'error-conditions', { probes: ['record-paging'] })
  .says('An id that is none shows no other record.')
  .broken('An unknown response id shows another record')
  .why('Which error it gets is not shown.')
  .should('ADMIN-UNKNOWN-RESPONSE-02', 'error-404', { probes: ['record-paging'] })
  .says('An unknown response gives 404, id 1040: it does not exist.')
  .why('The conditions of 404 are not shown.')
  .should('ERROR-DOCS-02', 'error-docs')
  .says('`error.docs` is a link alone, without words around it.')
  .why('The document calls it a string, and a link beside it only.')
  .should('ERROR-RESOURCE-02', 'error-resource-url')
  .says('`error.resourceUrl` is no word for nothing.')
  .why('The document calls it a string. It may be empty, or a path.')
  .must('ERROR-HTTP-STATUS-02', 'error-http-status-same')
  .says('`error.httpStatusCode` is the HTTP status of the answer.')
  .broken('Errors name another HTTP status than they have')
  .must('ERROR-400-01', 'error-400')
  .says('HTTP 400 has name BAD_REQUEST, id 1000 and its message.')
  .broken('Error 400 does not have its documented name, id and message')
  .must('ERROR-401-01', 'error-401')
  .says('HTTP 401 has name UNAUTHORIZED, id 1010 and its message.')
  .broken('Error 401 does not have its documented name, id and message')
  .must('ERROR-403-01', 'error-403')
  .says('HTTP 403 has name FORBIDDEN, id 1013 and its message.')
  .broken('Error 403 does not have its documented name, id and message')
  .must('ERROR-404-01', 'error-404')
  .says('HTTP 404 has name NOT_FOUND, id 1040 and its message.')
  .broken('Error 404 does not have its documented name, id and message')
  .should('ERROR-500-01', 'error-500')
  .says('HTTP 500 has name INTERNAL_SERVER_ERROR, id 1026 and its message.')
  .broken('Error 500 does not have its documented name, id and message')
  .must('ERROR-ROW-01', 'error-rows')
  .says('An id of the table stands with the name and the HTTP status of its row.')
  .broken('Errors have the id of one row of the table and the rest of another')
  .must('SESSION-ERROR-CODE-01', 'session-error-code', { probes: ['lost-sessions'] })
  .says('The code of a session error is 1002.')
  .broken('Session errors have another code than 1002')
  .follows('errors');

const standardShape = shapeOf(StandardError);
const rows = Object.entries(standardErrors);
const rowIds: ReadonlySet<string> = new Set(rows.map(([, { id }]) => id));
const sessionShape = shapeOf(SessionError);

const rowClauses = {
  400: 'ERROR-400-01',
  401: 'ERROR-401-01',
  403: 'ERROR-403-01',
  404: 'ERROR-404-01',
  500: 'ERROR-500-01',
} as const;

/** Why its row was not looked at in a run in which HTTP 500 came. */
export const otherThanError = [
  rowClauses[500],
  'each HTTP 500 came with another body, or for what no client sends',
] as const;

/** Errors: the two bodies, and the table by HTTP status. */
export function judgeError(findings: Findings, { exchange, reading }: Answer, { isContractual }: Circumstances): void {
  // Who answers with the standard body is the service.
  if (reading.kind === 'standard-error') judgeShape(findings, exchange.path, standardShape, exchange.json, '');
  // A gateway refuses what no client of the contract sends with bodies of its own.
  if (!isContractual && exchange.httpStatus >= 400) return;
  if (reading.kind === 'standard-error') {
    const { httpStatusCode, docs, resourceUrl } = reading.error;
    if (typeof resourceUrl === 'string') {
      const isWord = isNoUrl(resourceUrl);
      findings.expect('ERROR-RESOURCE-02', !isWord, 'a URL', { value: resourceUrl }, 'response.error.resourceUrl');
    }
    if (typeof docs === 'string') {
      const isLink = /^\S+$/.test(docs) && !isNoUrl(docs);
      findings.expect('ERROR-DOCS-02', isLink, 'a link', { value: docs }, 'response.error.docs');
    }
    const expected = `httpStatusCode ${exchange.httpStatus}, as the answer itself`;
    const actual = (): string =>
      `httpStatusCode ${shown(httpStatusCode)} in an answer with HTTP ${exchange.httpStatus}`;
    const isSame = httpStatusCode === exchange.httpStatus;
    findings.expect('ERROR-HTTP-STATUS-02', isSame, expected, actual, 'response.error.httpStatusCode');
    findings.observe('Q-ERROR-REQUEST-ID', bodyOf(exchange).requestID === undefined ? 'absent' : 'present');
    judgeRow(findings, exchange.httpStatus, reading.error);
  }
  if (reading.kind === 'session-error') {
    judgeShape(findings, exchange.path, sessionShape, exchange.json, '');
    const { code } = reading.error;
    const isKnown = code === sessionErrorCode;
    const actual = (): string => `code ${shown(code)}`;
    findings.expect('SESSION-ERROR-CODE-01', isKnown, `code ${sessionErrorCode}`, actual, 'error.code');
  }
}

/**
 * The table of errors. Which conditions give which error is not shown for most, so an error that the table does not
 * have is only recorded; one that has the id of a row has that row, with another HTTP status where it has the name too.
 */
function judgeRow(findings: Findings, httpStatus: number, error: Readonly<Record<string, unknown>>): void {
  const id = typeof error.id === 'object' ? '' : String(error.id);
  if (httpStatus !== 400 && httpStatus !== 401 && httpStatus !== 403 && httpStatus !== 404 && httpStatus !== 500) {
    const [rowStatus] = rows.find(([, row]) => row.id === id && row.name === error.name) ?? [];
    if (rowStatus === undefined) return;
    const expected = {
      httpStatus: Number(rowStatus),
      words: `HTTP ${rowStatus} for id ${id} and name ${shown(error.name)}`,
    };
    findings.fail('ERROR-ROW-01', expected, `HTTP ${httpStatus}`, 'response.error');
    return;
  }
  const row = standardErrors[httpStatus];
  if (id !== row.id) findings.observe('Q-ERROR-ID-TYPE', shown(error.id), shown(error.id));
  // Others than the table's may be told of these; who uses an id of it means its row.
  const mayBeOther = httpStatus === 400 || httpStatus === 404 || httpStatus === 500;
  if (mayBeOther && rowIds.has(id) && (httpStatus !== 400 || id !== row.id)) {
    const words = `id ${row.id} and name ${row.name}, as HTTP ${httpStatus} has them`;
    const actual = (): string => `id ${shown(error.id)}, name ${shown(error.name)}`;
    findings.expect('ERROR-ROW-01', id === row.id && error.name === row.name, words, actual, 'response.error');
  }
  // A 400 may tell of more than URL parameters, as that of previous-page does, and there are other reasons for a 403 than
  // permission; in the words of the table it is its row.
  const isRow = id === row.id || (error.name === row.name && error.message === row.message);
  if ((httpStatus === 400 || (httpStatus === 403 && !rowIds.has(id))) && !isRow) return;
  const sameMessage = httpStatus === 400 || error.message === row.message;
  const isWhole = error.name === row.name && id === row.id && sameMessage;
  const expected = `name ${row.name}, id ${row.id}, message "${row.message}"`;
  const actual = (): string => `name ${shown(error.name)}, id ${shown(error.id)}, message ${shown(error.message)}`;
  findings.expect(rowClauses[httpStatus], isWhole, expected, actual, 'response.error');
}

/** What something unknown or malformed gets: the HTTP status of an error, or what was granted. */
export function observeUnknown(findings: Findings, question: QuestionId, answer: Answer): void {
  const { exchange, reading } = answer;
  const granted = Array.isArray(reading.kind === 'administration' ? reading.response : null) ? 'a list' : 'granted';
  findings.observe(question, reading.kind === 'administration' ? granted : String(exchange.httpStatus));
}

/** An update of a datapad that is none. */
export function judgeUnknownDatapad(findings: Findings, answer: Answer): void {
  findings.expect('ADMIN-UNKNOWN-DATAPAD-01', isRefused(answer), 'a refusal', { answer });
  observeUnknown(findings, 'Q-UNKNOWN-DATAPAD', answer);
}

/** A fetch by an id that is none. */
export function judgeUnknownResponse(findings: Findings, answer: Answer, id: string): void {
  const { responseID } = objectIn(answer);
  const shows = responseID !== undefined && String(responseID) !== id;
  findings.expect('ADMIN-UNKNOWN-RESPONSE-01', !shows, `no record for id ${id}`, () => `record ${String(responseID)}`);
  const isMissing = answer.reading.kind === 'standard-error' && answer.exchange.httpStatus === 404;
  findings.expect('ADMIN-UNKNOWN-RESPONSE-02', isMissing, { httpStatus: 404, words: 'HTTP 404, id 1040' }, { answer });
  observeUnknown(findings, 'Q-UNKNOWN-RESPONSE', answer);
}

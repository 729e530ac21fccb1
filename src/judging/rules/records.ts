import { ResponseRecord } from '../../contract/administrationSchemas.ts';
import { type ClauseId, ClauseTable } from '../../contract/clause.ts';
import { asText, isRecord, objectsIn } from '../../contract/jsonShape.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Findings } from '../findings.ts';
import { shown } from '../mismatch.ts';
import { itemsIn, type Json, objectIn } from '../reading/administrationAnswer.ts';
import { type Answer, isRefused } from '../reading/answer.ts';
import type { Granted } from '../reading/reading.ts';
import { judgeShape, shapeOf, whereShown } from '../schemaJudge.ts';
import { markerStart } from '../tokens.ts';

export const recordsClauses = new ClauseTable()
  .group('record')
  .should('RECORD-IP-02', 'record-ip')
  .says('`ipAddress` is an address, not an empty text.')
  .why('Of a record that was created without an address there may be none to tell.')
  .should('RECORD-TIMESTAMP-02', 'record-timestamp')
  .says('`timestamp` has the English month, `Jan` to `Dec`.')
  .why('The form says `Mon`; its language and case are inferred.')
  .must('RECORD-FREE-TEXT-01', 'record-free-text', { probes: ['record-creation', 'durability'], topic: 'free-text' })
  .says('The free text of a text answer is in `value.text`.')
  .broken('The free text of an answer is not where it belongs')
  .why('Of text questions; where other texts go is open.')
  .follows('record')
  .group('create-response', { probes: ['record-creation'] })
  .must('RESPONSE-CREATE-01', 'create-response-set')
  .says('A record is created from `responseSet` alone.')
  .broken('A response cannot be created from its answers alone')
  .why('Fails where the same answers are taken together with optional members; else a refusal is no violation.')
  .must('RESPONSE-CREATE-02', 'create-response-optional')
  .says('A record is created with every optional member.')
  .broken('A response cannot be created with every optional member')
  .why('With values that records of the service show.')
  .follows('record')
  .must('RESPONSE-CREATE-03', 'create-response-set')
  .says('Without `responseSet` nothing is created.')
  .broken('A response is created without answers')
  .should('RESPONSE-CREATE-04', 'create-response-set')
  .says('A `responseSet` that is no array is refused.')
  .why('A lenient reading of a single answer contradicts no sentence.')
  .should('RESPONSE-CREATE-05', 'create-response-set')
  .says('An answer without its `questionID` or `answerID` is not stored under the id of another question or answer.')
  .broken('A response is stored with answers to no question')
  .why('It may be refused, be left out, or find its place by the other id; 0 may stand for an id that is not there.')
  .must('RESPONSE-CREATE-ID-01', 'create-response-id')
  .says('The stored record comes back with `responseID`.')
  .broken('A new response comes back without its id')
  .follows('created-record')
  .must('RESPONSE-CREATE-NAME-01', 'create-response-name')
  .says('The stored record comes back with `surveyName`.')
  .broken('A new response comes back without the name of its survey')
  .follows('created-record')
  .must('RESPONSE-CREATE-QUALITY-01', 'create-response-quality')
  .says('The stored record comes back with `dataQuality`.')
  .broken('A new response comes back without its data quality')
  .follows('created-record')
  .must('RESPONSE-CREATE-SHAPE-01', 'create-response-shape', { topic: 'created-record' })
  .says('The answer of a creation is a response record.')
  .broken('A new response comes back in another form')
  .why('Members that it has are judged by the clauses of the record.')
  .group('sanity')
  .sane('RESPONSE-UNIQUE-01', 'sanity-unique-records', {
    probes: ['record-creation'],
    topic: 'record-ids',
    ofSeveralAnswers: true,
  })
  .says('Each response record gets an id of its own, also under concurrency.')
  .broken('Two responses get the same id')
  .follows('fetched')
  .saneShould('RESPONSE-UNIQUE-02', 'sanity-unique-records', { probes: ['record-creation'] })
  .says('Two creations with one external reference make two records.')
  .why('A service may keep one record for each reference.')
  .follows('created-record');

const shape = whereShown(shapeOf(ResponseRecord));
const englishMonth = /^\d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec), /;

/** Survey response record, Answered question, Answer value: what each member is, wherever a record is shown. */
export function judgeRecord(findings: Findings, exchange: Exchange, record: unknown, path: string): void {
  judgeShape(findings, exchange.path, shape, record, path);
  if (!isRecord(record)) return;
  const { ipAddress, timestamp, utctimestamp, dataQuality, responseStatus } = record;
  if (typeof ipAddress === 'string') {
    findings.expect('RECORD-IP-02', ipAddress !== '', 'an address', 'an empty text', `${path}.ipAddress`);
  }
  if (typeof timestamp === 'string') {
    const isEnglish = englishMonth.test(timestamp);
    findings.expect('RECORD-TIMESTAMP-02', isEnglish, 'DD Mon, YYYY', { value: timestamp }, `${path}.timestamp`);
  }
  if (typeof utctimestamp === 'number')
    findings.observe('Q-UTC-UNIT', utctimestamp > latestInSeconds ? 'ms' : 'seconds');
  if (typeof dataQuality === 'string') findings.observe('Q-DATA-QUALITY', dataQuality, dataQuality);
  if (typeof responseStatus === 'string') findings.observe('Q-RESPONSE-STATUS', responseStatus, responseStatus);
  observeClient(findings, record);
  for (const { imageUrl } of questionsIn(record)) {
    if (typeof imageUrl !== 'string') findings.observe('Q-IMAGE-URL', imageUrl === undefined ? 'absent' : 'null');
  }
}

/** Seconds since 1970 in the year 5138; as milliseconds, a time in 1973. What is later counts milliseconds. */
export const latestInSeconds = 1e11;

const clientMembers = [
  ['operatingSystem', 'Q-OPERATING-SYSTEM'],
  ['osDeviceType', 'Q-DEVICE-TYPE'],
  ['browser', 'Q-BROWSER'],
] as const;

/** What the service says of a respondent's device; of records that canvass created through the API it says nothing. */
function observeClient(findings: Findings, record: Json): void {
  if (asText(record.externalReference).startsWith(markerStart)) return;
  for (const [member, question] of clientMembers) {
    const value = record[member];
    if (typeof value === 'string' && value !== '') findings.observe(question, value, value);
  }
}

/** The answered questions of a record. */
export function questionsIn({ responseSet }: Json): readonly Json[] {
  return objectsIn(responseSet);
}

/** The answer values of an answered question. */
export function valuesIn({ answerValues }: Json): readonly Json[] {
  return objectsIn(answerValues);
}

const createdMembers = {
  responseID: 'RESPONSE-CREATE-ID-01',
  surveyName: 'RESPONSE-CREATE-NAME-01',
  dataQuality: 'RESPONSE-CREATE-QUALITY-01',
} as const;

/** 9. POST responses: the answer alone. */
export function judgeCreated(findings: Findings, answer: Answer, { response }: Granted): void {
  if (!findings.expect('RESPONSE-CREATE-SHAPE-01', isRecord(response), 'a record', () => shown(response))) return;
  findings.ofItem(response, 0, 1);
  judgeRecord(findings, answer.exchange, response, 'response');
  const record = objectIn(answer);
  for (const [member, clause] of Object.entries(createdMembers)) {
    findings.expect(clause, record[member] !== undefined, member, 'absent', `response.${member}`);
  }
  findings.ofItem(null, 0, 0);
  findings.observe('Q-HTTP-CREATE-RESPONSE', String(answer.exchange.httpStatus));
  findings.observe('Q-UTC-ON-CREATE', record.utctimestamp === undefined ? 'absent' : 'present');
}

/**
 * `responseSet` alone against the same with the optional members: what is granted the one way cannot be refused the
 * other way.
 *
 * @param isSeen whether the optional members have values that records show; others may be refused.
 */
export function judgeOptionalMembers(
  findings: { readonly minimal: Findings; readonly full: Findings },
  minimal: Answer,
  full: Answer,
  isSeen: boolean,
): void {
  const [alone, together] = [isGranted(minimal), isGranted(full)];
  if (!alone && !together) return;
  findings.minimal.expect('RESPONSE-CREATE-01', alone, 'a record', { answer: minimal });
  if (together || isSeen) findings.full.expect('RESPONSE-CREATE-02', together, 'a record', { answer: full });
}

function isGranted({ reading }: Answer): boolean {
  return reading.kind === 'administration';
}

/** A creation without `responseSet`. */
export function judgeWithoutSet(findings: Findings, answer: Answer): void {
  findings.expect('RESPONSE-CREATE-03', isRefused(answer), 'a refusal without responseSet', { answer });
  findings.observe('Q-MISSING-RESPONSE-SET', String(answer.exchange.httpStatus));
}

/** What a filter finds by the reference of creations without `responseSet` that were refused: they have made nothing. */
export function judgeNothingMade(findings: Findings, answer: Answer, reference: string): void {
  const made = itemsIn(answer).filter(({ externalReference }) => externalReference === reference);
  const actual = (): string => `record ${made.map(({ responseID }) => asText(responseID)).join(', ')}`;
  findings.expect('RESPONSE-CREATE-03', made.length === 0, 'no record of what was refused', actual);
}

/** A creation whose `responseSet` is no array. */
export function judgeWrongSet(findings: Findings, answer: Answer, responseSet: unknown): void {
  const expected = `an error for responseSet ${shown(responseSet)}`;
  findings.expect('RESPONSE-CREATE-04', isRefused(answer), expected, { answer });
}

/** A record that was created of an answer without one of its ids. @param whole the answer with both */
export function judgeNameless(findings: Findings, answer: Answer, whole: Json): void {
  const own = idsOf(whole);
  const others = (isGranted(answer) ? questionsIn(objectIn(answer)) : [])
    .flatMap(idsOf)
    .filter((ids) => !own.includes(ids));
  const expected = `no answer but to ${own.join(', ')}`;
  findings.expect('RESPONSE-CREATE-05', others.length === 0, expected, others.join(', '), 'response.responseSet');
}

/** The answers of a question by their ids, in words. */
function idsOf(question: Json): readonly string[] {
  return valuesIn(question).map(
    ({ answerID }) => `question ${asText(question.questionID)}, answer ${asText(answerID)}`,
  );
}

/** What an audit breaks that finds free texts elsewhere. */
export const freeTextClause: ClauseId = 'RECORD-FREE-TEXT-01';

/** The free texts of text questions are in `value.text` of the record. */
export function judgeFreeText(findings: Findings, record: Json, texts: readonly string[]): void {
  const answers = questionsIn(record).flatMap((question) =>
    valuesIn(question).map(({ value }) => ({ id: question.questionID, value })),
  );
  const stored = answers.map(({ value }) => (isRecord(value) ? value.text : undefined));
  const missing = texts.filter((text) => !stored.includes(text));
  // A text that is nowhere else was altered or lost, which is another matter.
  const holds = (part: unknown, text: string): boolean => (JSON.stringify(part) ?? '').includes(JSON.stringify(text));
  const misplaced = missing.filter((text) => holds(record.responseSet, text));
  if (missing.length > misplaced.length) return;
  const expected = `value.text ${shown(texts)}`;
  findings.expect('RECORD-FREE-TEXT-01', misplaced.length === 0, expected, () => {
    for (const { id, value } of answers) {
      const members = isRecord(value) ? Object.entries(value) : [];
      const [member] = members.find(([, inner]) => misplaced.some((text) => holds(inner, text))) ?? [];
      if (member !== undefined) return `value.${member} of question ${asText(id)} has it`;
    }
    return shown(record.responseSet);
  });
}

/** The record of somebody who answered in words has none of them. @param record which, in words */
export function judgeTextless(findings: Findings, record: string, texts: readonly string[]): void {
  findings.fail('RECORD-FREE-TEXT-01', `value.text ${shown(texts)}`, `${record} has no text`, 'response[].responseSet');
}

/** Ids of records that were created in one run. */
export function judgeRecordIds(findings: Findings, ids: readonly string[]): void {
  const twice = (): string => ids.filter((id, at) => ids.indexOf(id) !== at).join(', ');
  findings.expect('RESPONSE-UNIQUE-01', new Set(ids).size === ids.length, 'ids that differ', () => `${twice()} twice`);
}

/** Two creations with other answers and the same external reference. */
export function judgeTwins(findings: Findings, one: Answer, other: Answer): void {
  const [before, after] = [one, other].map((created) => asText(objectIn(created).responseID));
  findings.expect('RESPONSE-UNIQUE-02', before !== after, 'a record of its own', `the record ${before} again`);
}

/** The id of a record gives the record of another. */
export function judgeOwnRecord(findings: Findings, fetched: Answer, marker: string): void {
  const { externalReference } = objectIn(fetched);
  const isOthers =
    typeof externalReference === 'string' && externalReference.startsWith(markerStart) && externalReference !== marker;
  findings.expect('RESPONSE-UNIQUE-01', !isOthers, `the record of ${marker}`, () => shown(externalReference));
}

import { ClauseTable } from '../../contract/clause.ts';
import { asText, isRecord, parseJson } from '../../contract/jsonShape.ts';
import type { Findings } from '../findings.ts';
import { shown } from '../mismatch.ts';
import type { Json } from '../reading/administrationAnswer.ts';
import { holds, isAbsent, isPlain } from '../reading/sentValues.ts';
import { cutWords, textChange } from '../textChange.ts';
import { foreignToken, tokensIn } from '../tokens.ts';
import { echoed, isFar, judgeLost, judgeMembers, judgeSwapped } from './recordMembers.ts';
import { questionsIn, valuesIn } from './records.ts';

const derived = 'Its values are not shown, and may be derived from the request.';
const ofSurvey = 'The service may fill it from its own survey.';

/** A member that was sent: why it may come back otherwise, if it may. */
const members = {
  ipAddress: { clause: 'RESPONSE-ECHO-IP-01', why: 'A service may shorten addresses, or take that of the request.' },
  timestamp: { clause: 'RESPONSE-ECHO-TIMESTAMP-01', why: 'It may be normalised, to another zone too.' },
  timeTaken: { clause: 'RESPONSE-ECHO-TIME-TAKEN-01', why: 'A service may measure it itself.' },
  responseStatus: {
    clause: 'RESPONSE-ECHO-STATUS-01',
    why: 'A service may have a status of its own for such records.',
  },
  externalReference: { clause: 'RESPONSE-ECHO-EXTERNAL-01', why: '' },
  customVariables: { clause: 'RESPONSE-ECHO-CUSTOM-01', why: '' },
  language: { clause: 'RESPONSE-ECHO-LANGUAGE-01', why: '' },
  currentInset: { clause: 'RESPONSE-ECHO-INSET-01', why: 'A service may have insets of its own.' },
  operatingSystem: { clause: 'RESPONSE-ECHO-SYSTEM-01', why: derived },
  osDeviceType: { clause: 'RESPONSE-ECHO-DEVICE-01', why: derived },
  browser: { clause: 'RESPONSE-ECHO-BROWSER-01', why: derived },
} as const;

function otherwise(member: string): string {
  return `The member “${member}” of a response is stored otherwise than it was sent`;
}

export const recordEchoClauses = new ClauseTable()
  .group('create-response', { probes: ['record-creation'] })
  .must('RESPONSE-ECHO-ANSWERS-01', 'create-response-stored-answers', { topic: 'stored-answers' })
  .says('Questions, answers and texts are stored as they were sent, each once.')
  .broken('Answers are stored otherwise than they were sent')
  .why('In any order; texts of letters, digits, signs and quotes, of whatever length is accepted.')
  .follows('fetched', 'record-ids')
  .should('RESPONSE-ECHO-ANSWERS-02', 'create-response-stored-answers')
  .says('No answer is stored that was not sent.')
  .why('A service may list what was not answered.')
  .group('sanity')
  .sane('RESPONSE-ECHO-OTHERS-01', 'sanity-isolation-record', { probes: ['record-creation'] })
  .says('A record holds nothing of another one.')
  .broken('A response holds texts of another one')
  .why('Texts that canvass sent for another record.')
  .follows('record-ids', 'fetched')
  .group('create-response', { probes: ['record-creation'] })
  .should('RESPONSE-ECHO-ODD-01', 'create-response-stored-answers')
  .says('Texts with spaces at their ends, markup or control characters are stored as they were sent.')
  .broken('Texts with markup or blanks at their ends are stored otherwise than they were sent')
  .why('A service may trim texts and clean them.')
  .follows('fetched', 'record-ids')
  .each(Object.entries(members), (table, [member, { clause, why }]) => {
    table[why === '' ? 'must' : 'should'](clause, 'create-response-stored-members', { topic: `stored-${member}` })
      .says(`\`${member}\` is stored as it was sent.`)
      .broken(otherwise(member))
      .why(why)
      .follows(...echoed);
    if (member !== 'language') return;
    table
      .should('RESPONSE-ECHO-LANGUAGE-02', 'create-response-stored-members')
      .says('A `language` that no record showed is stored as it was sent.')
      .broken(otherwise(member))
      .why('One that no record showed may be none of the service.')
      .follows(...echoed);
  })
  .must('RESPONSE-ECHO-TEXTS-01', 'create-response-optional-answer')
  .says('The texts of a question and of an answer that were sent do not come back empty.')
  .broken('Texts of questions and answers come back empty')
  .why('They are the survey’s own: whoever fills them in or keeps them has them.')
  .should('RESPONSE-ECHO-QUESTION-01', 'create-response-optional-question')
  .says('The optional members of a question are stored as they were sent.')
  .why(ofSurvey)
  .follows('fetch-differs')
  .should('RESPONSE-ECHO-VALUE-01', 'create-response-optional-answer')
  .says('The optional members of an answer are stored as they were sent.')
  .why(ofSurvey)
  .follows('fetch-differs');

/** The body of a creation that was granted, as its probe knows it. */
export interface SentRecord {
  readonly body: Json;
  /** Whether records of the service showed the values of its enumerations. */
  readonly isSeen: boolean;
}

/** The stored record against what was sent. What it does not have is the matter of the clauses about presence. */
export function judgeStored(findings: Findings, record: Json, { body, isSeen }: SentRecord): void {
  for (const [member, { clause: strict }] of Object.entries(members)) {
    const [sent, came] = [body[member], record[member]];
    if (sent === undefined || came === undefined) continue;
    const isText = member === 'externalReference' || member === 'customVariables';
    const isGuess = member === 'language' && !isSeen;
    const clause = isText && !isPlain(sent) ? 'RESPONSE-ECHO-ODD-01' : isGuess ? 'RESPONSE-ECHO-LANGUAGE-02' : strict;
    if (member === 'customVariables' && isRecord(sent) && isRecord(came)) {
      judgeCustom(findings, sent, came);
      continue;
    }
    findings.expect(clause, holds(sent, came), `${member} ${shown(sent)}`, { value: came }, `response.${member}`);
  }
  judgeMembers(findings, record, body, Object.keys(members));
  const own = JSON.stringify(body);
  const foreign = tokensIn(JSON.stringify(record)).filter((token) => !own.includes(token) && foreignToken(token, ''));
  const actual = (): string => `${foreign.join(', ')} in ${shown(record)}`;
  findings.expect('RESPONSE-ECHO-OTHERS-01', foreign.length === 0, 'texts of this record alone', actual);
  judgeAnswers(findings, record, body);
  // One that the service has shown before may be what it would derive anyway.
  if (!isSeen && isRecord(body.location) && isRecord(record.location)) {
    findings.observe('Q-RECORD-LOCATION', locationOf(body.location, record.location));
  }
  // False is what most records are.
  if (typeof body.duplicate === 'boolean' && (body.duplicate || record.duplicate === true)) {
    findings.observe('Q-RECORD-DUPLICATE', body.duplicate === record.duplicate ? 'sent' : 'computed');
  }
}

/** Each custom variable by itself: one may be stored under the name of another. */
function judgeCustom(findings: Findings, sent: Json, came: Json): void {
  for (const [name, value] of Object.entries(sent)) {
    if (came[name] === undefined) continue;
    findings.ofPart([`at “${name}”${isAbsent(value) ? ' without a value' : ''}`]);
    const [now] = Object.keys(came).filter((other) => !isAbsent(value) && came[other] === value);
    const moved =
      now === undefined
        ? {}
        : { words: `${shown(came[name])}, and ${now} ${shown(value)}`, came: [`as-${now}`, 'moved'] };
    const clause = isPlain(value) ? members.customVariables.clause : 'RESPONSE-ECHO-ODD-01';
    const path = `response.customVariables.${name}`;
    const actual = { value: came[name], ...moved };
    findings.expect(clause, holds(value, came[name]), `${name} ${shown(value)}`, actual, path);
  }
  findings.ofPart(null);
}

/** What a location came from; whoever derives it does not keep the rest of it. */
function locationOf(sent: Json, came: Json): 'sent' | 'rounded' | 'derived' {
  if (holds(sent, came)) return 'sent';
  const { latitude, longitude, ...rest } = sent;
  const isNear = !isFar(latitude, came.latitude) && !isFar(longitude, came.longitude);
  return isNear && holds(rest, came) ? 'rounded' : 'derived';
}

/**
 * Records with a text for each of two answers to one choice, each answer first in one of them.
 *
 * @param records as they were sent and stored. Which answers have texts is the service's own, but not which stands first.
 */
export function judgeTextsAlike(
  findings: Findings,
  records: readonly { readonly body: Json; readonly created: Json }[],
): void {
  const lost = records.map(({ body, created }) => {
    const stored = new Set(answersOf(created));
    return answersOf(body).map((answer) => !stored.has(answer));
  });
  const isByPlace = lost.length > 1 && lost.every(([first, second]) => first === false && second === true);
  const actual = 'the text of the first answer alone, whichever it is';
  findings.expect('RESPONSE-ECHO-VALUE-01', !isByPlace, 'the texts of both answers, or of neither', actual);
}

function judgeAnswers(findings: Findings, record: Json, body: Json): void {
  if (!Array.isArray(record.responseSet)) return;
  const clause = isPlain(body.responseSet) ? 'RESPONSE-ECHO-ANSWERS-01' : 'RESPONSE-ECHO-ODD-01';
  const [sent, came] = [answersOf(body), answersOf(record)];
  const missing = sent.filter((answer) => !came.includes(answer));
  const more = moreOf(came, sent);
  const twice = more.filter((answer) => sent.includes(answer));
  const path = 'response.responseSet';
  const [first] = missing;
  const others = missing.length > 1 ? ', and others' : '';
  const expected = first === undefined ? 'each answer once' : `${first}${others}`;
  const actual = first === undefined ? { words: `twice: ${twice.join('; ')}` } : changeOf(first, came);
  if (!findings.expect(clause, missing.length + twice.length === 0, expected, actual, path)) return;
  const added = (): string => `also ${more.join('; ')}`;
  findings.expect('RESPONSE-ECHO-ANSWERS-02', more.length === 0, shown(body.responseSet), added, path);
  for (const question of questionsIn(body)) {
    const kept = questionsIn(record).find(({ questionID }) => questionID === question.questionID) ?? {};
    const at = `${path}[]`;
    judgeOptional(findings, 'RESPONSE-ECHO-QUESTION-01', question, kept, questionMembers, at);
    judgeLost(findings, question, kept, questionMembers, at);
    judgeSwapped(findings, kept, question, questionMembers);
    for (const answer of valuesIn(question)) {
      const value = valuesIn(kept).find(({ answerID }) => answerID === answer.answerID) ?? {};
      const within = `${at}.answerValues[]`;
      judgeOptional(findings, 'RESPONSE-ECHO-VALUE-01', answer, value, ['answerText'], within);
      const members = Object.keys(objectOf(answer.value)).filter((name) => name !== 'text');
      const [given, stored] = [objectOf(answer.value), objectOf(value.value)];
      judgeOptional(findings, 'RESPONSE-ECHO-VALUE-01', given, stored, members, `${within}.value`);
      judgeLost(findings, given, stored, members, `${within}.value`);
      judgeSwapped(findings, stored, given, members);
    }
  }
}

/** What became of an answer: the same one to the same question with another text. */
function changeOf(
  answer: string,
  came: readonly string[],
): { readonly words: string; readonly came?: readonly string[] } {
  const [name = ''] = answer.split(':');
  const kept = came.find((other) => other === name || other.startsWith(`${name}:`));
  if (kept === undefined) return { words: 'not stored' };
  const textOf = (each: string): string => String(parseJson(each.slice(name.length + 2)) ?? '');
  const became = textChange(textOf(answer), textOf(kept));
  const words = became.at(-1) === 'cut' ? `${name}: ${cutWords(textOf(answer), textOf(kept))}` : kept;
  return { words, ...(became.length === 0 ? {} : { came: [...became.map((word) => `sent-${word}`), 'sent'] }) };
}

/** What one list has more often than the other. */
function moreOf(came: readonly string[], sent: readonly string[]): readonly string[] {
  const left = [...sent];
  return came.filter((answer) => {
    const at = left.indexOf(answer);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const questionMembers = ['questionDescription', 'questionCode', 'questionText', 'imageUrl'];

/** The survey's own texts; whoever fills them in has them too. */
const ownTexts = ['questionText', 'answerText'];

function judgeOptional(
  findings: Findings,
  clause: string,
  sent: Json,
  came: Json,
  members: readonly string[],
  at: string,
): void {
  for (const member of members) {
    const [given, kept] = [sent[member], came[member]];
    if (isAbsent(given) || kept === undefined) continue;
    const [expected, path] = [`${member} ${shown(given)}`, `${at}.${member}`];
    if (ownTexts.includes(member)) {
      findings.expect('RESPONSE-ECHO-TEXTS-01', !isAbsent(kept), expected, { value: kept }, path);
    }
    findings.expect(clause, holds(given, kept), expected, { value: kept }, path);
  }
}

export function objectOf(value: unknown): Json {
  return isRecord(value) ? value : {};
}

/** Each answer of a record as a line: question, answer and text. */
export function answersOf(record: Json): readonly string[] {
  return questionsIn(record).flatMap((question) =>
    valuesIn(question).map(({ answerID, value }) => {
      const { text } = objectOf(value);
      const said = isAbsent(text) || text === '' ? '' : `: ${JSON.stringify(text)}`;
      return `answer ${asText(answerID)} of question ${asText(question.questionID)}${said}`;
    }),
  );
}

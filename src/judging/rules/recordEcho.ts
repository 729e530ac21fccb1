import { type Clause, must, sane, should } from '../../contract/clause.ts';
import { asText, isRecord } from '../../contract/jsonShape.ts';
import { type Findings, seen, shown } from '../findings.ts';
import type { Json } from '../reading/administrationAnswer.ts';
import { holds, isAbsent, isPlain } from '../reading/sentValues.ts';
import { foreignToken, tokensIn } from '../tokens.ts';
import { echoed, isFar, judgeLost, judgeMembers, judgeSwapped } from './recordMembers.ts';
import { questionsIn, valuesIn } from './records.ts';

const probes = ['record-creation'];
const derived = 'Its values are not shown, and may be derived from the request.';
const ofSurvey = 'The service may fill it from its own survey.';

function stored(member: string): Clause {
  const title = `\`${member}\` is stored as it was sent.`;
  return must('create-response#create-response-stored-members', title, {
    probes,
    broken: otherwise(member),
    follows: echoed,
  });
}

function otherwise(member: string): string {
  return `The member “${member}” of a response is stored otherwise than it was sent`;
}

function storedShould(member: string, why: string, title = `\`${member}\` is stored as it was sent.`): Clause {
  return should('create-response#create-response-stored-members', title, {
    probes,
    why,
    broken: otherwise(member),
    follows: echoed,
  });
}

export const recordEchoClauses = {
  'RESPONSE-ECHO-ANSWERS-01': must(
    'create-response#create-response-stored-answers',
    'Questions, answers and texts are stored as they were sent, each once.',
    {
      probes,
      why: 'In any order; texts of letters, digits, signs and quotes, of whatever length is accepted.',
      broken: 'Answers are stored otherwise than they were sent',
      follows: ['fetched', 'record-ids'],
    },
  ),
  'RESPONSE-ECHO-ANSWERS-02': should(
    'create-response#create-response-stored-answers',
    'No answer is stored that was not sent.',
    { probes, why: 'A service may list what was not answered.' },
  ),
  'RESPONSE-ECHO-OTHERS-01': sane('sanity#sanity-isolation-record', 'A record holds nothing of another one.', {
    probes,
    why: 'Texts that canvass sent for another record.',
    broken: 'A response holds texts of another one',
    follows: ['record-ids', 'fetched'],
  }),
  'RESPONSE-ECHO-ODD-01': should(
    'create-response#create-response-stored-answers',
    'Texts with spaces at their ends, markup or control characters are stored as they were sent.',
    {
      probes,
      why: 'A service may trim texts and clean them.',
      broken: 'Texts with markup or blanks at their ends are stored otherwise than they were sent',
      follows: ['fetched', 'record-ids'],
    },
  ),
  'RESPONSE-ECHO-IP-01': storedShould('ipAddress', 'A service may shorten addresses, or take that of the request.'),
  'RESPONSE-ECHO-TIMESTAMP-01': storedShould('timestamp', 'It may be normalised, to another zone too.'),
  'RESPONSE-ECHO-TIME-TAKEN-01': storedShould('timeTaken', 'A service may measure it itself.'),
  'RESPONSE-ECHO-STATUS-01': storedShould('responseStatus', 'A service may have a status of its own for such records.'),
  'RESPONSE-ECHO-EXTERNAL-01': stored('externalReference'),
  'RESPONSE-ECHO-CUSTOM-01': stored('customVariables'),
  'RESPONSE-ECHO-LANGUAGE-01': stored('language'),
  'RESPONSE-ECHO-LANGUAGE-02': storedShould(
    'language',
    'One that no record showed may be none of the service.',
    'A `language` that no record showed is stored as it was sent.',
  ),
  'RESPONSE-ECHO-INSET-01': storedShould('currentInset', 'A service may have insets of its own.'),
  'RESPONSE-ECHO-SYSTEM-01': storedShould('operatingSystem', derived),
  'RESPONSE-ECHO-DEVICE-01': storedShould('osDeviceType', derived),
  'RESPONSE-ECHO-BROWSER-01': storedShould('browser', derived),
  'RESPONSE-ECHO-TEXTS-01': must(
    'create-response#create-response-optional-answer',
    'The texts of a question and of an answer that were sent do not come back empty.',
    {
      probes,
      why: 'They are the survey’s own: whoever fills them in or keeps them has them.',
      broken: 'Texts of questions and answers come back empty',
    },
  ),
  'RESPONSE-ECHO-QUESTION-01': should(
    'create-response#create-response-optional-question',
    'The optional members of a question are stored as they were sent.',
    { probes, why: ofSurvey, follows: ['fetch-differs'] },
  ),
  'RESPONSE-ECHO-VALUE-01': should(
    'create-response#create-response-optional-answer',
    'The optional members of an answer are stored as they were sent.',
    { probes, why: ofSurvey, follows: ['fetch-differs'] },
  ),
} as const satisfies Record<string, Clause>;

const memberClauses = {
  ipAddress: 'RESPONSE-ECHO-IP-01',
  timestamp: 'RESPONSE-ECHO-TIMESTAMP-01',
  timeTaken: 'RESPONSE-ECHO-TIME-TAKEN-01',
  responseStatus: 'RESPONSE-ECHO-STATUS-01',
  externalReference: 'RESPONSE-ECHO-EXTERNAL-01',
  customVariables: 'RESPONSE-ECHO-CUSTOM-01',
  language: 'RESPONSE-ECHO-LANGUAGE-01',
  currentInset: 'RESPONSE-ECHO-INSET-01',
  operatingSystem: 'RESPONSE-ECHO-SYSTEM-01',
  osDeviceType: 'RESPONSE-ECHO-DEVICE-01',
  browser: 'RESPONSE-ECHO-BROWSER-01',
} as const;

/** The body of a creation that was granted, as its probe knows it. */
export interface SentRecord {
  readonly body: Json;
  /** Whether records of the service showed the values of its enumerations. */
  readonly isSeen: boolean;
}

/** The stored record against what was sent. What it does not have is the matter of the clauses about presence. */
export function judgeStored(findings: Findings, record: Json, { body, isSeen }: SentRecord): void {
  for (const [member, strict] of Object.entries(memberClauses)) {
    const [sent, came] = [body[member], record[member]];
    if (sent === undefined || came === undefined) continue;
    const isText = member === 'externalReference' || member === 'customVariables';
    const isGuess = member === 'language' && !isSeen;
    const clause = isText && !isPlain(sent) ? 'RESPONSE-ECHO-ODD-01' : isGuess ? 'RESPONSE-ECHO-LANGUAGE-02' : strict;
    findings.expect(clause, holds(sent, came), `${member} ${shown(sent)}`, () => seen(came), `response.${member}`);
  }
  judgeMembers(findings, record, body, Object.keys(memberClauses));
  const own = JSON.stringify(body);
  const foreign = tokensIn(JSON.stringify(record)).filter((token) => !own.includes(token) && foreignToken(token, ''));
  const actual = (): string => `${foreign.join(', ')} in ${shown(record)}`;
  findings.expect('RESPONSE-ECHO-OTHERS-01', foreign.length === 0, 'texts of this record alone', actual);
  judgeAnswers(findings, record, body);
  // One that the service has shown before may be what it would derive anyway.
  if (!isSeen && isRecord(body.location) && isRecord(record.location)) {
    findings.observe('Q-RECORD-LOCATION', locationOf(body.location, record.location));
  }
  if (typeof body.duplicate === 'boolean' && typeof record.duplicate === 'boolean') {
    findings.observe('Q-RECORD-DUPLICATE', body.duplicate === record.duplicate ? 'sent' : 'computed');
  }
}

/** What a location came from; whoever derives it does not keep the rest of it. */
function locationOf(sent: Json, came: Json): 'sent' | 'rounded' | 'derived' {
  if (holds(sent, came)) return 'sent';
  const { latitude, longitude, ...rest } = sent;
  const isNear = !isFar(latitude, came.latitude) && !isFar(longitude, came.longitude);
  return isNear && holds(rest, came) ? 'rounded' : 'derived';
}

function judgeAnswers(findings: Findings, record: Json, body: Json): void {
  if (!Array.isArray(record.responseSet)) return;
  const clause = isPlain(body.responseSet) ? 'RESPONSE-ECHO-ANSWERS-01' : 'RESPONSE-ECHO-ODD-01';
  const [sent, came] = [answersOf(body), answersOf(record)];
  const differing = sent.filter((answer) => !came.includes(answer)).map((answer) => `without ${answer}`);
  const more = moreOf(came, sent);
  const wrong = [...differing, ...more.filter((answer) => sent.includes(answer)).map((answer) => `twice ${answer}`)];
  const actual = (): string => `${shown(wrong.join('; '))}: ${shown(record.responseSet)}`;
  const path = 'response.responseSet';
  if (!findings.expect(clause, wrong.length === 0, shown(body.responseSet), actual, path)) return;
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
      findings.expect('RESPONSE-ECHO-TEXTS-01', !isAbsent(kept), expected, () => seen(kept), path);
    }
    findings.expect(clause, holds(given, kept), expected, () => seen(kept), path);
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
      return `${asText(question.questionID)}/${asText(answerID)}: ${JSON.stringify(isAbsent(text) ? '' : text)}`;
    }),
  );
}

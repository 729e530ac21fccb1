import { type Clause, must, sane, should } from '../../contract/clause.ts';
import { excerpt, type Findings } from '../findings.ts';

export const recordsClauses = {
  'RECORD-FREE-TEXT-01': must('record', 'record-free-text', 'The free text of a text answer is in `value.text`.', {
    probes: ['record-creation', 'durability'],
  }),
  'RESPONSE-CREATE-01': must(
    'create-response',
    'create-response-set',
    'A record is created from `responseSet` alone.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-CREATE-02': must(
    'create-response',
    'create-response-optional',
    'A record is created with every optional member.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-CREATE-03': must('create-response', 'create-response-set', 'Without `responseSet` nothing is created.', {
    probes: ['record-creation'],
  }),
  'RESPONSE-CREATE-04': must('create-response', 'create-response-set', 'A `responseSet` that is no array is refused.', {
    probes: ['record-creation'],
  }),
  'RESPONSE-CREATE-ID-01': must(
    'create-response',
    'create-response-id',
    'The stored record comes back with `responseID`.',
  ),
  'RESPONSE-CREATE-NAME-01': must(
    'create-response',
    'create-response-name',
    'The stored record comes back with `surveyName`.',
  ),
  'RESPONSE-CREATE-QUALITY-01': must(
    'create-response',
    'create-response-quality',
    'The stored record comes back with `dataQuality`.',
  ),
  'RESPONSE-CREATE-SHAPE-01': must(
    'create-response',
    'create-response-shape',
    'The stored record has the fields of a response record.',
  ),
  'RESPONSE-ECHO-ANSWERS-01': must(
    'create-response',
    'create-response-stored-answers',
    'Questions, answers and texts are stored as they were sent.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-ECHO-IP-01': must(
    'create-response',
    'create-response-stored-members',
    '`ipAddress` is stored as it was sent.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-ECHO-TIMESTAMP-01': should(
    'create-response',
    'create-response-stored-members',
    '`timestamp` is stored as it was sent.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-ECHO-LOCATION-01': must(
    'create-response',
    'record-location-origin',
    '`location` is stored as it was sent.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-ECHO-DUPLICATE-01': must(
    'create-response',
    'record-duplicate-origin',
    '`duplicate` is stored as it was sent.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-ECHO-TIME-TAKEN-01': must(
    'create-response',
    'create-response-stored-members',
    '`timeTaken` is stored as it was sent.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-ECHO-STATUS-01': must(
    'create-response',
    'create-response-stored-members',
    '`responseStatus` is stored as it was sent.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-ECHO-EXTERNAL-01': must(
    'create-response',
    'create-response-stored-members',
    '`externalReference` is stored as it was sent.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-ECHO-CUSTOM-01': must(
    'create-response',
    'create-response-stored-members',
    '`customVariables` are stored as they were sent.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-ECHO-LANGUAGE-01': must(
    'create-response',
    'create-response-stored-members',
    '`language` is stored as it was sent.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-ECHO-INSET-01': must(
    'create-response',
    'create-response-stored-members',
    '`currentInset` is stored as it was sent.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-ECHO-SYSTEM-01': must(
    'create-response',
    'create-response-stored-members',
    '`operatingSystem` is stored as it was sent.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-ECHO-DEVICE-01': must(
    'create-response',
    'create-response-stored-members',
    '`osDeviceType` is stored as it was sent.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-ECHO-BROWSER-01': must(
    'create-response',
    'create-response-stored-members',
    '`browser` is stored as it was sent.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-ECHO-QUESTION-01': must(
    'create-response',
    'create-response-optional-question',
    'The optional members of a question are stored as they were sent.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-ECHO-VALUE-01': must(
    'create-response',
    'create-response-optional-answer',
    'The optional members of an answer are stored as they were sent.',
    { probes: ['record-creation'] },
  ),
  'RESPONSE-UNIQUE-01': sane(
    'sanity',
    'sanity-unique-records',
    'Each response record gets an id of its own, also under concurrency.',
    { probes: ['record-creation'] },
  ),
} as const satisfies Record<string, Clause>;

/** The free text of a text answer is in `value.text`. @param isInPlace whether one of the record's has it there. */
export function judgeFreeText(findings: Findings, isInPlace: boolean, responseSet: string): void {
  const path = 'responseSet[].answerValues[].value.text';
  findings.expect('RECORD-FREE-TEXT-01', isInPlace, 'free text in value.text', () => excerpt(responseSet), path);
}

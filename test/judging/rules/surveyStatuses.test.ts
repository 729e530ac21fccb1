import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../src/judging/reading/answer.ts';
import {
  EarlyCompletions,
  judgeCompleted,
  judgeKeptOut,
  judgeRole,
  mayShowPages,
  type RoleName,
  roleOfStatus,
} from '../../../src/judging/rules/surveyStatuses.ts';
import { answerOf, failing, failingAlone } from '../../support/judging.ts';
import { pageAnswer, rejectedAnswer, serverError, statusAnswer } from '../sampleAnswers.ts';

/** The roles of surveys: their status and clause, and who may be led on by a submission. */
const roles: readonly (readonly [RoleName, Parameters<typeof roleOfStatus>[0], string])[] = [
  ['closed', 'survey_closed', 'STATUS-CLOSED-01'],
  ['quotaFull', 'quota_full', 'STATUS-QUOTA-01'],
  ['paused', 'survey_paused', 'STATUS-PAUSED-01'],
  ['suspended', 'survey_suspended', 'STATUS-SUSPENDED-01'],
  ['passwordGate', 'authentication_required', 'STATUS-AUTHENTICATION-01'],
  ['multiLanguage', 'language_selection_required', 'STATUS-LANGUAGE-01'],
  ['redirect', 'redirect', 'STATUS-REDIRECT-01'],
  ['optOut', 'survey_opt_out', 'STATUS-OPT-OUT-01'],
  ['error', 'error', 'STATUS-ERROR-01'],
];
const taken = pageAnswer([1], {}, 'take');
const error = answerOf('take', '/surveys/1001/take', serverError, 500);

describe.each(roles)('a survey that is there for %s', (role, status, clause) => {
  const judged = (answer: Answer): readonly string[] => failing((findings) => judgeRole(findings, answer, role));
  const kept = (answer: Answer): readonly string[] => failing((findings) => judgeKeptOut(findings, answer, role));
  const isShut = ['closed', 'quotaFull', 'paused', 'suspended'].includes(role);

  test('has its status', () => {
    expect(judged(statusAnswer(status))).toEqual([]);
    expect(judged(taken)).toEqual([clause]);
    expect(judged(statusAnswer('already_completed'))).toEqual([clause]);
    expect(judged(error)).toEqual([]);
    expect(roleOfStatus(status)).toBe(role);
  });

  test('shows no page to a submission, where it lets nobody in', () => {
    expect(kept(statusAnswer(status, 'submit-page'))).toEqual([]);
    expect(kept(pageAnswer([1]))).toEqual(isShut ? [clause] : []);
    if (role === 'error') expect(kept(pageAnswer([1], {}, 'previous-page'))).toEqual([]);
    else expect(kept(pageAnswer([1], {}, 'previous-page'))).toHaveLength(1);
  });
});

test('a chain and one who opts out may see pages before, nobody else', () => {
  expect(roles.map(([role]) => role).filter(mayShowPages)).toEqual(['redirect', 'optOut']);
});

test.each([
  ['success with questions', taken],
  ['success without questions', pageAnswer([], {}, 'take'), 'STATUS-SUCCESS-01'],
  ['a status that is none', statusAnswer('done'), 'STATUS-KNOWN-01', 'TAKE-SHAPE-01'],
  ['a rejection', rejectedAnswer([1], [1])],
  [
    'a rejection on take',
    { ...rejectedAnswer([1], [1]), exchange: { ...rejectedAnswer([1], [1]).exchange, endpoint: 'take' } } as Answer,
    'STATUS-VALIDATION-01',
  ],
] as const)('%s', (_, answer, ...clauses) => expect(failingAlone(answer)).toEqual(clauses));

test('already_completed is said to those who have finished', () => {
  const told = (status: string, hasFinished: boolean): readonly string[] =>
    failing((findings) => judgeCompleted(findings, statusAnswer(status), hasFinished));
  expect(told('already_completed', true)).toEqual([]);
  expect(told('already_completed', false)).toEqual(['STATUS-COMPLETED-02']);
  expect(told('survey_closed', false)).toEqual([]);
});

const question = { html: '', json: JSON.stringify({ id: 7, type: 'T', text: 'Why?', answers: [{ id: 70 }] }) };

function takenAt(status: string, sentMs: number) {
  const response = status === 'success' ? { status, questions: [question] } : { status };
  const answer = answerOf('take', '/surveys/1001/take', { response });
  return { ...answer, exchange: { ...answer.exchange, sentMs, endMs: sentMs + 10 } };
}

function failed(...answers: readonly ReturnType<typeof takenAt>[]): readonly string[] {
  const early = new EarlyCompletions();
  return failing((findings) => {
    for (const answer of answers) early.begun(findings, answer, 1001);
  });
}

test('one response of each address: from one completion on nobody is let in', () => {
  const told = [20, 40].map((ms) => takenAt('already_completed', ms));
  expect(new Set(failed(takenAt('success', 0), ...told))).toEqual(new Set(['STATUS-COMPLETED-02']));
});

test('where another is let in after that, it was not so: whoever is told it next shows it', () => {
  const told = takenAt('already_completed', 0);
  expect(failed(told, takenAt('success', 20))).not.toContain('STATUS-COMPLETED-01');
  expect(failed(told, takenAt('success', 20), takenAt('already_completed', 40))).toContain('STATUS-COMPLETED-01');
  const meanwhile = [takenAt('already_completed', 40), takenAt('success', 20)];
  expect(failed(told, ...meanwhile, takenAt('already_completed', 60))).toContain('STATUS-COMPLETED-01');
});

test('who came at the same time does not', () => {
  const others = [takenAt('success', 5), takenAt('already_completed', 40)];
  expect(failed(takenAt('already_completed', 0), ...others)).not.toContain('STATUS-COMPLETED-01');
});

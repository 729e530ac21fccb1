import { expect, test } from 'vitest';
import { EarlyCompletions } from '../../src/judging/earlyCompletions.ts';
import { answerOf, failing } from '../support/judging.ts';

const question = { html: '', json: JSON.stringify({ id: 7, type: 'T', text: 'Why?', answers: [{ id: 70 }] }) };

function taken(status: string, sentMs: number) {
  const response = status === 'success' ? { status, questions: [question] } : { status };
  const answer = answerOf('take', '/surveys/1001/take', { response });
  return { ...answer, exchange: { ...answer.exchange, sentMs, endMs: sentMs + 10 } };
}

function failed(...answers: readonly ReturnType<typeof taken>[]): readonly string[] {
  const early = new EarlyCompletions();
  return failing((findings) => {
    for (const answer of answers) early.begun(findings, answer, 1001);
  });
}

test('one response of each address: from one completion on nobody is let in', () => {
  const told = [20, 40].map((ms) => taken('already_completed', ms));
  expect(new Set(failed(taken('success', 0), ...told))).toEqual(new Set(['STATUS-COMPLETED-02']));
});

test('who is let in after that shows that it was not so', () => {
  expect(failed(taken('already_completed', 0), taken('success', 20))).toContain('STATUS-COMPLETED-01');
});

test('who came at the same time does not', () => {
  expect(failed(taken('already_completed', 0), taken('success', 5))).not.toContain('STATUS-COMPLETED-01');
});

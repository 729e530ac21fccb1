import { expect, test } from 'vitest';
import { type FindingsObserver, WalkFindings } from '../../../src/judging/evidence/walkFindings.ts';
import { nowhere } from '../../../src/judging/evidence/where.ts';
import { answerOf } from '../../support/judging.ts';
import { page } from '../sampleAnswers.ts';

test('what a service said is told without secrets, and the words of the catalogue as they are', () => {
  const told: string[] = [];
  const observer: FindingsObserver = {
    onViolation() {},
    onObservation: (_question, value) => void told.push(value),
  };
  const walk = {
    witness: () => ({ steps: [], failingStep: 0, curl: '' }),
    redact: (text: string) => text.replaceAll('html', '…').replaceAll('secret', '…'),
    way: () => ({ pages: [], current: null, token: '' }),
  };
  const findings = new WalkFindings(observer);
  findings.about(walk, answerOf('previous-page', '/surveys/1001/previous-page', page).exchange, nowhere);
  findings.observe('Q-BACK-TEXT', 'html');
  findings.observe('Q-BACK-TEXT', 'in a secret place');
  expect(told).toEqual(['html', 'in a … place']);
});

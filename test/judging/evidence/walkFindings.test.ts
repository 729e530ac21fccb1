import { expect, test } from 'vitest';
import { Conditions } from '../../../src/judging/evidence/conditions.ts';
import { type FindingsObserver, WalkFindings, type WitnessSource } from '../../../src/judging/evidence/walkFindings.ts';
import { nowhere } from '../../../src/judging/evidence/where.ts';
import { violationKey } from '../../../src/judging/identity.ts';
import { answerOf } from '../../support/judging.ts';
import { page } from '../sampleAnswers.ts';

const plain: WitnessSource = {
  witness: () => ({ steps: [], failingStep: 0, curl: '' }),
  redact: (text) => text,
  way: () => ({ pages: [], current: null, token: '' }),
};

test('what a service said is told without secrets, and the words of the catalogue as they are', () => {
  const told: string[] = [];
  const observer: FindingsObserver = {
    onViolation() {},
    onObservation: (_question, value) => void told.push(value),
  };
  const walk = { ...plain, redact: (text: string) => text.replaceAll('html', '…').replaceAll('secret', '…') };
  const findings = new WalkFindings(observer);
  findings.about(walk, answerOf('previous-page', '/surveys/1001/previous-page', page).exchange, nowhere);
  findings.observe('Q-BACK-TEXT', 'html');
  findings.observe('Q-BACK-TEXT', 'in a secret place');
  expect(told).toEqual(['html', 'in a … place']);
});

test('what is found of a part comes under the features of that part', () => {
  const keys: string[] = [];
  const observer: FindingsObserver = {
    onViolation: (facts) => void keys.push(violationKey(facts)),
    onObservation() {},
  };
  const conditions = new Conditions();
  const findings = new WalkFindings(observer, conditions);
  for (let at = 0; at < 40; at++) {
    findings.about(plain, answerOf('submit-page', '/surveys/1001/submit-page', page).exchange, nowhere, ['each time']);
    findings.pass('MOVE-REJECT-01');
    findings.ofPart(['when only texts are left out']);
    findings.fail('MOVE-REJECT-01', 'one', 'other');
    findings.ofPart(null);
    findings.pass('MOVE-REJECT-01');
  }
  const found = { clause: 'MOVE-REJECT-01', endpoint: 'submit-page', path: '' } as const;
  expect(conditions.of(found, keys[0] ?? '')?.words).toBe('when only texts are left out');
});

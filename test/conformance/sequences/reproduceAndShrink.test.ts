import { expect, onTestFinished, test } from 'vitest';
import { closeEnvironment, environmentForRepeating } from '../../../src/conformance/drive/probeEnvironment.ts';
import { missingAnswers } from '../../../src/conformance/probes/validation.ts';
import { judgeAgain } from '../../../src/conformance/replay/judgeAgain.ts';
import { runProbes } from '../../../src/conformance/run/runProbes.ts';
import { reproduceAndShrink } from '../../../src/conformance/sequences/reproduceAndShrink.ts';
import type { ClauseId } from '../../../src/contract/clause.ts';
import { nothingAcceptable } from '../../../src/judging/baseline/standing.ts';
import { verdictsOf } from '../../../src/judging/evidence/verdicts.ts';
import { violationId } from '../../../src/judging/identity.ts';
import type { Violation } from '../../../src/result/verdict.ts';
import { foundByCrowd, foundWith, missing, profile, serviceWith } from './recorded.ts';

async function milled(faults: string, clause: ClauseId, allWays = false): Promise<Violation[]> {
  const service = await serviceWith(faults);
  onTestFinished(() => service.close());
  return await reproduceAndShrink(await foundWith(faults, clause, allWays), {
    profile,
    baseUrl: service.baseUrl,
    isOver: () => false,
    onStart: () => {},
    onUnable: () => {},
  });
}

/** Probes walk all surveys that there are. */
const narrow = { ...profile, surveys: { ...profile.surveys, walk: profile.surveys.walk.slice(0, 1) } };

test('a failure of one respondent alone is shrunk to the steps and the answers that it needs', async () => {
  for (const violation of await milled('back-loses-answers', 'PREVIOUS-SELECTED-01')) {
    expect(violation).toMatchObject({ classification: 'always', reproduction: { failed: 5, repeated: 5 } });
    const { steps, failingStep, curl } = violation.witness;
    expect(steps.map(({ endpoint }) => endpoint)).toEqual(['take', 'submit-page', 'previous-page']);
    expect(failingStep).toBe(2);
    expect(steps[2]?.response).toMatchObject({ httpStatus: 200, body: expect.stringContaining('questions') });
    expect(curl).toContain('send 1 0 GET');
    expect(curl).not.toContain('canvass-key');
  }
});

test('what breaks one clause in several ways is shrunk to the steps of each way, not to those of the shortest', async () => {
  const found = await milled('back-loses-answers', 'PREVIOUS-TYPED-02', true);
  expect(found.length).toBeGreaterThan(1);
  for (const violation of found) {
    expect(violation.classification).toBe('always');
    expect(violationId(violation)).toBe(violation.id);
  }
});

test('a failure that needs somebody else’s step keeps that step', async () => {
  for (const violation of await milled('back-marks-lost-between-others', 'PREVIOUS-SELECTED-01')) {
    expect(violation).toMatchObject({ classification: 'interleaving-only', reproduction: { failed: 5 } });
    const { steps, failingStep } = violation.witness;
    expect(steps.map(({ session }) => session)).toContain(1);
    expect(steps[failingStep]).toMatchObject({ endpoint: 'previous-page' });
    expect(steps.length).toBeLessThan(7);
  }
});

test('what another respondent chose is shown after that one’s steps, as a service that has just begun shows it', async () => {
  const service = await serviceWith('back-marks-of-others');
  onTestFinished(() => service.close());
  // Who leaves a choice out and goes back over it is one of many.
  const all = await foundByCrowd(service.baseUrl, 300, 'PREVIOUS-SELECTED-02');
  const found = all.filter(({ clause }) => clause === 'PREVIOUS-SELECTED-02');
  expect(found).not.toEqual([]);
  const plan = { profile, baseUrl: service.baseUrl, isOver: () => false, onStart: () => {}, onUnable: () => {} };
  for (const violation of await reproduceAndShrink(found, plan)) {
    expect(violation.actual).toMatch(/^question \d+: selected [\d, ]+, as another respondent chose$/);
    expect(violation.symptom?.came).toEqual(['of-another-respondent']);
    const { steps, failingStep } = violation.witness;
    expect(steps.slice(0, failingStep).map(({ session }) => session)).toEqual(expect.arrayContaining([0, 1]));
    expect(steps.map(({ session }) => session)).toEqual(steps.map(({ session }) => session).toSorted());
    const fresh = await serviceWith('back-marks-of-others');
    onTestFinished(() => fresh.close());
    const environment = environmentForRepeating(profile, fresh.baseUrl);
    onTestFinished(() => closeEnvironment(environment));
    expect(await judgeAgain(violation, environment, false)).toMatchObject({ fails: true });
  }
});

test('what nobody chose is not said to be of another respondent', async () => {
  for (const { actual, witness } of await milled('back-marks-another', 'PREVIOUS-SELECTED-02')) {
    expect(actual).not.toContain('another respondent');
    expect(new Set(witness.steps.map(({ session }) => session)).size).toBe(1);
  }
});

const repeatingAt = (baseUrl: string) => {
  const calls = { isOver: () => false, onStart: () => {}, onUnable: () => {} };
  return { profile: narrow, baseUrl, ...calls };
};

test('a failure that needs a crowd is called so, and keeps its witness; one that breaks the clause otherwise says nothing of it', async () => {
  const service = await serviceWith('session-forgotten-in-crowd:2');
  onTestFinished(() => service.close());
  const [found = missing()] = await foundWith('session-forgotten-in-crowd:2', 'TAKE-COOKIE-03');
  const both = [found, { ...found, expected: 'something else' }];
  const [violation, other] = await reproduceAndShrink(both, repeatingAt(service.baseUrl));
  expect(violation).toMatchObject({ classification: 'load-only', witness: found.witness });
  expect(violation?.reproduction).toBeUndefined();
  expect(other).toMatchObject({ classification: 'not-reproduced', reproduction: { failed: 0 } });
});

test('what a probe saw, and respondents cannot judge alone, is no matter of load', async () => {
  const service = await serviceWith('final-page-lost-when-rejected');
  onTestFinished(() => service.close());
  const environment = environmentForRepeating(profile, service.baseUrl);
  const plan = { settings: narrow, concurrency: 1, isOver: () => false, onProbe: () => {} };
  await runProbes(environment, { ...plan, probes: [missingAnswers] });
  await closeEnvironment(environment);
  const found = verdictsOf(environment.evidence, nothingAcceptable, ['PAGE-AGAIN-01']).violations;
  const [violation] = await reproduceAndShrink(found.slice(0, 1), repeatingAt(service.baseUrl));
  expect(violation).toMatchObject({ classification: 'always', reproduction: { failed: 3, repeated: 3 } });
});

test('a completion that was told too early is shown by the one who was told so, alone', async () => {
  for (const violation of await milled('completed-before-finish', 'STATUS-COMPLETED-01')) {
    expect(violation).toMatchObject({ classification: 'always', actual: '"already_completed"' });
  }
});

test('a failure that comes at times does so alone, too: chance is not taken for load', async () => {
  const [violation] = await milled('server-error:7', 'SANITY-5XX-01');
  expect(violation).toMatchObject({ classification: 'sometimes', baseline: { kind: 'FLAKY' } });
});

test('a witness with a key that the profile lacks is told, and the others are repeated all the same', async () => {
  const service = await serviceWith('back-loses-answers');
  onTestFinished(() => service.close());
  const [found = missing()] = await foundWith('back-loses-answers', 'PREVIOUS-SELECTED-01');
  const { witness } = found;
  const steps = witness.steps.map((step) => ({ ...step, headers: { 'api-key': '$CANVASS_FORBIDDEN_KEY' } }));
  const keyless = { ...found, clause: 'KEY-FORBIDDEN-01', witness: { ...witness, steps } };
  const told: string[] = [];
  const [first, second] = await reproduceAndShrink([keyless, found], {
    profile: { ...profile, target: { ...profile.target, forbiddenApiKey: null } },
    baseUrl: service.baseUrl,
    isOver: () => false,
    onStart: () => {},
    onUnable: ({ clause }, why) => told.push(`${clause}: ${why}`),
  });
  expect(first).toBe(keyless);
  expect(second).toMatchObject({ classification: 'always' });
  expect(told).toEqual([
    'KEY-FORBIDDEN-01: the witness uses a key that the profile lacks: set target.forbiddenApiKey (CANVASS_FORBIDDEN_KEY)',
  ]);
});

test('a person who interrupts gets the violations as they were seen', async () => {
  const found = await foundWith('back-loses-answers', 'PREVIOUS-SELECTED-01');
  const baseUrl = 'http://127.0.0.1:1';
  const plan = { profile, baseUrl, isOver: () => true, onStart: () => {}, onUnable: () => {} };
  expect(await reproduceAndShrink(found, plan)).toEqual(found);
});

import { afterEach, expect, test } from 'vitest';
import { closeEnvironment, environmentForRepeating } from '../../../src/conformance/drive/probeEnvironment.ts';
import { playSequence } from '../../../src/conformance/sequences/playSequence.ts';
import type { SequenceStep } from '../../../src/conformance/sequences/sequence.ts';
import type { RunningService } from '../../../src/service/service.ts';
import { profile, serviceWith } from './recorded.ts';

let service: RunningService | null = null;
afterEach(async () => {
  await service?.close();
  service = null;
});

function step(kind: SequenceStep['kind'], more: Partial<SequenceStep> = {}): SequenceStep {
  return { session: 0, kind, body: null, concurrent: 0, ...more };
}

test.each([
  ['a body that fits no page', [step('begin'), step('submit', { body: '{"u_999":"1"}' }), step('resume')]],
  [
    'two steps of one session at the same time',
    [step('begin'), step('submit', { body: '{}', concurrent: 1 }), step('submit', { body: '{}', concurrent: 1 })],
  ],
  ['more steps than the survey has pages', [step('begin'), ...Array.from({ length: 40 }, () => step('submit'))]],
])('a play with %s ends', async (_, steps) => {
  service = await serviceWith('');
  const environment = environmentForRepeating(profile, service.baseUrl);
  const surveys = [profile.surveys.walk[0]?.id ?? 0];
  expect(await playSequence(environment, { surveys, steps }, ({ clause }) => clause === 'MOVE-BACK-01')).toBeNull();
  await closeEnvironment(environment);
});

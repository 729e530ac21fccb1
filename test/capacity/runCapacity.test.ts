import { expect, test } from 'vitest';
import { runCapacity } from '../../src/capacity/runCapacity.ts';
import { acceptableIn } from '../../src/judging/baseline/standing.ts';
import { newViolation } from '../../src/judging/identity.ts';
import { sampleMeta, trialProfile } from '../support/loadRun.ts';
import { sampleDelta } from '../support/sampleDeltas.ts';

const profile = trialProfile('http://127.0.0.1:9');
const noWitness = { steps: [], failingStep: 0, curl: '' };
const violation = newViolation(
  { clause: 'MOVE-BACK-01', endpoint: 'previous-page', path: '', expected: 'the page before', actual: 'another' },
  noWitness,
);

test('a search tolerates what is known of the session transport that it observed', async () => {
  const known = ['cookie', 'token'].map((session) => ({
    ...{ clause: 'MOVE-BACK-01', session, issue: session, expires: '2999-12-31' },
  }));
  const interrupt = new AbortController();
  const { violations } = await runCapacity([profile], {
    acceptable: acceptableIn({ accepted: [], known }, { session: 'auto' }, '2026-01-01'),
    meta: sampleMeta(profile),
    planFor: () => null,
    together: false,
    generators: {
      threads: 1,
      start: async (_, { onSecond }) => ({
        begin() {},
        setRate() {
          const observations = [{ question: 'Q-SESSION-TRANSPORT', value: 'token', count: 1 }];
          onSecond(
            sampleDelta({
              observations,
              violations: [{ key: 'a', gating: true, count: 1, walks: 1, first: violation }],
            }),
          );
          interrupt.abort();
        },
        stop() {},
        terminate: async () => {},
        finished: async () => ({ completions: [], created: [] }),
      }),
    },
    interrupt: interrupt.signal,
    onAttempt() {},
    onSecond() {},
    onCapacity() {},
  });
  expect(violations.map(({ baseline }) => baseline)).toEqual([expect.objectContaining({ issue: 'token' })]);
});

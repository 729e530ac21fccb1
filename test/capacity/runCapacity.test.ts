import { expect, test } from 'vitest';
import { runCapacity } from '../../src/capacity/runCapacity.ts';
import type { KnownViolation } from '../../src/judging/baseline/baselineFile.ts';
import { acceptableIn } from '../../src/judging/baseline/standing.ts';
import { newViolation } from '../../src/judging/identity.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { planningTable } from '../../src/report/content/capacityContent.ts';
import { sampleMeta, trialProfile } from '../support/loadRun.ts';
import { sampleDelta } from '../support/sampleDeltas.ts';

const profile = trialProfile('http://127.0.0.1:9');
const noWitness = { steps: [], failingStep: 0, curl: '' };
const violation = newViolation(
  { clause: 'MOVE-BACK-01', endpoint: 'previous-page', path: '', expected: 'the page before', actual: 'another' },
  noWitness,
);

/** Searches each profile, and is interrupted after the first second. */
async function interruptedSearch(profiles: readonly Profile[], known: KnownViolation[] = []) {
  const interrupt = new AbortController();
  return await runCapacity(profiles, {
    acceptable: acceptableIn({ accepted: [], known }, { session: 'auto' }, '2026-01-01'),
    meta: sampleMeta(profile),
    planFor: () => ({ peakPerSecond: 30, headroom: 0 }),
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
}

test('a search tolerates what is known of the session transport that it observed', async () => {
  const known = ['cookie', 'token'].map((session) => ({
    ...{ clause: 'MOVE-BACK-01', session, issue: session, expires: '2999-12-31' },
  }));
  const { violations } = await interruptedSearch([profile], known);
  expect(violations.map(({ baseline }) => baseline)).toEqual([expect.objectContaining({ issue: 'token' })]);
});

test('an interrupt leaves a row to each datacenter whose turn never came', async () => {
  const us = { ...profile, target: { ...profile.target, datacenter: 'us' } };
  const { capacity, verdict, reasons } = await interruptedSearch([profile, us]);
  expect(verdict).toBe('INVALID');
  expect(capacity.map(({ datacenter }) => datacenter)).toEqual([profile.target.datacenter, 'us']);
  expect(capacity[1]).toMatchObject({
    baseUrl: us.target.baseUrl,
    reasons: ['Not measured: the run was interrupted before its turn.'],
    plan: { verdict: 'unclear' },
  });
  expect(reasons.join(' ')).toContain('us: ');
  const { rows } = planningTable(capacity);
  expect(rows[1]?.slice(0, 2)).toEqual(['us', 'not measured']);
});

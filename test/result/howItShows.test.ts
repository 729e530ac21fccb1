import { expect, test } from 'vitest';
import { whyNoScript } from '../../src/result/howItShows.ts';
import type { Violation, WitnessStep } from '../../src/result/verdict.ts';
import { sampleViolations } from '../support/sampleVerdicts.ts';

const [sample] = sampleViolations(1);
if (sample === undefined) throw new Error('no sample');
const { witness } = sample;
const [first] = witness.steps;
if (first === undefined) throw new Error('the sample has steps');
const withStep = (change: Partial<WitnessStep>): Partial<Violation> => ({
  witness: { ...witness, curl: '', steps: [{ ...first, ...change }] },
});

test.each<[string, Partial<Violation>, string]>([
  ['has one', { witness: { ...witness, curl: '#!/bin/sh' } }, ''],
  ['shows no steps', { witness: { ...witness, curl: '', steps: [] } }, ''],
  ['shows in a crowd only', { ...withStep({}), classification: 'load-only' }, ''],
  ['has a key replaced', withStep({ endpoint: 'regenerate-key' }), 'it goes on with the new key'],
  ['takes two at once', withStep({ concurrent: 1 }), 'at the same time'],
  [
    'only its probe shows',
    { ...withStep({}), reproduction: { failed: 1, repeated: 1, recordedSteps: 1, byProbe: true } },
    'its steps alone',
  ],
  ['takes several answers', withStep({}), 'one answer alone does not show it'],
])('of a violation that %s it is said why there is no script', (_, change, why) => {
  const said = whyNoScript({ ...sample, classification: 'always', ...change });
  if (why === '') expect(said).toBe('');
  else expect(said).toContain(why);
});

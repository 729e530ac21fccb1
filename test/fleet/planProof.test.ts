import { describe, expect, it } from 'vitest';
import type { Prepare } from '../../src/fleet/messages.ts';
import { answerChallenge, challengeOf, newNonce } from '../../src/fleet/planProof.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { trialProfile } from '../support/loadRun.ts';

const key = 'key-7f3a91';
const forbidden = 'other-55aa';
const profile = trialProfile('http://127.0.0.1:9', { target: { apiKeys: [key], forbiddenApiKey: forbidden } });
const theirNonce = newNonce();

/** @param more the candidate of a duet */
function challenged(more: readonly Profile[] = []): { plan: Prepare; proofs: readonly string[] } {
  const plan = {
    kind: 'prepare' as const,
    session: 's',
    run: 'r1',
    worker: 0,
    part: { first: 0, count: 1, shards: 1 },
    schedule: 'stages' as const,
    nonce: newNonce(),
    sides: [sideOf(profile), ...more.map(sideOf)],
    learnt: [],
  };
  return challengeOf(plan, [profile.target, ...more.map(({ target }) => target)], theirNonce);
}

function sideOf(each: Profile) {
  return { run: 'r1', keepCompletions: false, profile: JSON.stringify(each) };
}

describe('a plan on its way to a worker', () => {
  it('holds no key, and neither does the answer', () => {
    const { plan } = challenged();
    const answer = answerChallenge(plan, theirNonce, { A: key, B: forbidden });
    for (const secret of [key, forbidden]) {
      expect(JSON.stringify(plan)).not.toContain(secret);
      expect(JSON.stringify(answer)).not.toContain(secret);
    }
  });

  it('becomes the same profile there, with the keys of that machine, whatever their variables are called', () => {
    const { plan, proofs } = challenged();
    const answer = answerChallenge(plan, theirNonce, { HOME: '/root', ANY: key, OTHER: forbidden });
    expect(answer.proofs).toEqual(proofs);
    expect(answer.sides.map(({ profile: { target } }) => target.apiKeys.map((each) => each.reveal()))).toEqual([[key]]);
    expect(answer.sides[0]?.profile.target.forbiddenApiKey?.reveal()).toBe(forbidden);
    expect(JSON.stringify(answer.sides[0]?.profile)).toBe(JSON.stringify(profile));
  });

  it('is refused where a key is missing', () => {
    const { plan } = challenged();
    expect(() => answerChallenge(plan, theirNonce, { B: forbidden })).toThrow('the API key is not in its environment');
    expect(() => answerChallenge(plan, theirNonce, { A: key })).toThrow('the forbidden API key is not in');
  });

  it('is refused when somebody has changed it, or sends it a second time to another session', () => {
    const { plan } = challenged();
    const [side] = plan.sides;
    const elsewhere = { ...side, profile: side.profile.replace('127.0.0.1:9', '127.0.0.1:10') };
    for (const changed of [
      { ...plan, sides: [elsewhere] },
      { ...plan, sides: [side, side] },
      { ...plan, learnt: ['x'] },
    ] as const) {
      const told = { ...changed, sides: changed.sides as Prepare['sides'], learnt: [...changed.learnt] };
      expect(() => answerChallenge(told, theirNonce, { A: key, B: forbidden })).toThrow('is not in its environment');
    }
    expect(() => answerChallenge(plan, newNonce(), { A: key, B: forbidden })).toThrow('is not in its environment');
  });

  it('of a duet needs the keys of both sides, each of its own', () => {
    const candidate = trialProfile('http://127.0.0.1:8', { target: { apiKeys: ['candidate-1d'] } });
    const { plan, proofs } = challenged([candidate]);
    expect(() => answerChallenge(plan, theirNonce, { A: key, B: forbidden })).toThrow(
      'the API key of the candidate is not in its environment',
    );
    const answer = answerChallenge(plan, theirNonce, { A: key, B: forbidden, C: 'candidate-1d' });
    expect(answer.proofs).toEqual(proofs);
    expect(answer.sides.map(({ profile: { target } }) => target.apiKeys.map((each) => each.reveal()))).toEqual([
      [key],
      ['candidate-1d'],
    ]);
    expect(answer.sides.map(({ baseUrl }) => baseUrl)).toEqual(['http://127.0.0.1:9', 'http://127.0.0.1:8']);
  });
});

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { traitsOf } from '../../src/profile/profile.ts';
import { resolveProfile, tryResolveProfile } from '../../src/profile/resolveProfile.ts';
import { drawPersona, PersonaObserver } from '../../src/respondent/createCrowd.ts';
import type { Exchange } from '../../src/result/exchange.ts';
import { personaLaw } from '../../src/result/persona.ts';
import { virtualService } from './virtualService.ts';
import { lively, walkMany } from './walking.ts';

const personas = {
  hurried: { weight: 3, optional: 0, answers: { 1001: { 101: 10105 } } },
  careful: { optional: 1, thinkTimeMs: { distribution: 'fixed', value: 20 } },
};

describe('personas', () => {
  it('are drawn by weight, from the seed and the index alone', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 5 })
          .filter((all) => all.some((w) => w > 0)),
        fc.integer({ min: 0, max: 2 ** 32 }),
        (weights, seed) => {
          const personas = weights.map((weight) => ({ weight }));
          const drawn = Array.from({ length: 50 }, (_, index) => drawPersona(personas, seed, index));
          // Another machine draws them in another order, and only some.
          for (let index = 49; index >= 0; index -= 2) expect(drawPersona(personas, seed, index)).toBe(drawn[index]);
          for (const each of drawn) expect(each?.weight).toBeGreaterThan(0);
        },
      ),
    );
    const [often, seldom] = [{ weight: 3 }, { weight: 1 }];
    const drawn = Array.from({ length: 10_000 }, (_, index) => drawPersona([often, seldom], 7, index));
    const first = drawn.filter((each) => each === often).length;
    expect(first / 10_000).toBeCloseTo(0.75, 1);
  });

  it('do as `respondent` says but for what they say themselves, answers question by question', () => {
    const { respondent } = resolveProfile({
      target: { baseUrl: 'embedded' },
      respondent: { back: 0.4, answers: { 1001: { 101: 10101, 102: [10201] } }, personas },
    });
    const { hurried } = respondent.personas;
    expect(hurried && traitsOf(respondent, hurried)).toMatchObject({
      back: 0.4,
      optional: 0,
      thinkTimeMs: respondent.thinkTimeMs,
      answers: { 1001: { 101: 10105, 102: [10201] } },
    });
  });

  it('have bad luck of their own, kind by kind', () => {
    const { respondent } = resolveProfile({
      target: { baseUrl: 'embedded' },
      respondent: {
        badLuck: { retry: 0.1, twoTabs: 0.1 },
        personas: { onTrains: { badLuck: { lostConnection: 0.3, twoTabs: 0 } } },
      },
    });
    const { onTrains } = respondent.personas;
    expect(onTrains && traitsOf(respondent, onTrains).badLuck).toMatchObject({
      retry: 0.1,
      lostConnection: 0.3,
      twoTabs: 0,
      slowReadSeconds: 2,
    });
    const tooMuch = {
      target: { baseUrl: 'embedded' },
      respondent: { personas: { unlucky: { back: 0.5, badLuck: { retry: 0.6 } } } },
    };
    expect(() => resolveProfile(tooMuch)).toThrow(/respondent\.personas\.unlucky.*leaves no page/s);
  });

  it('are counted apart, and add up to the whole', async () => {
    const respondent = { ...lively, personas };
    const walked = await walkMany({ ...(await virtualService()), walks: 12, surveys: [1001, 1004], respondent });
    const told = Object.entries(walked.coverage.personas);
    expect(told.map(([name]) => name).sort()).toEqual(['careful', 'hurried']);
    const whole = personaLaw.empty();
    for (const [, delta] of told) personaLaw.add(whole, delta);
    expect(personaLaw.value(whole)).toMatchObject({
      started: 12,
      requests: walked.requests.length,
      ends: walked.ends,
      outcomes: walked.outcomes,
    });
  });

  it('are counted without bad luck, and timed by what is waited for', () => {
    const told: string[] = [];
    const persona = new PersonaObserver({
      onExchange: (_, outcome, intent) => told.push(`${outcome} ${intent}`),
      onWalkEnd: ({ end }) => told.push(end),
    });
    const exchange = { intendedMs: 0, endMs: 7 } as Exchange;
    persona.onExchange(exchange, 'ok', 'walk');
    persona.onExchange(exchange, 'timeout', 'invalid');
    persona.onExchange(exchange, 'serverError', 'walk');
    persona.onExchange(exchange, 'ok', 'retry');
    const { experienced, ...counts } = persona.take();
    expect(counts).toEqual({ started: 0, requests: 3, ends: {}, outcomes: { ok: 1, timeout: 1, serverError: 1 } });
    expect(experienced.filter((_, at) => at % 2 === 1)).toEqual([2]);
    expect(told).toEqual(['ok walk', 'timeout invalid', 'serverError walk', 'ok retry']);
    expect(persona.take()).toEqual(personaLaw.value(personaLaw.empty()));
  });

  it.each([
    [{ a: { weight: 0 } }, 'respondent.personas gives every persona the weight 0'],
    [{ a: { back: 2 } }, 'respondent.personas.a.back expected a probability from 0 to 1'],
    [{ a: { bakc: 0.2 } }, 'respondent.personas.a.bakc is not a key of a profile'],
    [{ a: { answers: { 1001: { 101: 'number 9..2' } } } }, 'respondent.personas.a.answers.1001.101'],
  ])('are refused with a word on what to change: %j', (bad, words) => {
    const resolution = tryResolveProfile({ respondent: { personas: bad } });
    const told = resolution.ok ? [] : resolution.problems.map(({ path, message }) => `${path.join('.')} ${message}`);
    expect(told.join('\n')).toContain(words);
  });
});

it('who ends gives its connections back', async () => {
  const service = await virtualService();
  const done = vi.spyOn(service.network.transport, 'done');
  await walkMany({ ...service, walks: 5, surveys: [1001] });
  expect(done).toHaveBeenCalledTimes(5);
});

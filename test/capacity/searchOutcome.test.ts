import { describe, expect, it } from 'vitest';
import { pointOf } from '../../src/capacity/attempt.ts';
import { nextAction } from '../../src/capacity/nextAction.ts';
import { planOf } from '../../src/capacity/plan.ts';
import { reasonsOf } from '../../src/capacity/reasons.ts';
import { searchOutcomeOf } from '../../src/capacity/searchOutcome.ts';
import { defaultSettings } from '../../src/capacity/settings.ts';
import { busySearches, recordedSearch } from './recordedSearch.ts';

const settings = { ...defaultSettings, maxPerSecond: 40, stepSeconds: 6, confirmSeconds: 10 };
const ceilingSettings = { ...settings, maxPerSecond: 14 };

function answerOf(record: ReturnType<typeof recordedSearch>, own = settings) {
  const answer = searchOutcomeOf(record, own);
  return { ...answer, said: reasonsOf(answer, record, own).join(' ') };
}

describe('an "at least"', () => {
  it('counts the longer probe that held at it', () => {
    const record = recordedSearch(
      'duration',
      ...[10, 15, 22, 33].map((rate) => ['climb', rate, rate, rate, 'held', 10] as const),
      ['climb', 40, 40, 40, 'generator', 10],
      ['confirm', 40, 40, 40, 'generator', 10],
      ['confirm', 39, 39, 39, 'generator', 10],
      ['confirm', 33, 33, 33, 'held', 10],
    );
    expect(answerOf(record)).toMatchObject({
      limitedBy: 'generator',
      sustainablePerSecond: { best: 33 },
      confirmationsHeld: 1,
    });
    expect(answerOf(record).said).toContain(
      'From 39/s on none of 3 probes held, each while this machine was in the way',
    );
  });

  it('says nothing of the service where a rate held above those that this machine was in the way of', () => {
    const troubled = [40, 40, 39].map((rate) => ['confirm', rate, rate, rate, 'generator', 10] as const);
    const record = recordedSearch('duration', ['climb', 33, 33, 33, 'held', 10], ...troubled);
    const held = recordedSearch('duration', ['climb', 33, 33, 33, 'held', 10], ...troubled, [
      'climb',
      40,
      40,
      40,
      'held',
      4,
    ]);
    expect([record, held].map((each) => answerOf(each).said.includes('none of 3 probes held'))).toEqual([true, false]);
  });

  it('is what the longer probe carried, and speaks of what came, at the ceiling of the profile', () => {
    const { sustainablePerSecond, limitedBy, said } = answerOf(busySearches.ceiling, ceilingSettings);
    expect(sustainablePerSecond).toEqual({ low: 15, best: 15, high: null });
    expect(limitedBy).toBe('ceiling');
    expect(said).toContain("the search's ceiling was the limit: capacity.maxPerSecond is 14, and by chance a little");
    expect(said).toContain('Shorter probes held above it, at 16/s (14/s offered)');
    expect(said).toContain('held, at 15/s (14/s offered); 4 more told nothing; 1 of them at the answer');
    expect(said).not.toContain('no higher rate was tried');
  });

  it('says why shorter probes that held above it do not count', () => {
    const record = recordedSearch(
      'duration',
      ['climb', 10, 10, 10, 'held', 4],
      ['climb', 15, 15, 15, 'generator', 5],
      ['bisect', 10, 10, 10, 'generator', 3],
      ['bisect', 6, 6, 6, 'held', 15],
    );
    expect(answerOf(record).said).toContain(
      'Shorter probes held above it, at 10/s: too short to be an answer, and this machine was in the way of 2 more there or above.',
    );
  });

  it('names what this machine was in the way of as the generator', () => {
    const { limitedBy, sustainablePerSecond, said } = answerOf(busySearches.generator);
    expect(limitedBy).toBe('generator');
    expect(sustainablePerSecond.best).toBeCloseTo(35.4);
    expect(said).toMatch(/this machine was the limit: at [\d.]+\/s.* why it was generator\./);
  });
});

describe('an objective of the service that broke below all trouble of the generator', () => {
  const { limitedBy, sustainablePerSecond, said } = answerOf(busySearches.broken);

  it('is the limit, and is not laid on the generator', () => {
    expect(limitedBy).toBe('service');
    expect(said).toContain('The service itself was the limit: at 21.1/s (21.8/s offered) why it was broke.');
    expect(said).not.toContain('machine was the limit');
  });

  it('gives no answer above the rate at which it broke, where none held above that', () => {
    const record = recordedSearch(
      'settled',
      ...[8, 12, 15, 16, 16.2].map((rate) => ['climb', rate, rate, rate, 'held', 15] as const),
      ['bisect', 16.5, 16.5, 16.3, 'broke', 15],
      ['climb', 18, 18, 16.5, 'broke', 6],
    );
    const { best, high } = answerOf(record).sustainablePerSecond;
    expect(best).toBeLessThanOrEqual(16.5);
    expect(best).toBeGreaterThanOrEqual(16.2);
    expect(high).toBeGreaterThanOrEqual(best);
  });

  it('gives an interval that holds the highest rate that held', () => {
    expect(sustainablePerSecond.low).toBeLessThan(21.1);
    expect(sustainablePerSecond.high).toBeGreaterThan(21.3);
  });
});

describe('the upper end of an interval', () => {
  const broken = (times: number) =>
    recordedSearch(
      'duration',
      ...[10, 15, 22.5, 33.7].map((rate) => ['climb', rate, rate, rate, 'held', 6] as const),
      ['climb', 40, 40, 33, 'broke', 4],
      ['bisect', 34.9, 34.9, 34.9, 'held', 6],
      ...Array.from({ length: times }, () => ['bisect', 36, 36, 35.2, 'broke', 6] as const),
      ['confirm', 35.1, 35.1, 35.1, 'held', 10],
    );

  it('is explained where it lies above a rate that broke, and is not where more broke there', () => {
    const once = answerOf(broken(1));
    expect(once.sustainablePerSecond.high).toBeGreaterThan(36.8);
    expect(once.said).toMatch(
      /A probe that breaks may have had bad luck: the interval goes beyond the one at 36\/s, to /,
    );
    const often = answerOf(broken(4));
    expect(often.sustainablePerSecond.high).toBeLessThan(36.8);
    expect(often.said).not.toContain('bad luck');
  });
});

describe('the answer', () => {
  it('is never below a rate that held for its whole time, where nothing broke as low', () => {
    const record = recordedSearch(
      'duration',
      ['climb', 10, 10, 10, 'held', 4],
      ['climb', 15, 15, 14.3, 'held', 5],
      ['climb', 22.5, 22.4, 15.6, 'broke', 8],
      ['bisect', 17.9, 17.9, 15.2, 'broke', 15],
      ['bisect', 15.9, 15.9, 14.6, 'held', 15],
    );
    const { low, best, high } = answerOf(record, defaultSettings).sustainablePerSecond;
    expect(best).toBeGreaterThanOrEqual(15.9);
    expect(low).toBeLessThanOrEqual(best);
    expect(high).toBeGreaterThan(best);
  });
});

describe('a rate that broke with nothing said against the generator', () => {
  const { limitedBy, sustainablePerSecond, confirmationsHeld, said } = answerOf(
    busySearches.brokenAbove,
    defaultSettings,
  );

  it('bounds the capacity from above, whatever the generator was in the way of below it', () => {
    expect(limitedBy).toBe('service');
    expect(sustainablePerSecond.low).toBeGreaterThan(11);
    expect(sustainablePerSecond.low).toBeLessThan(15.7);
    expect(sustainablePerSecond.high).toBeGreaterThan(15.7);
    expect(sustainablePerSecond.high).toBeLessThan(20);
    expect(confirmationsHeld).toBe(0);
    expect(said).toContain('Not confirmed, because none of 7 longer probes');
  });

  it('answers a plan that needs more with no, and one in between with "can\'t tell"', () => {
    const points = busySearches.brokenAbove.attempts.map((attempt) => pointOf(attempt, 5));
    const verdictAt = (peakPerSecond: number) =>
      planOf({ sustainablePerSecond, limitedBy, points }, { peakPerSecond, headroom: 0 }).verdict;
    expect([12, 15.7, 20, 39].map(verdictAt)).toEqual(['unclear', 'unclear', 'no', 'no']);
  });

  it('bounds it also where a limiter gave way first, which stays the limit', () => {
    const record = recordedSearch(
      'duration',
      ['climb', 10, 10, 10, 'held', 4],
      ['climb', 15, 15, 15, 'limiter', 4],
      ['climb', 15, 15, 15, 'held', 4],
      ['climb', 22.5, 22.5, 18, 'broke', 4],
      ['bisect', 16, 16, 16, 'limiter', 4],
    );
    const limited = answerOf(record, defaultSettings);
    expect(limited.limitedBy).toBe('limiter');
    expect(limited.sustainablePerSecond.high).toBeGreaterThan(15);
  });
});

describe('a search near its ceiling', () => {
  it('never offers more than the profile allows', () => {
    for (let length = 1; length < busySearches.ceiling.attempts.length; length += 1) {
      const action = nextAction(upTo(length), ceilingSettings);
      if (action.kind === 'offer') expect(action.ratePerSecond).toBeLessThanOrEqual(14);
    }
  });
});

function upTo(length: number) {
  return { ...busySearches.ceiling, spentSeconds: 20, attempts: busySearches.ceiling.attempts.slice(0, length) };
}

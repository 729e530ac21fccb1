import { describe, expect, it } from 'vitest';
import { ViolationEvents } from '../../../src/load/metrics/violationEvents.ts';
import type { ViolationSighting } from '../../../src/respondent/crowd.ts';

let witnesses = 0;

function sighting(clause: string, actual: string): ViolationSighting {
  return {
    clause,
    expected: 'a page',
    actual,
    witness: () => {
      witnesses++;
      return { steps: [], failingStep: 0, curl: actual };
    },
  };
}

describe('sightings of violations', () => {
  it('count equal ones and keep the first witness', () => {
    witnesses = 0;
    const sightings = new ViolationEvents();
    for (let id = 1; id <= 1000; id++) sightings.add(sighting('A-01', `question ${id} is missing`));
    const [delta, ...others] = sightings.take();
    expect(others).toEqual([]);
    expect(delta).toMatchObject({ count: 1000, first: { clause: 'A-01', actual: 'question 1 is missing' } });
    expect(witnesses).toBe(1);
  });

  it('hand over the whole once, and then only counts', () => {
    const sightings = new ViolationEvents();
    sightings.add(sighting('A-01', 'x'));
    expect(sightings.take()[0]?.first).not.toBeNull();
    sightings.add(sighting('A-01', 'x'));
    expect(sightings.take()).toMatchObject([{ count: 1, first: null }]);
    expect(sightings.take()).toEqual([]);
  });

  it('are bounded for each clause, and lose no count', () => {
    witnesses = 0;
    const sightings = new ViolationEvents();
    const words = 'the quick brown fox jumps over one lazy dog and then some more of it'.split(' ');
    for (const word of words) sightings.add(sighting('A-01', word));
    const deltas = sightings.take();
    expect(deltas.length).toBe(5);
    expect(witnesses).toBe(5);
    expect(deltas.reduce((sum, { count }) => sum + count, 0)).toBe(words.length);
  });
});

import { describe, expect, it } from 'vitest';
import { ViolationEvents } from '../../../src/load/metrics/secondRecorder.ts';
import type { ViolationEvent } from '../../../src/respondent/crowd.ts';

let witnesses = 0;

function event(clause: string, actual: string): ViolationEvent {
  return {
    clause,
    endpoint: 'take',
    path: '',
    expected: 'a page',
    actual,
    witness: () => {
      witnesses++;
      return { steps: [], failingStep: 0, curl: actual };
    },
  };
}

describe('violation events', () => {
  it('count equal ones and keep the first witness', () => {
    witnesses = 0;
    const events = new ViolationEvents();
    for (let id = 1; id <= 1000; id++) events.add(event('MOVE-BACK-01', `question ${id} is missing`));
    const [delta, ...others] = events.take();
    expect(others).toEqual([]);
    expect(delta).toMatchObject({ count: 1000, first: { clause: 'MOVE-BACK-01', actual: 'question 1 is missing' } });
    expect(witnesses).toBe(1);
  });

  it('hand over the whole once, and then only counts', () => {
    const events = new ViolationEvents();
    events.add(event('MOVE-BACK-01', 'x'));
    expect(events.take()[0]?.first).not.toBeNull();
    events.add(event('MOVE-BACK-01', 'x'));
    expect(events.take()).toMatchObject([{ count: 1, first: null }]);
    expect(events.take()).toEqual([]);
  });

  it('are bounded for each clause, and lose no count', () => {
    witnesses = 0;
    const events = new ViolationEvents();
    const words = 'the quick brown fox jumps over one lazy dog and then some more of it'.split(' ');
    for (const word of words) events.add(event('MOVE-BACK-01', word));
    const deltas = events.take();
    expect(deltas.length).toBe(5);
    expect(witnesses).toBe(5);
    expect(deltas.reduce((sum, { count }) => sum + count, 0)).toBe(words.length);
  });
});

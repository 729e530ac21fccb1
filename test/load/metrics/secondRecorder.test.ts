import { describe, expect, it } from 'vitest';
import type { ViolationEvent } from '../../../src/judging/evidence/walkFindings.ts';
import { ViolationEvents } from '../../../src/load/metrics/secondRecorder.ts';

let witnesses = 0;

function event(clause: string, actual: string, walk: object | null = null): ViolationEvent {
  return {
    clause,
    walk,
    survey: null,
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

  it('count each walk once, whatever the second', () => {
    const events = new ViolationEvents();
    const [one, other] = [{}, {}];
    for (const walk of [one, one, other, null]) events.add(event('MOVE-BACK-01', 'x', walk));
    expect(events.take()).toMatchObject([{ count: 4, walks: 2 }]);
    for (const walk of [other, {}]) events.add(event('MOVE-BACK-01', 'x', walk));
    expect(events.take()).toMatchObject([{ count: 2, walks: 1 }]);
  });

  it('tell since the last time how often each was seen in which survey', () => {
    const events = new ViolationEvents();
    const inSurvey = (survey: string) => events.add({ ...event('MOVE-BACK-01', 'x'), survey });
    for (const survey of ['1001', '1002', '1001']) inSurvey(survey);
    expect(events.take()).toMatchObject([{ surveys: { '1001': 2, '1002': 1 } }]);
    inSurvey('1002');
    expect(events.take()).toMatchObject([{ surveys: { '1002': 1 } }]);
  });

  it('are bounded for each clause, and lose no count', () => {
    witnesses = 0;
    const events = new ViolationEvents();
    const words = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `the ${letter}`);
    for (const word of words) events.add(event('MOVE-BACK-01', word));
    const deltas = events.take();
    expect(deltas.length).toBe(20);
    expect(witnesses).toBe(20);
    expect(deltas.reduce((sum, { count }) => sum + count, 0)).toBe(words.length);
  });
});

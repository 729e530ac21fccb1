import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TimerHeap } from '../../src/client/timerHeap.ts';

test('timers come out by instant, whatever the order in which they went in and came out', () => {
  const step = fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.constant('take' as const));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const heap = new TimerHeap();
      const expected: number[] = [];
      let rung = Number.NaN;
      for (const each of steps) {
        if (each === 'take') {
          const earliest = expected.sort((a, b) => a - b).shift();
          expect(heap.earliestMs).toBe(earliest ?? Number.POSITIVE_INFINITY);
          rung = Number.NaN;
          heap.takeEarliest()?.onTimer();
          expect(rung).toBe(earliest ?? Number.NaN);
        } else {
          expected.push(each);
          heap.add(each, { onTimer: () => (rung = each) });
        }
        expect(heap.size).toBe(expected.length);
      }
    }),
  );
});

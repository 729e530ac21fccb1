import { expect, test } from 'vitest';
import { AbsenceLog } from '../../src/client/absenceLog.ts';
import { type ClockReadings, ClockWatch } from '../../src/client/clockWatch.ts';

/** Clocks that a test moves, and a watch of them. */
function watched() {
  const now = { monotonicMs: 500, wallMs: 1e12, sinceBootMs: 9e6, threadCpuMs: 0, processCpuMs: 0 };
  const readings = Object.fromEntries(
    Object.keys(now).map((clock) => [clock, () => now[clock as keyof typeof now]]),
  ) as unknown as ClockReadings;
  const watch = new ClockWatch(readings);
  const move = (by: Partial<typeof now>): void => {
    for (const [clock, ms] of Object.entries(by)) now[clock as keyof typeof now] += ms;
    watch.look();
  };
  const all = (ms: number) => ({ monotonicMs: ms, wallMs: ms, sinceBootMs: ms });
  return { now, watch, move, all };
}

test('clocks that agree, and a machine that is a little late, are no absence', () => {
  const { watch, move, all } = watched();
  for (let tick = 0; tick < 100; tick++) move(all(tick % 10 === 0 ? 900 : 200));
  // A clock that is slewed goes a little faster.
  for (let tick = 0; tick < 1000; tick++) move({ ...all(200), wallMs: 202 });
  expect(watch.absencesAfter(0)).toEqual([]);
});

const stopped = { monotonicMs: 20_000, wallMs: 20_000, sinceBootMs: 20_000 };
test.each([
  ['the process was stopped', stopped, [['process', 20_000]]],
  ['others of the process ran meanwhile', { ...stopped, processCpuMs: 15_000 }, [['thread', 20_000]]],
  ['it was busy itself', { ...stopped, threadCpuMs: 19_000, processCpuMs: 19_000 }, [['busy', 20_000]]],
  ['the machine slept', { monotonicMs: 10, wallMs: 20_010, sinceBootMs: 20_010 }, [['machine', 20_000]]],
  ['the wall clock was set', { monotonicMs: 10, wallMs: 20_010, sinceBootMs: 10 }, [['clock', 20_000]]],
  ['it was set back', { monotonicMs: 10, wallMs: -19_990, sinceBootMs: 10 }, [['clock-back', 20_000]]],
  ['the monotonic clock jumped', { monotonicMs: 20_010, wallMs: 20_010, sinceBootMs: 10 }, [['clock', 20_000]]],
  [
    'it stood still, and slept',
    { monotonicMs: 5000, wallMs: 25_000, sinceBootMs: 25_000 },
    [
      ['machine', 20_000],
      ['process', 5000],
    ],
  ],
] as const)('%s', (_, by, absences) => {
  const { watch, move } = watched();
  move(by);
  expect(watch.absencesAfter(0).map(({ what, lengthMs }) => [what, Math.round(lengthMs)])).toEqual(absences);
});

test('it counts for what had begun before it ended, and for nothing later', () => {
  const { now, watch, move, all } = watched();
  const beforeMs = now.monotonicMs;
  move(all(8000));
  move({ ...all(10), wallMs: -9000 });
  expect(watch.awaySinceMs(beforeMs)).toBe(8000);
  expect(watch.awaySinceMs(now.monotonicMs)).toBe(0);
});

test('who waits hears how much longer to wait: of what the monotonic clock has counted alone', () => {
  const { watch, move, all } = watched();
  const heard: number[] = [];
  const unwatch = watch.onAway((countedMs) => heard.push(countedMs));
  move(all(3000));
  move({ monotonicMs: 10, wallMs: 60_010, sinceBootMs: 60_010 });
  unwatch();
  move(all(4000));
  expect(heard).toEqual([3000]);
});

test('a run is told of each once, with its second, and of none that was over before it', () => {
  const { now, watch, move, all } = watched();
  move(all(2000));
  const startMs = now.monotonicMs + 1000;
  const log = new AbsenceLog(watch, startMs);
  move(all(3000));
  move({ ...all(1200), threadCpuMs: 1200, processCpuMs: 1200 });
  move(all(500));
  move(all(20_000));
  expect(log.take()).toEqual([
    { what: 'process', atSecond: 0, seconds: 3 },
    { what: 'process', atSecond: 3.7, seconds: 20 },
  ]);
  expect(log.take()).toEqual([]);
});

test('hundreds of them are as many as are kept, and none is told twice', () => {
  const { now, watch, move, all } = watched();
  const log = new AbsenceLog(watch, now.monotonicMs);
  let told = 0;
  for (let each = 0; each < 500; each++) {
    move(all(1500));
    if (each % 100 === 99) told += log.take().length;
  }
  expect(told).toBe(500);
  expect(watch.absencesAfter(0)).toHaveLength(200);
});

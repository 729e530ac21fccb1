import { describe, expect, it } from 'vitest';
import { isOnThisMachine, type MachineLook, otherWork } from '../../../src/load/health/machineWork.ts';

/** CPU milliseconds of processes by `id name parent`, of canvass, and how long something waited. */
function look(
  atMs: number,
  ownMs: number,
  waitedMs: number | null,
  processes: Readonly<Record<string, number>>,
  endedMs = 0,
): MachineLook {
  const times = Object.entries(processes).map(([told, cpuMs]) => {
    const [id = '', name = '', parent = ''] = told.split(' ');
    return [Number(id), { name, parent: Number(parent), cpuMs }] as const;
  });
  const busyMs = times.reduce((sum, [, { cpuMs }]) => sum + cpuMs, ownMs + endedMs);
  return { atMs, busyMs, ownMs, waitedMs, processes: new Map(times) };
}

const quiet = new Map([
  [10, 0],
  [20, 0],
]);

describe('what other work takes of a machine', () => {
  it('is not what was idle before canvass began: the service, its database and a proxy before it', () => {
    const from = look(0, 0, 0, { '10 service 1': 0, '20 database 1': 0 });
    const to = look(1000, 500, 600, { '10 service 1': 900, '20 database 1': 500 });
    expect(otherWork(quiet, from, to, 2)).toEqual({ cores: 2, tookCores: 0, waitedShare: 0 });
  });

  it('is what was at work before, as far as it was', () => {
    const before = new Map([
      [10, 0],
      [30, 0.9],
    ]);
    const from = look(0, 0, 0, { '10 service 1': 0, '30 build 1': 5000 });
    const to = look(1000, 300, 1000, { '10 service 1': 700, '30 build 1': 6000 });
    expect(otherWork(before, from, to, 2).tookCores).toBeCloseTo(0.9, 5);
    expect(otherWork(before, from, to, 2).waitedShare).toBeCloseTo(0.45, 5);
  });

  it('is all that came since, but what the service forks, and what has ended meanwhile', () => {
    const from = look(0, 0, 0, { '10 service 1': 0, '20 shell 1': 0 });
    const forked = look(1000, 0, 0, { '10 service 1': 0, '20 shell 1': 0, '11 service 10': 400 });
    expect(otherWork(quiet, from, forked, 2).tookCores).toBe(0);
    const came = look(1000, 0, 0, { '10 service 1': 0, '20 shell 1': 0, '21 compiler 20': 400 }, 300);
    expect(otherWork(quiet, from, came, 2).tookCores).toBeCloseTo(0.7, 5);
  });

  it('keeps nobody waiting where CPUs are idle, also on a kernel that counts no waiting', () => {
    const from = look(0, 0, null, { '10 service 1': 0 });
    const few = look(1000, 100, null, { '10 service 1': 100, '21 compiler 20': 700 });
    expect(otherWork(quiet, from, few, 2).waitedShare).toBe(0);
    const many = look(1000, 100, null, { '10 service 1': 100, '21 compiler 20': 1800 });
    expect(otherWork(quiet, from, many, 2).waitedShare).toBeCloseTo(0.9, 5);
  });

  it('matters where the service shares the machine', () => {
    expect(isOnThisMachine('http://127.0.0.1:8080')).toBe(true);
    expect(isOnThisMachine('http://192.0.2.7')).toBe(false);
  });
});

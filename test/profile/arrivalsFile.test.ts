import { expect, test } from 'vitest';
import { LevelCurve } from '../../src/load/schedule.ts';
import { loadProfile, loadRecordedProfile } from '../../src/profile/loadProfile.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { folderOf } from '../support/folder.ts';

const request = { profile: 'mine', baseUrl: null, datacenter: null, seed: 1, set: [], environment: {} };

function replayed(csv: string, arrivals = '', model = 'open', datacenter: string | null = null): Profile {
  const cwd = folderOf({
    'profiles/mine.yaml': `target: { baseUrl: embedded }\nload: { model: ${model}, arrivals: { file: arrivals.csv${arrivals} } }\n`,
    'profiles/datacenters.yaml': 'us: { baseUrl: "http://127.0.0.1:1", load: { arrivals: { file: us.csv } } }\n',
    'arrivals.csv': csv,
    'us.csv': 'minute,arrivals\n2026-11-23T09:00Z,120\n',
  });
  const target =
    datacenter === null ? {} : { datacenter, environment: { CANVASS_API_KEY: 'key' }, set: ['surveys.walk=[{id: 1}]'] };
  return loadProfile({ ...request, ...target, cwd });
}

const refusal = (csv: string, arrivals = '', model = 'open'): string => {
  try {
    replayed(csv, arrivals, model);
  } catch (error) {
    return String(error);
  }
  return 'nothing was wrong';
};

const minutes = 'minute,arrivals\n2026-11-23T09:00Z,60\n2026-11-23T09:01Z,120\n\n2026-11-23T10:03:00+01:00,30\n';

test('counts a minute are replayed minute by minute, a silent one included', () => {
  const { load } = replayed(minutes);
  expect(load.stages).toEqual([
    { durationSeconds: 60, arrivalsPerSecond: 1, ramp: 'step' },
    { durationSeconds: 60, arrivalsPerSecond: 2, ramp: 'step' },
    { durationSeconds: 60, arrivalsPerSecond: 0, ramp: 'step' },
    { durationSeconds: 60, arrivalsPerSecond: 0.5, ramp: 'step' },
  ]);
});

test('scale lets more arrive a second, speed shortens the time and leaves the rates', () => {
  const curve = LevelCurve.ofLoad(replayed(minutes, ', scale: 1.5, speed: 60').load);
  expect([curve.endMs, curve.peak, curve.levelAt(500), curve.levelAt(2500)]).toEqual([4000, 3, 1.5, 0]);
  expect(curve.integralAt(curve.endMs)).toBeCloseTo((210 * 1.5) / 60);
});

test('instants are counted by the second, in any order and notation', () => {
  const { load } = replayed('instant\n1763888402.9\n1763888400000\n2025-11-23 09:00:02.1\n');
  expect(load.stages).toEqual([
    { durationSeconds: 1, arrivalsPerSecond: 1, ramp: 'step' },
    { durationSeconds: 1, arrivalsPerSecond: 0, ramp: 'step' },
    { durationSeconds: 1, arrivalsPerSecond: 2, ramp: 'step' },
  ]);
});

test('a month has no more stages than can be drawn and sent, and loses nobody', () => {
  const rows = Array.from({ length: 30 * 24 * 60 }, (_, i) => `${new Date(i * 60_000).toISOString()},${1 + (i % 7)}`);
  const { load } = replayed(`minute,arrivals\n${rows.join('\n')}\n`, ', speed: 60');
  expect(load.stages.length).toBeLessThanOrEqual(2000);
  const curve = LevelCurve.ofLoad(load);
  const counted = rows.reduce((sum, row) => sum + Number(row.split(',')[1]), 0);
  expect(curve.integralAt(curve.endMs)).toBeCloseTo(counted / 60);
});

test('a datacenter may have traffic of its own', () => {
  expect(replayed(minutes, '', 'open', 'us').load.stages).toMatchObject([
    { durationSeconds: 60, arrivalsPerSecond: 2 },
  ]);
});

test('a recorded profile needs the file no more', () => {
  const profile = replayed(minutes);
  const again = loadRecordedProfile(profile, { ...request, cwd: folderOf({}) });
  expect(again.load.stages).toEqual(profile.load.stages);
});

test.each([
  ['when,who\n', 'names arrivals.csv, line 1: the head line is "instant", or "minute,arrivals"'],
  ['minute,arrivals\n2026-11-23T09:00Z,1\nyesterday,2\n', 'line 3: no instant'],
  ['minute,arrivals\n2026-11-23T09:00Z,-1\n', 'line 2: no count of arrivals'],
  ['instant\n2026-11-23T09:00Z,1\n', 'line 2: 1 columns'],
  ['minute,arrivals\n2026-11-23T09:00Z,0\n', 'in which nobody arrives'],
  ['instant\n0\n2026-11-23T09:00Z\n', 'covers 20781 days; at most 31'],
  ['minute,arrivals\n2026-11-23T09:00Z,999999999\n', 'whose peak is 16666667 arrivals a second'],
])('%j is refused with its line', (csv, words) => {
  const message = refusal(csv);
  expect(message).toContain('profiles/mine.yaml:2  load.arrivals.file');
  expect(message).toContain(words);
});

test('a population replays no file', () => {
  expect(refusal(minutes, '', 'closed')).toContain('load.arrivals names a file, which only');
});

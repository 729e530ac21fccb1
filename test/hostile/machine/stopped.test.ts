import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { main } from '../../cli/canvass.ts';
import { folderOf } from '../../support/folder.ts';

const profile = {
  name: 'p',
  target: { baseUrl: 'embedded', embedded: { sessionTimeoutSeconds: 2 } },
  surveys: { walk: [{ id: 1001 }] },
  respondent: {
    thinkTimeMs: { distribution: 'fixed', value: 300 },
    resume: 0.3,
    expire: { probability: 0, idleSeconds: 3 },
  },
  load: {
    stages: [{ durationSeconds: 4, arrivalsPerSecond: 8 }],
    warmupSeconds: 0,
    gracefulStopSeconds: 5,
    workers: 1,
  },
  thresholds: ['latency.p99 < 1s', 'violations == 0', 'errors.rate < 0.1%'],
};

/** A run as a process, to which something happens while its respondents walk. */
async function struck(strike: (child: ChildProcess) => Promise<void>, environment: Record<string, string> = {}) {
  const cwd = folderOf({ 'p.yaml': JSON.stringify(profile) });
  const out = join(cwd, 'reports');
  const child = spawn(process.execPath, [main, 'load', 'p.yaml', '--out', out, '--no-shrink'], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...environment },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      said += String(bytes);
    });
  const ended = once(child, 'close');
  // Respondents walk once the run says how it goes on.
  while (!/ s of .*, running/.test(said) && child.exitCode === null) await pause(20);
  await strike(child);
  const [exitCode] = await ended;
  const runs = existsSync(out) ? readdirSync(out) : [];
  return { exitCode, said, runs };
}

/** So long that sessions are gone, and time-outs would have come. */
const stopMs = 4000;

function expectNobodyBlamed({ exitCode, said }: { readonly exitCode: unknown; readonly said: string }): void {
  expect(said).toMatch(/\nINVALID /);
  expect(said).toMatch(/Violations +0/);
  expect(said).toMatch(/Errors +0/);
  expect(said).toMatch(/Measurement +void +Canvass stood still/);
  expect(exitCode).toBe(3);
}

test('a run whose process was stopped says when, and blames the service for nothing', async () => {
  const run = await struck(async (child) => {
    child.kill('SIGSTOP');
    await pause(stopMs);
    child.kill('SIGCONT');
  });
  expect(run.said).toMatch(/canvass stood still for 4\.\d s at second \d: its process was stopped/);
  expectNobodyBlamed(run);
});

const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

describe.skipIf(!existsSync(fakeTime))('a run on a machine whose clock', () => {
  /** The wall clock alone: whoever sets it leaves the monotonic one as it is. */
  function withClock(offset: string) {
    const rate = join(folderOf({ rate: '+0' }), 'rate');
    const environment = {
      LD_PRELOAD: fakeTime,
      FAKETIME_TIMESTAMP_FILE: rate,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
    return struck(async () => writeFileSync(rate, offset), environment);
  }

  test('is put on by an hour says so', async () => {
    const run = await withClock('+3600');
    expect(run.said).toMatch(/canvass stood still for 36\d\d s at second \d: the clock of the machine jumped/);
    expectNobodyBlamed(run);
  });

  test('is set back by an hour says so, and is not stopped by it', async () => {
    const run = await withClock('-3600');
    expect(run.said).toMatch(/The clock of this machine was set back by 36\d\d s at second \d; nothing is timed by it/);
    expect(run.said).toMatch(/Violations +0/);
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spreadOf, steadinessFindings, tellableShift } from '../../../src/runs/doctor/steadiness.ts';
import { canvass } from '../../cli/canvass.ts';
import { type OtherService, startOtherService } from '../../support/otherService.ts';

describe('the steadiness of a machine', () => {
  test('equal times do not spread, and a factor changes nothing', () => {
    expect(spreadOf([7, 7, 7])).toBe(0);
    const times = fc.array(fc.double({ min: 0.1, max: 1000, noNaN: true }), { minLength: 2, maxLength: 30 });
    fc.assert(
      fc.property(times, fc.double({ min: 0.5, max: 50, noNaN: true }), (each, factor) => {
        expect(spreadOf(each.map((time) => time * factor))).toBeCloseTo(spreadOf(each), 9);
      }),
    );
  });

  test('the less steady it is, the larger a shift must be', () => {
    expect(tellableShift(0)).toBe(0.05);
    expect(tellableShift(0.1)).toBeCloseTo(0.228, 3);
    expect(tellableShift(0.2)).toBeGreaterThan(tellableShift(0.1));
  });

  test('noise, late timers and a clock that jumps are doubts, with what to do', () => {
    const levels = (spread: number, lateP99Ms: number, clockDriftMs: number) =>
      steadinessFindings({ spread, lateP99Ms, clockDriftMs }).map(({ level }) => level);
    expect(levels(0.005, 1, 0)).toEqual(['good', 'good', 'good']);
    expect(levels(0.1, 30, 500)).toEqual(['doubtful', 'doubtful', 'doubtful']);
    for (const { advice } of steadinessFindings({ spread: 0.1, lateP99Ms: 30, clockDriftMs: 500 })) {
      expect(advice).not.toBe('');
    }
  });
});

describe('canvass doctor', () => {
  let service: OtherService;
  beforeAll(async () => {
    service = await startOtherService();
  });
  afterAll(() => service.close());
  const diagnosed = (...words: string[]) =>
    canvass(['doctor', 'smoke', '--base-url', service.baseUrl, '--set', 'surveys={walk: [{id: 7001}]}', ...words], {
      environment: { CANVASS_API_KEY: 'other-key' },
    });

  test('finds target and machine in order', async () => {
    const { exitCode, stdout } = await diagnosed(
      '--set',
      'admin={}',
      '--set',
      'load.adminMix={}',
      '--set',
      'audit.enabled=false',
    );
    expect(stdout).toContain(`✓ target       ${service.baseUrl} answers; keys and surveys are as the profile says\n`);
    expect(stdout).toMatch(/^. noise {8}the same work took ± \d/m);
    expect(exitCode).toBe(0);
  });

  test('says what keeps a run from starting, with the exit code of the run', async () => {
    const wrong = await diagnosed('--set', 'surveys.walk=[{id: 7999}]');
    expect(wrong.stdout).toContain(
      `✗ profile      survey 7999 does not exist at ${service.baseUrl}: correct surveys.walk\n`,
    );
    expect(wrong.stdout).toMatch(/\nA run would not start, or prove nothing\.\n$/);
    const gone = await diagnosed('--base-url', 'http://127.0.0.1:9', '--json');
    expect(gone.stderr).toContain('--base-url is given 2 times');
    expect([wrong.exitCode, gone.exitCode]).toEqual([2, 2]);
  });

  test('says that the target is gone', async () => {
    const words = ['doctor', 'smoke', '--base-url', 'http://127.0.0.1:9', '--json'];
    const { exitCode, stdout } = await canvass(words, { environment: { CANVASS_API_KEY: 'x' } });
    expect(JSON.parse(stdout)).toMatchObject({
      bad: 1,
      findings: [{ level: 'bad', about: 'target' }, {}, {}, {}, {}, {}, {}, {}, {}],
    });
    expect(exitCode).toBe(5);
  });
});

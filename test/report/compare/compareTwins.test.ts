import { describe, expect, it } from 'vitest';
import { compareTwins } from '../../../src/report/compare/compareTwins.ts';
import type { DuetFindings } from '../../../src/result/duetResult.ts';
import type { Reason } from '../../../src/result/reason.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { duetJudgement } from '../../support/duetRun.ts';
import { duetFindings } from '../../support/sampleDuet.ts';

function saturated(code: 'generator-late' | 'generator-busy'): DuetFindings {
  return hinderedBy({ code, percentOfTime: 24 });
}

/** Both sides of it were walked by the same generator. */
function hinderedBy(reason: Reason): DuetFindings {
  const performance = { valid: false, reasons: [reason] };
  const side = (result: RunResult): RunResult => ({
    ...result,
    verdict: result.verdict === 'PASS' ? 'INVALID' : result.verdict,
    reasonCodes: [...(result.reasonCodes ?? []), reason],
    validity: { conformance: { valid: true, reasons: [] }, performance },
  });
  const findings = duetFindings();
  return { ...findings, base: side(findings.base), candidate: side(findings.candidate) };
}

describe('the speed of a candidate', () => {
  it('is told although the generator came late, which struck both sides alike, and this is said', () => {
    const report = compareTwins(saturated('generator-late'), duetJudgement);
    expect(report).toMatchObject({ verdict: 'FAIL', latency: 'SLOWER' });
    expect(report.headline).toMatch(/is slower \(take/);
    expect(report.reasonCodes).toContainEqual({ code: 'generator-late', percentOfTime: 24 });
    expect(report.reasons.join('\n')).toContain('on both sides alike');
  });

  it('is not told by a generator at its own limit, though promises are broken', () => {
    const report = compareTwins(saturated('generator-busy'), duetJudgement);
    expect(report).toMatchObject({ verdict: 'FAIL', latency: "CAN'T TELL" });
    const voided = report.reasonCodes.flatMap((reason) => (reason.code === 'side-invalid' ? [reason.side] : []));
    expect(voided).toEqual(['base', 'candidate']);
  });
});

it('a generator that stood still tells nothing of the speed, and is told once', () => {
  const away = { code: 'generator-away', what: 'process', atSecond: 3.2, seconds: 20, times: 1 } as const;
  const { latency, reasons, next } = compareTwins(hinderedBy(away), duetJudgement);
  expect(latency).toBe("CAN'T TELL");
  expect(reasons.filter((reason) => reason.startsWith('canvass stood still for 20 s at second 3'))).toHaveLength(1);
  expect(next[0]).toBe('Run it again where nothing stops canvass, or puts its machine to sleep.');
});

/** A duet whose sides break the same promises, and nothing else; both have lost the same worker. */
function reportOfLoss(code: 'worker-lost' | 'worker-lost-allowed') {
  const { candidate, ...findings } = duetFindings();
  const loss: Reason = { code, worker: 'b', afterSeconds: 7, sharePercent: 33.3, why: 'it was ended by hand' };
  const result = { ...candidate, reasonCodes: [...(candidate.reasonCodes ?? []), loss] };
  const same = { ...findings, differences: [], seconds: [], base: result, candidate: result };
  return compareTwins(same, duetJudgement);
}

describe('a worker that both sides have lost', () => {
  it('makes a duet INVALID, whatever else both sides have in common, and is told once', () => {
    const { verdict, reasons, next } = reportOfLoss('worker-lost');
    expect(verdict).toBe('INVALID');
    expect(reasons.filter((reason) => reason.includes('Worker b was lost after 7 s'))).toHaveLength(1);
    expect(reasons[0]).toContain('its 33.3 % of the load is missing');
    expect(next[0]).toMatch(/^Run it again with all of its threads and workers/);
  });

  it('is told, and decides nothing, where it may be lost', () => {
    const { verdict, reasons } = reportOfLoss('worker-lost-allowed');
    expect(verdict).toBe('PASS');
    expect(reasons).toContainEqual(expect.stringMatching(/^Worker b was lost after 7 s .*, which --allow-lost allows/));
  });
});

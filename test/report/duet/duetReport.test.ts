import { describe, expect, it } from 'vitest';
import { duetReport } from '../../../src/report/duet/duetReport.ts';
import type { DuetFindings } from '../../../src/result/duetResult.ts';
import type { Reason } from '../../../src/result/reason.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { duetJudgement } from '../../support/duetRun.ts';
import { duetFindings } from '../../support/sampleDuet.ts';

function saturated(code: 'generator-late' | 'generator-busy'): DuetFindings {
  const reason: Reason = { code, percentOfTime: 24 };
  const performance = { valid: false, reasons: [reason] };
  const side = (result: RunResult): RunResult => ({
    ...result,
    verdict: result.verdict === 'PASS' ? 'INVALID' : result.verdict,
    validity: { conformance: { valid: true, reasons: [] }, performance },
  });
  const findings = duetFindings();
  return { ...findings, base: side(findings.base), candidate: side(findings.candidate) };
}

describe('the speed of a candidate', () => {
  it('is told although the generator came late, which struck both sides alike, and this is said', () => {
    const report = duetReport(saturated('generator-late'), duetJudgement);
    expect(report).toMatchObject({ verdict: 'FAIL', latency: 'SLOWER' });
    expect(report.headline).toMatch(/is slower \(take/);
    expect(report.reasonCodes).toContainEqual({ code: 'generator-late', percentOfTime: 24 });
    expect(report.reasons.join('\n')).toContain('on both sides alike');
  });

  it('is not told by a generator at its own limit, though promises are broken', () => {
    const report = duetReport(saturated('generator-busy'), duetJudgement);
    expect(report).toMatchObject({ verdict: 'FAIL', latency: "CAN'T TELL" });
    const voided = report.reasonCodes.flatMap((reason) => (reason.code === 'side-invalid' ? [reason.side] : []));
    expect(voided).toEqual(['base', 'candidate']);
  });
});

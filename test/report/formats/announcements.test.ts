import { describe, expect, it } from 'vitest';
import { summaryContent } from '../../../src/report/content/summaryContent.ts';
import { githubAnnotations } from '../../../src/report/formats/announcements.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { failingResult, invalidResult, sampleResult } from '../../support/sampleResults.ts';

const annotationsOf = (result: RunResult) => githubAnnotations(result, summaryContent(result));

describe('GitHub annotations', () => {
  it('are none for a run that passed, a warning for an INVALID one', () => {
    expect(annotationsOf(sampleResult())).toEqual([]);
    expect(annotationsOf(invalidResult()).join('\n')).toMatch(/^::warning title=canvass INVALID::/);
  });

  it('are an error for each finding, no more than GitHub shows', () => {
    const lines = annotationsOf(failingResult());
    expect(lines).toHaveLength(6);
    expect(lines.every((line) => line.startsWith('::error title='))).toBe(true);
    expect(annotationsOf(sampleResult({ verdict: 'FAIL', violations: 12 }))).toHaveLength(10);
  });

  it('let no text of the service begin a command', () => {
    const result = failingResult();
    const [first] = result.violations;
    if (first === undefined) throw new Error('the sample has no violation');
    const lines = annotationsOf({
      ...result,
      violations: [{ ...first, actual: 'x\n::set-output name=a::b\r::add-mask::c ##[error]d', clause: 'a,b:c%0A' }],
    });
    expect(lines.filter((line) => !line.startsWith('::error title=') || /[\r\n]|##\[/.test(line))).toEqual([]);
    expect(lines.join()).toContain('title=a%2Cb%3Ac%250A (v1)');
  });
});

import { describe, expect, it } from 'vitest';
import { verdictHtml } from '../../../src/report/content/contentHtml.ts';
import { contentMarkdown } from '../../../src/report/content/contentMarkdown.ts';
import { contentText } from '../../../src/report/content/contentText.ts';
import { summaryContent } from '../../../src/report/content/summaryContent.ts';
import { colourStyle, noStyle } from '../../../src/report/text/style.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { emptyResult, failingResult, invalidResult, sampleResult } from '../../support/sampleResults.ts';

function summaryText(result: RunResult, style = noStyle): string {
  return contentText(summaryContent(result), style);
}

describe('the summary of a run', () => {
  it('has the verdict as its first line', () => {
    const firstLines = [sampleResult(), failingResult(), invalidResult(), emptyResult()].map(
      (result) => summaryText(result).split('\n')[0],
    );
    expect(firstLines).toEqual([
      'PASS  The service kept its promises.',
      'FAIL  The service failed: 3 violations of the document and 2 missed thresholds.',
      'INVALID  This run proves nothing about the service.',
      'INVALID  This run proves nothing about the service.',
    ]);
  });

  it('shows expected and actual of violations, and how to repeat the first', () => {
    const text = summaryText(failingResult());
    expect(text).toContain('expected  question 101 has answer 1013 selected, as it was given');
    expect(text).toContain('actual    question 101 has no answer selected');
    expect(text).toContain('→ Repeat violation v1 (previous-page.back)');
  });

  it('has no control characters, whatever the service said', () => {
    const result = failingResult();
    const [first] = result.violations;
    if (first === undefined) throw new Error('the sample has no violation');
    const hostile = '\u001b[2J\u001b]0;owned\u0007\u202eevil\r\nPASS  all is well';
    const text = summaryText({
      ...result,
      violations: [{ ...first, actual: hostile, expected: hostile }],
      reasons: [hostile],
      target: { ...result.target, release: hostile },
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(text.split('\n').filter((line) => line.startsWith('PASS'))).toEqual([]);
    expect(text).toContain('\\x1b[2J');
  });

  it('uses colour only when a style is given', () => {
    expect(summaryText(sampleResult())).not.toContain('\u001b');
    expect(summaryText(sampleResult(), colourStyle)).toContain('\u001b[32mPASS');
  });
});

describe('the summary of a run that went wrong', () => {
  it('says how requests failed', () => {
    expect(summaryText(failingResult())).toMatch(
      /submit-page +\d+ server errors, \d+ time-outs +200 × [\d,]+, 500 × \d+/,
    );
  });
});

describe('what to do about a target that never answered', () => {
  const silent = (failure: string): RunResult => ({
    ...emptyResult(),
    reasons: ['Said in words that nobody reads back.'],
    reasonCodes: [{ code: 'never-answered', failures: [{ failure, count: 20 }] }],
  });

  it.each([
    ['refused', 'Nothing listens there'],
    ['unresolved', 'Nobody knows its host'],
    ['tls', 'is not trusted'],
    ['response-timeout', 'within target.timeoutMs'],
    ['protocol', 'does not speak HTTP'],
  ])('follows from its failure, %s', (failure, advice) => {
    expect(summaryContent(silent(failure)).next[0]).toContain(advice);
  });
});

describe('the three judgements of a run', () => {
  const whole = sampleResult();
  const valid = { valid: true, reasons: [] };
  const late = { valid: false, reasons: [{ code: 'generator-late' as const, percentOfTime: 40 }] };
  const judged = (changes: Partial<RunResult>) =>
    summaryContent({ ...whole, ...changes }).judged.map(({ label, value }) => `${label} ${value}`);

  it('stand apart: what a late generator voids is times, not promises', () => {
    expect(judged({ validity: { conformance: valid, performance: valid } })).toEqual([
      'Conformance kept',
      'Performance met',
      'Measurement valid',
    ]);
    expect(judged({ verdict: 'INVALID', validity: { conformance: valid, performance: late } })).toEqual([
      'Conformance kept',
      'Performance times are void',
      'Measurement void',
    ]);
    const refused = { valid: false, reasons: [{ code: 'no-check' as const }] };
    expect(judged({ validity: { conformance: refused, performance: refused } })[0]).toBe('Conformance void');
    expect(judged({})).toEqual([]);
  });

  it('are shown in the terminal, in Markdown and on the page', () => {
    const content = summaryContent({ ...whole, validity: { conformance: valid, performance: late } });
    expect(contentText(content)).toMatch(
      /\nConformance {2}kept .*\nPerformance {2}times are void .*\nMeasurement {2}void /,
    );
    expect(contentMarkdown(content)).toContain('- Performance: times are void');
    expect(verdictHtml(content).text).toContain('times are void');
  });
});

import { describe, expect, it } from 'vitest';
import { verdictHtml } from '../../../src/report/content/contentHtml.ts';
import { contentMarkdown } from '../../../src/report/content/contentMarkdown.ts';
import { contentText, verdictLine } from '../../../src/report/content/contentText.ts';
import { summaryContent } from '../../../src/report/content/summaryContent.ts';
import { colourStyle, noStyle } from '../../../src/report/text/style.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { emptyResult, failingResult, invalidResult, sampleResult } from '../../support/sampleResults.ts';
import { tracedResult, traceId } from '../../support/tracedResult.ts';

function summaryText(result: RunResult, style = noStyle): string {
  return contentText(summaryContent(result), style);
}

describe('the summary of a run', () => {
  it('says the verdict in a line: what broke, what was in order, or why nothing can be said', () => {
    const lines = [sampleResult(), failingResult(), invalidResult(), emptyResult()].map((result) =>
      verdictLine(summaryContent(result)),
    );
    expect(lines).toEqual([
      'PASS  No broken promises; 16 of 17 clauses were tested.',
      'FAIL  A respondent sees the text of another, 75 of 10,976 times. 2 more problems and 2 missed thresholds.',
      'INVALID  the generator was saturated: event-loop delay 214 ms at p99, CPU 97 %.',
      'INVALID  http://127.0.0.1:8080 refused every connection.',
    ]);
  });

  it('has what failed last, next to the prompt: problems, the worst one last, then the verdict', () => {
    const text = summaryText(failingResult());
    const at = (words: string): number => text.indexOf(words);
    expect(at('Latency, experienced')).toBeLessThan(at('Problems'));
    expect(at('Going back forgets the answers')).toBeLessThan(at('✗ A respondent sees the text of another'));
    expect(at('✗ A respondent sees the text of another')).toBeLessThan(at('FAIL  A respondent'));
    expect(at('FAIL  A respondent')).toBeLessThan(at('Next'));
  });

  it('shows expected and actual of violations, and how to repeat the first', () => {
    const text = summaryText(failingResult());
    expect(text).toContain('expected  question 101 has answer 1013 selected, as it was given');
    expect(text).toContain('actual    question 101 has no answer selected');
    expect(text).toContain('→ Repeat the worst problem: canvass replay FOLDER --violation v3');
  });

  it('names the slowest exchanges of all, with their traces, and links them where the run says where to', () => {
    const result = tracedResult('https://tempo.example/{traceId}/view');
    const text = summaryText(result);
    const rows = text.split('\n').filter((line) => line.includes(', second '));
    expect(rows.map((row) => row.trim().split(/ {2,}/))).toEqual([
      ['submit-page', '10:00:07.000, second 7', '9 s', '9 s', '8.9 s', '40', '12 ms', traceId('9')],
      ['take', '10:00:05.000, second 5', '5 s', '5 s', 'no', '40', '12 ms', traceId('5')],
      ['take', '10:00:04.000, second 4', '4 s', '4 s', 'no', '40', '12 ms', traceId('4')],
      ['take', '10:00:03.000, second 3', '3 s', 'never sent', '40', '12 ms', traceId('3')],
      ['take', '10:00:02.000, second 2', '2 s', '2 s', 'no', '40', '12 ms', traceId('2')],
    ]);
    expect(text).toMatch(new RegExp(`^ +trace +https://tempo.example/${traceId('a')}/view$`, 'm'));
    const markdown = contentMarkdown(summaryContent(result));
    expect(markdown).toContain(`- trace: [\`${traceId('a')}\`](<https://tempo.example/${traceId('a')}/view>)`);
    expect(markdown).toContain(`[\`${traceId('9')}\`](<https://tempo.example/${traceId('9')}/view>) |`);
    // A place that is none is no link.
    const odd = contentMarkdown(summaryContent(tracedResult('javascript:alert("{traceId}")')));
    expect(odd).toContain(`- trace: \`${traceId('a')}\`\n`);
    expect(odd).not.toContain('javascript');
    expect(summaryText(failingResult())).not.toContain('Trace');
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
    ['refused', 'Nothing is listening'],
    ['unresolved', 'Nobody knows its host'],
    ['tls', 'is not trusted'],
    ['response-timeout', 'within target.timeoutMs'],
    ['protocol', 'does not speak HTTP'],
  ])('follows from its failure, %s', (failure, advice) => {
    const { headline, next } = summaryContent(silent(failure));
    expect(`${headline} ${next[0]}`).toContain(advice);
  });
});

describe('what of a run can be trusted', () => {
  const whole = sampleResult();
  const valid = { valid: true, reasons: [] };
  const late = { valid: false, reasons: [{ code: 'generator-late' as const, percentOfTime: 40 }] };
  const judged = (changes: Partial<RunResult>) =>
    summaryContent({ ...whole, ...changes }).judged.map(({ label, value, detail }) => `${label} ${value} ${detail}`);

  it('stands apart: what a late generator voids is times, not promises', () => {
    expect(judged({ validity: { conformance: valid, performance: valid } })).toEqual([
      'Conformance can be trusted 16 of 17 clauses tested',
      'Latency can be trusted load generator 34 % busy',
    ]);
    expect(judged({ verdict: 'INVALID', validity: { conformance: valid, performance: late } })).toEqual([
      'Conformance can be trusted 16 of 17 clauses tested',
      'Latency cannot be trusted The load generator ran late, 40 % of the time',
    ]);
    const refused = { valid: false, reasons: [{ code: 'no-check' as const }] };
    expect(judged({ validity: { conformance: refused, performance: refused } })[0]).toContain(
      'Conformance cannot be trusted',
    );
    expect(judged({})).toEqual([]);
  });

  it('greys the figures that are not valid', () => {
    const { figures } = summaryContent({ ...whole, validity: { conformance: valid, performance: late } });
    expect(figures.filter(({ tone }) => tone === 'quiet').map(({ label }) => label)).toEqual([
      'Requests',
      'Median latency',
      '99th percentile',
      'Errors',
    ]);
  });

  it('is shown in the terminal, in Markdown and on the page', () => {
    const content = summaryContent({ ...whole, validity: { conformance: valid, performance: late } });
    expect(contentText(content)).toMatch(/\nConformance {2}can be trusted .*\nLatency {6}cannot be trusted /);
    expect(contentMarkdown(content)).toContain('- Latency: cannot be trusted');
    expect(verdictHtml(content).text).toContain('cannot be trusted');
  });
});

import { describe, expect, it } from 'vitest';
import { contentMarkdown } from '../../../src/report/content/contentMarkdown.ts';
import { summaryContent } from '../../../src/report/content/summaryContent.ts';
import { escapeMarkdown } from '../../../src/report/formats/markdownText.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { hostileResult } from '../../support/hostileResult.ts';
import { emptyResult, failingResult, sampleResult } from '../../support/sampleResults.ts';

function markdown(result: RunResult): string {
  return contentMarkdown(summaryContent(result));
}

describe('Markdown', () => {
  it('says the verdict in its heading', () => {
    expect(markdown(sampleResult())).toMatch(/^## ✅ PASS: No broken promises in the 16 of 17 clauses tested\./);
    expect(markdown(failingResult())).toMatch(/^## ❌ FAIL: /);
    expect(markdown(emptyResult())).toMatch(/^## ⚠️ INVALID: /);
  });

  it('keeps every table row on one line with all its cells', () => {
    for (const result of [failingResult(), hostileResult()]) {
      const rows = markdown(result)
        .split('\n')
        .filter((line) => line.startsWith('|'));
      let width = 0;
      for (const row of rows) {
        const cells = row.replaceAll('\\|', '').split('|').length;
        if (/^\| (---|Threshold|Endpoint|Violation|Datacenter|Respondents|Question)/.test(row)) width = cells;
        expect(cells).toBe(width);
      }
    }
  });

  it('shows text of the service as it is: no HTML, no link, no mention', () => {
    const text = escapeMarkdown('<img src=x> [a](javascript:b) @team https://evil.example `code` | *b*');
    expect(text).not.toMatch(/<img|[^\\]\[a|@team|https:\/\/|[^\\]`|[^\\]\||[^\\]\*/);
    expect(markdown(hostileResult())).not.toContain('<script');
  });
});

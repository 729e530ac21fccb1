import { expect, test } from 'vitest';
import { contentMarkdown } from '../../../src/report/content/contentMarkdown.ts';
import { contentText } from '../../../src/report/content/contentText.ts';
import { summaryContent } from '../../../src/report/content/summaryContent.ts';
import { sampleResult } from '../../support/sampleResults.ts';

const none = { lost: 0, duplicated: 0, altered: 0, unread: 0, foreign: 0, indeterminate: 0, unseen: [], examples: [] };

test('summary and Markdown say what the audit found, and what the run left on the target', () => {
  const result = {
    ...sampleResult({ seed: 1, seconds: 10 }),
    audit: { ...none, completed: 1200, stored: 1197, lost: 2, foreign: 1, unseen: ['9 completions of survey 1002'] },
    created: [
      { endpoint: 'create-response', id: '7', marker: 'canvass a' },
      { endpoint: 'create-department', id: '8', marker: 'canvass b' },
    ],
  };
  const audit =
    '1,197 of 1,200 completions found among the records, 2 lost, 1 under another respondent; 9 completions of survey 1002';
  const created = '2 things on the target (1 by create-response, 1 by create-department)';
  const content = summaryContent(result);
  expect(contentText(content)).toMatch(new RegExp(`\\nAudit +${audit}`));
  expect(contentText(content)).toContain(created);
  expect(contentMarkdown(content)).toContain(`- Audit: ${audit}`);
  expect(contentMarkdown(content)).toContain('- Created: 2 things on the target');
});

test.each([
  [{ audited: 0, silent: 98 }, 'no record found of 98 completions'],
  [{ audited: 0, silent: 0 }, 'no completion that could be looked for'],
  [
    { audited: 40, silent: 58, stored: 40 },
    '40 of 40 completions found among the records, no record found of 58 completions',
  ],
])('an audit of %o says what happened', (counts, words) => {
  const result = { ...sampleResult({ seed: 1, seconds: 10 }), audit: { ...none, completed: 98, stored: 0, ...counts } };
  expect(contentMarkdown(summaryContent(result))).toContain(`- Audit: ${words}\n`);
});

test('a run without an audit that made nothing says nothing of either', () => {
  const text = contentText(summaryContent({ ...sampleResult({ seed: 1, seconds: 10 }), audit: null, created: [] }));
  expect(text).not.toMatch(/Audit|Created/);
});

test('the next step names the folder of the run', () => {
  const text = contentText(
    summaryContent(sampleResult({ seed: 1, seconds: 10 }), { directory: 'reports/x', history: [] }),
  );
  expect(text).not.toContain('FOLDER');
});

import { expect, test } from 'vitest';
import { markdown } from '../../src/report/formats/markdown.ts';
import { summaryText } from '../../src/report/text/summary.ts';
import { sampleResult } from '../support/sampleResults.ts';

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
    '1,197 of 1,200 completions stored once, 2 lost, 1 under another respondent; 9 completions of survey 1002';
  const created = '2 things on the target (1 by create-response, 1 by create-department)';
  expect(summaryText(result)).toContain(`Audit        ${audit}`);
  expect(summaryText(result)).toContain(`Created      ${created}`);
  expect(markdown(result)).toContain(`Audit: ${audit}.`);
  expect(markdown(result)).toContain('Created: 2 things on the target');
});

test('a run without an audit that made nothing says nothing of either', () => {
  const text = summaryText({ ...sampleResult({ seed: 1, seconds: 10 }), audit: null, created: [] });
  expect(text).not.toMatch(/Audit|Created/);
});

test('the next step names the folder of the run', () => {
  const text = summaryText(sampleResult({ seed: 1, seconds: 10 }), { directory: 'reports/x' });
  expect(text).not.toContain('FOLDER');
});

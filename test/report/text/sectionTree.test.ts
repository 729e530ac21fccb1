import { describe, expect, it } from 'vitest';
import { sectionTree } from '../../../src/report/text/sectionTree.ts';
import { failingResult } from '../../support/sampleResults.ts';

describe('the section tree', () => {
  const lines = sectionTree(failingResult()).split('\n');

  it('follows the order of the document', () => {
    const headings = lines.filter((line) => line !== '' && !line.startsWith(' '));
    expect(headings.indexOf('Survey page')).toBeLessThan(headings.indexOf('2. POST submit-page'));
    expect(headings.indexOf('2. POST submit-page')).toBeLessThan(headings.indexOf('Errors'));
  });

  it('shows expected and actual under a failed clause, with the address that reruns it', () => {
    const at = lines.findIndex((line) => line.endsWith('MOVE-REJECT-02'));
    expect(lines.slice(at, at + 3)).toEqual([
      '  ✗ a validation error re-shows the same page  6,088 checks  MOVE-REJECT-02',
      '      expected  page 3 again, with validationErrors for question 104',
      '      actual    page 4, without validationErrors  v2: 38 times',
    ]);
  });

  it('never marks a clause without checks as kept, and says why it has none', () => {
    const at = lines.findIndex((line) => line.endsWith('authentication.no-permission'));
    expect(lines[at]).toContain('○');
    expect(lines[at]).toContain('NOT-EXERCISED');
    expect(lines[at + 1]).toBe('      the profile has no forbiddenApiKey');
  });
});

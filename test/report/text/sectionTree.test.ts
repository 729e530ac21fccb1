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

  it('says where a clause was looked at, and is not green where that was half of its places', () => {
    const result = failingResult();
    const clauses = result.clauses.slice(0, 2).map((clause, at) => ({
      ...clause,
      verdict: 'CONFORMS' as const,
      violations: [],
      places: { looked: ['first page, begun'], missed: at === 0 ? [] : ['middle page, next'] },
    }));
    const shown = sectionTree({ ...result, clauses }).split('\n');
    expect(shown[1]).toMatch(/^ {2}✓.* in 1 of 1 places/);
    expect(shown[2]).toMatch(/^ {2}◐.* in 1 of 2 places/);
    expect(shown[3]).toBe('      not looked at: middle page, next');
  });
});

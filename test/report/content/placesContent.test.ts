import { describe, expect, it } from 'vitest';
import { cellText } from '../../../src/report/content/content.ts';
import { placesTable } from '../../../src/report/content/placesContent.ts';
import { sampleResult } from '../../support/sampleResults.ts';

/** What is asked for where one clause looked at places, and another missed some. */
function asked(looked: readonly string[], missed: readonly string[], answered: readonly string[] = []): string[][] {
  const result = sampleResult();
  const [clause] = result.clauses;
  if (clause === undefined) throw new Error('the sample has a clause');
  const clauses = [
    { ...clause, places: { looked: [...looked], missed: [] } },
    { ...clause, places: { looked: [], missed: [...missed] } },
  ];
  const answerTypes = { exercised: 0, total: 11, items: Object.fromEntries(answered.map((type) => [type, 3])) };
  const coverage = { ...result.coverage, answerTypes };
  return placesTable({ ...result, kind: 'conform', clauses, coverage }).rows.map((row) => row.map(cellText));
}

describe('places that were not reached', () => {
  it('what it takes is said of each place', () => {
    expect(asked(['allocation question, shown'], ['allocation question, refused', 'only page, begun'])).toEqual([
      ['allocation question, refused', '1', 'an allocation question that must be answered (surveys.required)'],
      ['only page, begun', '1', 'a survey of one page in surveys.walk'],
    ]);
  });

  it('what another clause came to is there already', () => {
    expect(asked(['only page, refused'], ['only page, refused'])).toEqual([]);
    expect(asked(['list-responses, middle page'], ['list-responses, full last page'])).toEqual([]);
  });

  it('a kind of question that is nowhere shown is asked for once', () => {
    const missed = ['shown', 'refused', 'resumed', 'gone back to'].map((how) => `rank question, ${how}`);
    expect(asked([], missed)).toEqual([
      ['rank question, shown', '1', 'a rank question in a walked survey (surveys.walk)'],
    ]);
    const pages = ['begun', 'refused', 'resumed'].map((how) => `only page, ${how}`);
    expect(asked([], pages)).toEqual([['only page, begun', '1', 'a survey of one page in surveys.walk']]);
  });

  it('nobody is asked for questions that were answered', () => {
    expect(asked([], ['date question, shown'], ['date'])).toEqual([]);
    expect(asked([], ['date question, shown'], ['date-time'])).toHaveLength(1);
  });
});

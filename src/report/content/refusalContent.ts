import type { RunResult } from '../../result/runResult.ts';
import { cut } from '../plainText.ts';
import { countText } from '../quantities.ts';
import type { Table } from './content.ts';

/** `result.json` holds the whole of what was tried: a text of thousands of characters buries what was said of it. */
const longestShown = 60;

/** Answers that looked valid and were refused, by question, each with the line of the profile that would help. */
export function refusalTable({ refusals = [] }: RunResult): Table {
  return {
    kind: 'table',
    id: 'refusals',
    title: 'Refused answers',
    note: 'They looked valid: the rules of these questions are shown nowhere. No violation; the profile can say what to answer.',
    headings: ['Survey, question', '#Refused', 'Tried', 'The service said', 'What would help'],
    rows: refusals.map(({ surveyId, questionId, count, tried, said, learnt, proposal }) => [
      `${surveyId}, ${questionId}`,
      countText(count),
      { text: cut(tried, longestShown), as: 'code' },
      cut(said, longestShown),
      {
        text: proposal,
        as: 'code',
        ...(learnt === null ? {} : { note: `learnt: it took a text of kind ${learnt}` }),
      },
    ]),
  };
}

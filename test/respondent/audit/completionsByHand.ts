import { tokenOf } from '../../../src/judging/tokens.ts';
import type { WalkCompletion } from '../../../src/respondent/crowd.ts';
import type { Completion, GivenAnswer } from '../../../src/service/completedResponses.ts';

/** One respondent's completion of survey 1001: as it was submitted, and as the service holds it. */
export interface CompletionByHand {
  readonly submitted: WalkCompletion;
  readonly held: Completion;
}

/** The run that its respondents are of. */
export const runByHand = 'byhand';

/** Deterministic and different from respondent to respondent. */
export function completionByHand(index: number): CompletionByHand {
  const token = tokenOf(runByHand, index);
  const satisfied = 10101 + (index % 5);
  const products = [10201, 10202, 10203, 10204].filter((_, bit) => ((index % 15) + 1) & (1 << bit));
  const improvement = `${token} naïve “café” ☕ ${index}`;
  const other = index % 3 === 0 ? { answerId: 10404, text: `on a bus ${token}` } : undefined;
  const heard = other?.answerId ?? 10401 + (index % 3);
  const channels = [[10501], [10502, 10503], [10501, 10502, 10503]][index % 3] ?? [];
  const ranks = [1, 2, 3, 4].map((value) => ((value + index) % 4) + 1);
  const [web, mobile] = [index % 50, index % 37];
  const points = [web, mobile, 100 - web - mobile];
  const bodies = [
    { u_101: String(satisfied), m_102: products.map(String) },
    { t_10301: improvement },
    { u_104: String(heard), ...(other ? { t_10404: other.text } : {}), m_105: channels.map(String) },
    Object.fromEntries(ranks.map((value, item) => [`r_${10601 + item}`, String(value)])),
    Object.fromEntries(points.map((value, item) => [`s_${10701 + item}`, String(value)])),
  ];
  const answers: GivenAnswer[] = [
    { kind: 'single', questionId: 101, answerIds: [satisfied] },
    { kind: 'multiple', questionId: 102, answerIds: products },
    { kind: 'text', questionId: 103, texts: [{ answerId: 10301, text: improvement }] },
    { kind: 'single', questionId: 104, answerIds: [heard], ...(other ? { other } : {}) },
    { kind: 'multiple', questionId: 105, answerIds: channels },
    { kind: 'rank', questionId: 106, values: ranks.map((value, item) => ({ answerId: 10601 + item, value })) },
    { kind: 'allocation', questionId: 107, values: points.map((value, item) => ({ answerId: 10701 + item, value })) },
  ];
  const respondent = { ipAddress: '127.0.0.1', userAgent: 'by hand' };
  return {
    submitted: {
      surveyId: 1001,
      token,
      pages: bodies.map((body) => ({ questions: [], body: JSON.stringify(body), certain: true })),
    },
    held: { id: `walk ${index}`, surveyId: 1001, respondent, startedAtMs: 0, endedAtMs: index, answers },
  };
}

import type { Violation } from '../../result/verdict.ts';
import type { ProblemCard } from './problemCard.ts';

/** What is said of a problem under its title, in the order in which it is read: a label and a text each. */
export function problemSaid({
  lead,
  promise,
  seen,
  replay,
  trace,
}: ProblemCard): (readonly [label: string, text: string])[] {
  const said = [
    ['promise', `${promise} (${lead.clause})`],
    ['expected', lead.expected],
    ['actual', lead.actual],
    ['at', isKindDue(lead) ? '' : lead.path],
    ['answers', answersSaid(lead)],
    ['seen', seen],
    ['trace', trace?.href ?? trace?.id ?? ''],
    ['repeat', replay],
  ] as const;
  return said.filter(([, text]) => text !== '');
}

/** Whether what is expected names the member. */
function isKindDue({ symptom }: Violation): boolean {
  return symptom?.due !== undefined && 'kind' in symptom.due;
}

function answersSaid(violation: Violation): string {
  const first = firstDifference(violation);
  return first === null ? '' : `${first.question}: given ${first.given}; stored ${first.stored}`;
}

/** The first answer that is stored otherwise than it was given, in words; `null` where none is known. */
export function firstDifference({ answers }: Violation): Record<'question' | 'given' | 'stored', string> | null {
  const first = answers?.questions.find(({ differs }) => differs);
  if (first === undefined) return null;
  const { questionId, given, stored } = first;
  return { question: `question ${questionId}`, given: given || 'nothing', stored: stored || 'nothing' };
}

import { membersOf } from '../../contract/jsonShape.ts';
import type { PageView } from './pageView.ts';

type Given = readonly [question: string, answer: string];

/**
 * What a submission answers, question by question, in the words of the page that it answers; where the page is not
 * known, as it was sent.
 */
export function givenAnswers(body: string | null, page: PageView | null): Given[] {
  const byQuestion = new Map<string, string[]>();
  for (const [key, value] of Object.entries(membersOf(body ?? ''))) {
    const [question, answer] = given(key, value, page);
    byQuestion.set(question, [...(byQuestion.get(question) ?? []), answer]);
  }
  return [...byQuestion].map(([question, answers]) => [question, answers.join(', ')] as const);
}

function given(key: string, value: unknown, page: PageView | null): Given {
  const id = Number(/_(\d+)$/.exec(key)?.[1]);
  const question = page?.questions.find((each) => each.id === id || each.answers.some((answer) => answer.id === id));
  const words = (sent: unknown): string => {
    const chosen = question?.answers.find((answer) => String(answer.id) === String(sent));
    return chosen === undefined || chosen.text === '' ? String(sent) : chosen.text;
  };
  const answer = Array.isArray(value) ? value.map(words).join(', ') : words(value);
  return [question === undefined ? key : question.text, answer];
}

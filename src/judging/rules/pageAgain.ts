import { ClauseTable } from '../../contract/clause.ts';
import { byId } from '../../contract/entityId.ts';
import type { Findings } from '../findings.ts';
import type { Actual } from '../mismatch.ts';
import type { QuestionView } from '../reading/questionView.ts';
import type { ShownPage } from '../reading/shownPage.ts';

export const pageAgainClauses = new ClauseTable()
  .group('states')
  .must('PAGE-AGAIN-01', 'move-resume', { probes: ['resuming', 'missing-answers', 'going-back', 'back-disallowed'] })
  .says(
    'A page that is shown again has each text with its own answer; by the same answers, it is final or not, and keeps its words.',
  )
  .brokenBy('A page that is shown again is not as before')
  .follows('page-left', 'final-flag', 'question')
  .should('PAGE-AGAIN-02', 'move-resume', { probes: ['resuming', 'missing-answers', 'going-back'] })
  .says('A page that is shown again has the same types, texts and answers.')
  .why('Texts may follow from answers, or be drawn anew; answers may be hidden or shown by others; types, locked.')
  .follows('question');

/** Where what differs stands, but for the page as a whole. */
const path = 'questions[].json';
const flag = 'meta.isFinalPage';

/**
 * A page that one session is shown again, question by question; of those that are on one of the two only, nothing.
 *
 * @param isUnchanged whether all answers are those that they were.
 */
export function judgePageAgain(findings: Findings, page: ShownPage, before: ShownPage, isUnchanged: boolean): void {
  let other: Exclude<Actual, () => unknown> = '';
  let differs = '';
  if (isUnchanged && page.isFinal !== before.isFinal)
    // Which of the two is wrong nobody can tell: what was said before stands in the other answer.
    other = { value: before.isFinal, at: flag, words: `isFinalPage ${page.isFinal}, after ${before.isFinal}` };
  for (const question of page.questions) {
    const earlier = before.questions.find(({ id }) => id === question.id);
    if (earlier === undefined || earlier.json === question.json || saysTheSame(question, earlier)) continue;
    if (isExchanged(question, earlier)) other = `question ${question.id}: texts of its answers are exchanged`;
    if (question.type !== earlier.type) differs = `question ${question.id}: type ${question.type}`;
    if (wordsOf(question) !== wordsOf(earlier)) differs = `question ${question.id}: other words`;
    if (isUnchanged && hasLostWords(question, earlier)) other = `question ${question.id}: words are gone`;
    if (idsOf(question) !== idsOf(earlier)) differs = `question ${question.id}: answers ${idsOf(question)}`;
  }
  const place = typeof other === 'string' ? path : flag;
  findings.expect('PAGE-AGAIN-01', other === '', 'the page as it was shown before', other, place);
  findings.expect('PAGE-AGAIN-02', differs === '', 'the texts and answers of before', differs, path);
}

/** Whether nothing but marks, or what is not judged here, differs: so it is with nearly every question that differs. */
function saysTheSame({ type, text, answers }: QuestionView, earlier: QuestionView): boolean {
  if (type !== earlier.type || text !== earlier.text || answers.length !== earlier.answers.length) return false;
  return answers.every((answer, at) => {
    const before = earlier.answers[at];
    return before !== undefined && answer.id === before.id && answer.text === before.text;
  });
}

/** Whether an answer has the text that was another one's. */
function isExchanged({ answers }: QuestionView, earlier: QuestionView): boolean {
  const texts = new Map(earlier.answers.map(({ id, text }) => [id, text]));
  return answers.some(({ id, text }) => {
    const own = texts.get(id);
    if (text === null || text === '' || own === undefined || own === text) return false;
    return earlier.answers.some((each) => each.id !== id && each.text === text);
  });
}

function hasLostWords(question: QuestionView, earlier: QuestionView): boolean {
  const texts = new Map(question.answers.map(({ id, text }) => [id, text]));
  return (
    (isBlank(question.text) && !isBlank(earlier.text)) ||
    earlier.answers.some(({ id, text }) => texts.has(id) && isBlank(texts.get(id)) && !isBlank(text))
  );
}

function isBlank(text: string | null | undefined): boolean {
  return text === undefined || text === null || text.trim() === '';
}

function idsOf({ answers }: QuestionView): string {
  return answers
    .map(({ id }) => id)
    .sort(byId)
    .join(', ');
}

/** The words of a question: without markup, which may carry what is made for each request, and numbers, which may count. */
function wordsOf({ text, answers }: QuestionView): string {
  const ordered = answers.toSorted((a, b) => byId(a.id, b.id)).map((answer) => answer.text ?? '');
  return [text, ...ordered].map((each) => each.replaceAll(/<[^<>]*>|\d|\s/g, '')).join('\n');
}

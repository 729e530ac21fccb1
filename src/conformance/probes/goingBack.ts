import { type AnswerChoice, chosenIds, type SubmitBody } from '../drive/answering.ts';
import type { Conversation, Turn } from '../drive/conversation.ts';
import { inputValue } from '../drive/htmlValue.ts';
import type { PageView, QuestionView } from '../drive/pageView.ts';
import { shown } from '../ledger/judge.ts';
import { known, lacksBack, type Probe, ProbeBlocked, pageIn, pageName, type Scene } from './scene.ts';

const maxPages = 200;

/** 3. GET previous-page: from each page, twice, with the answers given earlier, and on again. */
export const goingBack: Probe = {
  id: 'going-back',
  area: 'previous-page',
  clauses: [
    'ROUTE-PREVIOUS-01',
    'MOVE-BACK-01',
    'MOVE-BACK-02',
    'PREVIOUS-SELECTED-01',
    'PREVIOUS-SELECTED-02',
    'PREVIOUS-TEXT-01',
    'PREVIOUS-FIRST-01',
    'SANITY-LOST-01',
  ],
  lacks: lacksBack,
  async run(scene) {
    const choices: Partial<AnswerChoice>[] = [{ option: 0 }, { option: 1 }, { option: 1, other: true }];
    await scene.inEach(scene.backSurveys, async (surveyId) => {
      for (const choice of choices) await backFromEachPage(scene, surveyId, choice);
      await backTwice(scene, surveyId);
    });
  },
};

/** At every page: back, forth with other answers, back again, forth. */
async function backFromEachPage(scene: Scene, surveyId: number, choice: Partial<AnswerChoice>): Promise<void> {
  const { conversation } = await scene.begin(surveyId);
  for (let steps = 0; conversation.page !== null && steps < maxPages; steps++) {
    const before = conversation.page;
    const given = conversation.answers(choice);
    const onward = known(await conversation.submit(given));
    if (onward.status !== 'success' || onward.page === null) return;
    if (!(await backAndForth(conversation, before, given, onward.page))) return;
  }
}

/** @returns whether the respondent is on the page after `before` again. */
async function backAndForth(
  conversation: Conversation,
  before: PageView,
  given: SubmitBody,
  after: PageView,
): Promise<boolean> {
  const back = known(await conversation.back());
  back.judge.expect(
    'ROUTE-PREVIOUS-01',
    back.reading.kind === 'flow',
    'a body of the respondent flow',
    () => back.name,
  );
  const there = back.status === 'success' && back.page?.identity === before.identity;
  const expected = `success with ${pageName(before)}, the page before`;
  back.judge.expect('MOVE-BACK-01', there, expected, () => `${back.name}, ${pageName(back.page)}`);
  if (!there || back.page === null) return false;
  judgeMarks(back, back.page, given);
  observeTyped(back, back.page, given);
  const forth = known(await conversation.submit(given));
  const onward = forth.status === 'success' && forth.page?.identity === after.identity;
  const wanted = `success with ${pageName(after)}, as before`;
  forth.judge.expect('MOVE-BACK-02', onward, wanted, () => `${forth.name}, ${pageName(forth.page)}`);
  if (!onward) return false;
  const again = known(await conversation.back());
  if (again.page?.identity !== before.identity) return false;
  judgeMarks(again, again.page, given, 'SANITY-LOST-01');
  const resumed = known(await conversation.take());
  const place = resumed.page?.identity === before.identity ? 'page-shown' : 'furthest-page';
  resumed.judge.observe('Q-RESUME-AFTER-BACK', resumed.page === null ? resumed.name : place);
  if (place !== 'page-shown') return resumed.page?.identity === after.identity;
  return known(await conversation.submit(given)).page?.identity === after.identity;
}

/** Chosen answers are marked, others are not (`selected` is promised for choices only). */
export function judgeMarks(
  turn: Turn,
  page: PageView,
  given: SubmitBody,
  clause: 'PREVIOUS-SELECTED-01' | 'SANITY-LOST-01' = 'PREVIOUS-SELECTED-01',
): void {
  for (const question of page.questions) {
    if (question.prefix !== 'u_' && question.prefix !== 'm_') continue;
    const chosen = chosenIds(question, given);
    const marked = question.answers.filter(({ selected }) => selected).map(({ id }) => id);
    const missing = chosen.filter((id) => !marked.includes(id));
    const extra = marked.filter((id) => !chosen.includes(id));
    const actual = (): string => `question ${question.id}: selected ${marked.join(', ') || 'none'}`;
    const expected = `question ${question.id}: selected ${chosen.join(', ') || 'none'}`;
    turn.judge.expect(clause, missing.length === 0, expected, actual);
    turn.judge.expect('PREVIOUS-SELECTED-02', extra.length === 0, expected, actual);
  }
}

/** Where texts and numbers given earlier are found: the document promises it for choices only. */
function observeTyped(turn: Turn, page: PageView, given: SubmitBody): void {
  for (const question of page.questions) {
    if (question.prefix === 'u_' || question.prefix === 'm_') continue;
    const values = ownValues(question, given);
    if (values.length === 0) continue;
    const isText = question.prefix === 't_';
    const inHtml = values.every(([name, value]) => sameValue(inputValue(question.html, name), value));
    const inJson = isText
      ? values.every(([, value]) => question.json.includes(JSON.stringify(value).slice(1, -1)))
      : question.answers.some(({ carriesMore }) => carriesMore);
    const where = inHtml ? (inJson ? 'both' : 'html') : inJson ? 'json' : 'absent';
    turn.judge.observe('Q-SELECTED-TYPED', String(question.answers.some(({ selected }) => selected)));
    turn.judge.observe(isText ? 'Q-BACK-TEXT' : 'Q-BACK-OTHER-KINDS', where);
    if (isText) for (const [name, value] of values) judgeText(turn, name, inputValue(question.html, name), value);
  }
}

/** A text need not come back; one that does is the one that was given. */
function judgeText(turn: Turn, name: string, shownText: string, given: string): void {
  if (shownText === '') return;
  turn.judge.expect('PREVIOUS-TEXT-01', shownText === given, `${name}: ${shown(given)}`, () => shown(shownText));
}

function ownValues(question: QuestionView, given: SubmitBody): [string, string][] {
  return Object.entries(given).flatMap(([name, value]): [string, string][] =>
    question.inputs.has(name) && typeof value === 'string' ? [[name, value]] : [],
  );
}

/** Leading zeros of numbers play no part. */
function sameValue(inInput: string, given: string): boolean {
  return inInput === given || (inInput !== '' && /^\d+$/.test(given) && Number(inInput) === Number(given));
}

/** From the third page to the first: marks of the first page, `previousPageUrl` null, and back once more. */
async function backTwice(scene: Scene, surveyId: number): Promise<void> {
  const { conversation, page: first } = await scene.begin(surveyId);
  const given = conversation.answers({ option: 1 });
  const second = pageIn(known(await conversation.submit(given)));
  const third = known(await conversation.answer({ option: 1 }));
  if (third.page === null || third.status !== 'success') throw new ProbeBlocked('the survey has only two pages');
  const once = known(await conversation.back());
  const twice = known(await conversation.back());
  const expected = `${pageName(second)}, then ${pageName(first)}`;
  const came = once.page?.identity === second.identity && twice.page?.identity === first.identity;
  twice.judge.expect('MOVE-BACK-01', came, expected, () => `${pageName(once.page)}, then ${pageName(twice.page)}`);
  if (!came || twice.page === null) return;
  judgeMarks(twice, twice.page, given);
  const { previousPageUrl } = twice.page;
  twice.judge.expect('PREVIOUS-FIRST-01', previousPageUrl === null, 'previousPageUrl null on the first page', () =>
    String(previousPageUrl),
  );
  const beyond = known(await conversation.back());
  const sameAgain = beyond.page?.identity === first.identity ? 'same-page' : beyond.name;
  const refused = beyond.exchange.httpStatus === 400 && beyond.reading.kind !== 'flow';
  beyond.judge.observe('Q-PREVIOUS-FIRST-AFTER-BACK', refused ? 'error-400' : sameAgain);
}

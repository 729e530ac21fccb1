import { expect, test } from 'vitest';
import { placeOf, ShownPages } from '../../../src/report/content/shownPages.ts';
import { storyboard } from '../../../src/report/content/storyboard.ts';
import { cutInMiddle } from '../../../src/report/plainText.ts';
import type { Violation, WitnessStep } from '../../../src/result/verdict.ts';
import { sampleViolations } from '../../support/sampleVerdicts.ts';

function page(id: number, text: string): string {
  const json = JSON.stringify({ id, type: 'U', text, answers: [{ id: id * 100 + 1, text: 'By a friend' }] });
  return JSON.stringify({ response: { status: 'success', questions: [{ html: '', json }] }, requestID: 'r' });
}

function step(endpoint: string, body: string | null, answer: string): WitnessStep {
  const sent = { session: 0, endpoint, method: 'GET', path: `/a/api/v2/surveys/2101/${endpoint}`, headers: {}, body };
  const response = { httpStatus: 200, failure: null, body: answer };
  return { ...sent, sessionTransport: 'keep', concurrent: 0, response };
}

function violation(steps: WitnessStep[], said: Partial<Violation> = {}): Violation {
  const [sample] = sampleViolations(1);
  if (sample === undefined) throw new Error('no sample');
  return {
    ...sample,
    expected: 'it',
    actual: 'another',
    ...said,
    witness: { steps, failingStep: steps.length - 1, curl: '' },
  };
}

const walk = [
  step('take', null, page(1, 'Who are you?')),
  step('submit-page', '{"u_1":"101"}', page(2, 'Where do you live?')),
  step('submit-page', '{"u_2":"201"}', page(3, 'How did you hear about us?')),
];

test('survey, page and question are named in words', () => {
  const shown = violation(walk);
  expect(placeOf(shown, new ShownPages([shown]))).toBe(
    'survey 2101, third page, “How did you hear about us?” (question 3)',
  );
});

test('where the wrong page came on going back, the place is the page that was due, as one gone back to', () => {
  const back = violation([...walk, step('previous-page', null, page(1, 'Who are you?'))], {
    symptom: { due: { page: '2' }, came: ['page'] },
  });
  expect(placeOf(back, new ShownPages([back]))).toMatch(/^survey 2101, going back to the second page, /);
});

test('a survey is named with what it is there for, and what an answer left with where it is seen', () => {
  const shown = violation(walk.slice(0, 1));
  const pages = new ShownPages([violation(walk)], { surveys: { suspended: 2101, closed: 7 } });
  expect(placeOf(shown, pages)).toMatch(/^survey 2101 \(of a suspended owner\), first page/);
  const stored = violation(walk, { endpoint: 'list-responses', actual: 'value.other of question 2 has it' });
  expect(placeOf(stored, pages)).toMatch(/“Where do you live\?” \(question 2\), in its record \(list-responses\)$/);
});

test('questions are named as respondents read them, without references of HTML', () => {
  const shown = violation([step('take', null, page(1, 'Sch&ouml;ner wohnen &ndash; wie?'))]);
  expect(placeOf(shown, new ShownPages([shown]))).toContain('“Schöner wohnen – wie?”');
});

test('a question that is named stands on its own page, wherever the walk went from there', () => {
  const altered = violation(walk, {
    expected: 'the answers that were given',
    actual: 'altered: question 1: 101 became 7',
  });
  const pages = new ShownPages([altered]);
  expect(placeOf(altered, pages)).toBe('survey 2101, first page, “Who are you?” (question 1)');
  expect(pages.withWords(altered.actual)).toContain('question 1 (“Who are you?”): 101 (“By a friend”) became 7');
  expect(pages.withWords('choices: "101", "7" became "7", "101"')).toBe(
    'choices: "101 (“By a friend”)", "7" became "7", "101 (“By a friend”)"',
  );
  expect(pages.withWords('choices of question 9: "7", "101", as they were given')).toContain(
    '"101 (“By a friend”)", as',
  );
});

test('where another page came than was due, the place is where it was asked for', () => {
  const skipped = violation(walk, { symptom: { came: ['later-page', 'page'] } });
  expect(placeOf(skipped, new ShownPages([skipped]))).toBe(
    'survey 2101, second page, “Where do you live?” (question 2)',
  );
});

test('where going back shows a page that was not on the way, the submission is a place to look at too', () => {
  const way = [...walk, step('previous-page', null, page(4, 'Why?'))];
  const placeWith = (came: string[]) => {
    const back = violation(way, { symptom: { due: { page: '2' }, came } });
    return placeOf(back, new ShownPages([back]));
  };
  expect(placeWith(['page-off-the-way', 'page'])).toContain('going back to the second page, or submitting it,');
  expect(placeWith(['page'])).not.toContain('submitting');
  const stayed = violation(way, { symptom: { due: { page: '3' }, came: ['page-before', 'page'] } });
  expect(placeOf(stayed, new ShownPages([stayed]))).toContain('going back from the third page');
  // The page of a way that is not known from its beginning has no number.
  const rest = violation(way.slice(1), { symptom: { due: { page: '2' }, came: ['page-off-the-way', 'page'] } });
  expect(placeOf(rest, new ShownPages([rest]))).toMatch(/^survey 2101, “/);
});

test('the other surveys that show it are named, and of calls the other endpoints', () => {
  const shown = violation(walk, { surveys: { '2101': 3, '2102': 1, '2103': 2 } });
  expect(placeOf(shown, new ShownPages([shown]), [shown])).toMatch(/\(question 3\); in 2102, 2103 too$/);
  const call = violation([step('create-department', null, '{}')], { endpoint: 'create-department' });
  const others = [call, { ...call, endpoint: 'create-template' }, { ...call, endpoint: 'update-datapad' }];
  expect(placeOf(call, new ShownPages(others), others)).toMatch(
    /\(create-department\); create-template, update-datapad too$/,
  );
});

test('after a key was replaced, no page is the place', () => {
  const replaced = violation([step('regenerate-key', null, '{}'), ...walk]);
  expect(placeOf(replaced, new ShownPages([replaced]))).toBe('GET /a/api/v2/surveys/2101/submit-page (submit-page)');
});

test('the place of an answer that is stored otherwise is its question, not the call that shows it', () => {
  const answer = { questionId: 305, question: 'Where do you live?', given: 'Here', stored: 'There', differs: true };
  const stored = violation([step('fetch-response', null, '{}')], {
    answers: { respondent: 'cvs-a', responseId: 7, questions: [answer], submitted: [] },
  });
  expect(placeOf(stored, new ShownPages([stored]))).toBe('survey 2101, “Where do you live?” (question 305)');
});

test('the place of a refused call that takes effect is that call, not the one that shows it', () => {
  const call = (endpoint: string, httpStatus: number): WitnessStep => {
    const sent = step(endpoint, null, '{}');
    return { ...sent, path: `/a/api/v2/organizations/1/${endpoint}`, response: { ...sent.response, httpStatus } };
  };
  const shown = violation([call('create-department', 401), call('list-departments', 200)], {
    symptom: { came: ['effect'] },
  });
  expect(placeOf(shown, new ShownPages([shown]))).toBe(
    'GET /a/api/v2/organizations/1/create-department (create-department)',
  );
});

test('questions whose ids differ in digits that a number loses are two', () => {
  const exact = (id: string, text: string): string => page(7, text).replace('\\"id\\":7,', `\\"id\\":${id},`);
  const steps = [
    step('take', null, exact('9007199254740993', 'Who are you?')),
    step('submit-page', '{}', exact('9007199254740992', 'Where do you live?')),
  ];
  const pages = new ShownPages([violation(steps)]);
  expect(placeOf(violation(steps.slice(0, 1)), pages)).toContain('“Who are you?” (question 9007199254740993)');
  expect(pages.withWords('question 9007199254740992')).toContain('“Where do you live?”');
});

test('a page that comes again is the one that it was; of a way whose beginning is missing none is counted', () => {
  const back = violation([...walk, step('previous-page', null, page(2, 'Where do you live?'))]);
  const late = violation(walk.slice(1));
  const pages = new ShownPages([back]);
  expect(placeOf(back, pages)).toContain('second page');
  expect(placeOf(late, pages)).toBe('survey 2101, “How did you hear about us?” (question 3)');
});

test('what it took on a short way beside submitting is said', () => {
  const refused = page(3, 'How did you hear about us?').replace('success', 'validation_errors');
  const way = [...walk, step('submit-page', '{}', refused), step('take', null, page(1, 'Who are you?'))];
  expect(placeOf(violation(way), new ShownPages([]))).toBe('survey 2101, first page, after answers were refused');
  const back = [...walk, step('previous-page', null, page(2, 'Where do you live?')), ...walk.slice(2)];
  expect(placeOf(violation(back), new ShownPages([]))).toMatch(/, after going back$/);
  const asWalked = violation(way, { classification: 'unclassified' });
  expect(placeOf(asWalked, new ShownPages([]))).toBe('survey 2101, first page');
  // Of steps of which none was left out nobody knows that they took all of them.
  const reproduction = { failed: 3, repeated: 3, recordedSteps: way.length };
  expect(placeOf(violation(way, { reproduction }), new ShownPages([]))).toBe('survey 2101, first page');
});

test('where a page was skipped, the place is the page that was due', () => {
  const [first, , third] = walk;
  if (first === undefined || third === undefined) throw new Error('the walk has three pages');
  const skipped = violation([first, third], { symptom: { due: { page: '2' } }, expected: 'the page with question 2' });
  expect(placeOf(skipped, new ShownPages([skipped, violation(walk)]))).toBe(
    'survey 2101, second page, “Where do you live?” (question 2)',
  );
});

test('the item of a list that shows it is named by its id, and by its name where it has one', () => {
  const listing = (endpoint: string, item: object): string => {
    const body = JSON.stringify({ response: [{ n: 1, name: 'Post room', departmentID: 30 }, item] });
    const found = { path: 'response[].n', value: '"two"' };
    const shown = violation([step(endpoint, null, body)], { endpoint, path: 'response[].n', symptom: { found } });
    return placeOf(shown, new ShownPages([]));
  };
  expect(listing('list-departments', { departmentID: 31, name: 'Front office', n: 'two' })).toMatch(
    /, departmentID 31 “Front office”$/,
  );
  expect(listing('list-responses', { responseID: 32, n: 'two' })).toMatch(/, responseID 32$/);
});

test('of a call, and of a request with another key, the place is the endpoint', () => {
  const placed = (last: Partial<WitnessStep>) =>
    placeOf(violation([...walk, { ...step('take', null, ''), ...last }]), new ShownPages([]));
  expect(placed({ endpoint: 'list-departments', path: '/a/api/v2/organizations/1/departments' })).toBe(
    'GET /a/api/v2/organizations/1/departments (list-departments)',
  );
  expect(placed({ endpoint: 'list-responses', path: '/a/api/v2/surveys/7/responses' })).toBe(
    'GET /a/api/v2/surveys/7/responses (list-responses)',
  );
  expect(placed({ headers: { 'api-key': '' } })).toBe('GET /a/api/v2/surveys/2101/take (take)');
});

test('questions in what was expected and what came are named by their words', () => {
  const pages = new ShownPages([violation(walk)]);
  expect(pages.withWords('the page with question 3, not question 77')).toBe(
    'the page with question 3 (“How did you hear about us?”), not question 77',
  );
  expect(pages.withWords('the page with question 2, 3')).toBe('the page with questions 2 (“Where do you live?”), 3');
  expect(pages.withWords('answer 201 of question 2 selected')).toBe(
    'answer 201 of question 2 (“Where do you live?”) selected',
  );
  expect(pages.withWords('question 3: selected 301')).toBe(
    'question 3 (“How did you hear about us?”): selected 301 (“By a friend”)',
  );
  expect(pages.withWords('selected 77, 301')).toBe('selected 77, 301 (“By a friend”)');
});

test('a page that was not recorded is borrowed from another walk, which also gives the answers their words', () => {
  const unrecorded = violation([step('take', null, ''), step('submit-page', '{"u_3":"301"}', page(1, 'Who are you?'))]);
  const [first, second] = storyboard(unrecorded, new ShownPages([violation(walk)]));
  expect(first).toMatchObject({ isBorrowed: true, page: { ids: [3] } });
  expect(second).toMatchObject({ isBorrowed: false, given: [['How did you hear about us?', 'By a friend']] });
  expect(storyboard(unrecorded)[0]).toMatchObject({ isBorrowed: false, page: null });
});

test('the steps around the break are near, the ones before are folded', () => {
  const long = violation([...walk, ...walk.slice(1), ...walk.slice(1)]);
  expect(storyboard(long).map(({ isNear }) => isNear)).toEqual([false, false, false, false, true, true, true]);
});

test('a long answer keeps its beginning and its end, and says how long it is', () => {
  const text = `${'nine thousand '.repeat(400)}the end`;
  const long = cutInMiddle(text, 160);
  expect(long).toHaveLength(160);
  expect(long).toMatch(/^nine thousand .* … \(5,607 characters\) … .*the end$/);
  expect(cutInMiddle('short', 160)).toBe('short');
});

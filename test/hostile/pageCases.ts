import { breaks, fine, type HostileCase } from './hostileCase.ts';
import type { HostileRequest, Protocol } from './hostileTarget.ts';
import { element, page, paths, status, survey } from './soundAnswers.ts';

type Outcome = Pick<HostileCase, 'service' | 'failure' | 'clause'>;

// What a page holds is the same over every protocol: other cases show that bodies arrive.
function shows(
  name: string,
  questions: (request: HostileRequest) => unknown,
  outcome: Outcome,
  over: readonly Protocol[] = ['plain'],
): HostileCase {
  return {
    name,
    does: { answer: survey((request) => page({ questions: questions(request) }, request)) },
    over,
    ...outcome,
  };
}

function pages(
  name: string,
  changes: (request: HostileRequest) => Readonly<Record<string, unknown>>,
  outcome: Outcome,
): HostileCase {
  return {
    name,
    does: { answer: survey((request) => page(changes(request), request)) },
    over: ['plain'],
    ...outcome,
  };
}

const many = <T>(count: number, one: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => one(at));
const form = (paramPrefix: unknown, paramIdType: unknown = 'answerId', otherParamPrefix: unknown = null) => ({
  formParam: { paramPrefix, paramIdType, otherParamPrefix },
});
const answers = (count: number) => ({ answers: many(count, (id) => ({ id, text: 'a' })) });
const strange = breaks(null);
const everywhere: readonly Protocol[] = ['plain', 'tls', 'h2'];

const prefixes: readonly unknown[] = [
  '',
  '_',
  '__proto__',
  'constructor',
  'x"y',
  'a\u0000b',
  '\ud800',
  '<b>',
  'dt',
  'dt_',
  'dt_x_',
  'u',
  'u_u_',
  'ü'.repeat(1000),
  'x'.repeat(100_000),
  7,
  null,
  {},
  [],
];
const ids: readonly unknown[] = ['1', '', null, true, {}, [], [1], { toString: 1 }, 1.5, -1, 1e21, 2 ** 53];
const types: readonly unknown[] = [
  'constructor',
  '__proto__',
  'toString',
  '',
  'X',
  'U'.repeat(100_000),
  7,
  null,
  {},
  ['U'],
];
const links = (elsewhere: string): readonly unknown[] => [
  `${elsewhere}/steal`,
  `//${elsewhere.slice('http://'.length)}/steal`,
  `http:${elsewhere.slice('http:'.length)}`,
  'https://user:secret@127.0.0.1/x',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:,x',
  '/a/api/../../x',
  '/a b',
  '/\r\nx: y',
  '\\\\127.0.0.1\\x',
  '/%00',
  '?',
  '#',
  '',
  '/x'.repeat(50_000),
  'http://[::1',
  7,
  {},
  ['/x'],
  { toString: 1 },
];

export const pageCases: readonly HostileCase[] = [
  shows('300 questions', () => many(300, (id) => element({ id })), fine),
  shows('300 questions of one id', () => many(300, () => element()), breaks('QUESTION-UNIQUE-01')),
  shows('300 questions that are no questions', () => many(300, () => ({ html: '', json: '{}' })), strange),
  shows('300 texts in place of questions', () => many(300, () => 'x'), strange),
  shows('6,000 answers', () => [element(answers(3000)), element({ id: 12, ...answers(3000) })], fine),
  shows(
    '2,000 answers of one id',
    () => [element({ answers: many(2000, () => ({ id: 1, text: 'a' })) })],
    breaks('QUESTION-UNIQUE-01'),
  ),
  shows(
    '2,000 dates with an input each',
    () => [
      element(
        { type: 'D', ...form('dt_'), ...answers(2000) },
        many(2000, (at) => `<input name=dt_day_${at}>`).join(''),
      ),
    ],
    fine,
  ),
  shows('2,000 ranks', () => [element({ type: 'R', ...form('r_'), ...answers(2000) })], fine),
  shows(
    '2,000 texts of one question',
    () => [element({ type: 'T', ...form('t_'), answers: many(2000, (id) => ({ id })) })],
    fine,
  ),
  shows(
    'an answer text of 200,000 characters',
    () => [element({ answers: [{ id: 1, text: 'x'.repeat(200_000) }] })],
    fine,
  ),
  ...[null, {}, 'x', 7, [], [null], [[]], [{}], [7]].map((questions) =>
    shows(`questions ${JSON.stringify(questions)}`, () => questions, strange),
  ),
  ...[null, 7, {}, [], '{', '[]', 'null', '"x"', '7'].map((json) =>
    shows(`a question whose json is ${JSON.stringify(json)}`, () => [{ html: '', json }], strange),
  ),
  shows(
    'a question nested 20,000 deep',
    () => [{ html: '', json: `${'['.repeat(20_000)}${']'.repeat(20_000)}` }],
    strange,
  ),
  shows('50,000 brackets in place of a question', () => [{ html: '', json: '['.repeat(50_000) }], strange),
  shows('html that is an object', () => [{ ...element(), html: { toString: 1 } }], strange),
  // That markup is read in linear time, `judging/reading/htmlInputs.test.ts` tells of more of it.
  shows('inputs without an end', () => [element({}, '<input name='.repeat(33_000))], fine),
  ...prefixes.map((prefix) =>
    shows(
      `a prefix of ${JSON.stringify(prefix)?.slice(0, 40)}`,
      () => [element(form(prefix))],
      prefix === '' ? fine : breaks(null),
    ),
  ),
  ...ids.map((id) =>
    shows(`a question with id ${JSON.stringify(id)}`, () => [element({ id })], Number.isInteger(id) ? fine : strange),
  ),
  ...ids.map((id) =>
    shows(
      `an answer with id ${JSON.stringify(id)}`,
      () => [element({ answers: [{ id, text: 'a' }] })],
      Number.isInteger(id) ? fine : strange,
    ),
  ),
  ...types.map((type) =>
    shows(
      `a type of ${JSON.stringify(type)?.slice(0, 40)}`,
      () => [element({ type })],
      typeof type === 'string' ? fine : strange,
    ),
  ),
  ...links('http://x')
    .map((_, at) => at)
    .map((at) =>
      pages(
        `link ${at}: ${JSON.stringify(links('http://elsewhere')[at])?.slice(0, 40)}`,
        ({ elsewhere }) => ({
          navigation: { previousPageUrl: null, nextPageSubmitUrl: links(elsewhere)[at] },
        }),
        breaks(null, 'any'),
      ),
    ),
  ...[null, 7, {}, [], { previousPageUrl: 1 }, { nextPageSubmitUrl: null }].map((navigation) =>
    pages(`navigation ${JSON.stringify(navigation)}`, () => ({ navigation }), breaks(null)),
  ),
  ...[
    null,
    7,
    [],
    { isFinalPage: 'yes' },
    { isFinalPage: true, progressPercentage: '50' },
    { progressPercentage: 101 },
  ].map((meta) => pages(`meta ${JSON.stringify(meta)}`, () => ({ meta }), breaks(null))),
  {
    name: 'a survey without end',
    does: {
      answer: survey((request, at, given) => {
        const navigation = { previousPageUrl: at === 0 ? null : paths.previous, nextPageSubmitUrl: paths.submit };
        const meta = { isFinalPage: false, progressPercentage: 50 };
        const answers = [21, 22].map((id) => ({ id, text: 'a', selected: given.includes(`"${id}"`) }));
        return page({ meta, navigation, questions: [element({ id: 1000 + at, answers })] }, request);
      }, Number.POSITIVE_INFINITY),
    },
    over: everywhere,
    ...fine,
  },
  {
    name: 'a survey that rejects everything for ever',
    does: {
      answer: survey((request) => {
        const validationErrors = [{ questionId: 11, message: 'no', answerErrors: null }];
        const isRejected = request.method === 'POST';
        return page(isRejected ? { status: 'validation_errors', validationErrors } : {}, request);
      }, Number.POSITIVE_INFINITY),
    },
    over: everywhere,
    ...breaks('MOVE-ADVANCE-02'),
  },
  {
    name: 'a survey that answers 429 for ever',
    does: { answer: () => ({ status: 429, headers: { 'retry-after': '0' }, body: '{}' }) },
    over: everywhere,
    ...fine,
  },
  {
    name: 'a survey that is complete at once',
    does: { answer: survey((request) => status('survey_complete', request)) },
    over: everywhere,
    ...fine,
  },
];

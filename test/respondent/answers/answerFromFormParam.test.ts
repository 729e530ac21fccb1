import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QuestionReader } from '../../../src/judging/reading/questionReader.ts';
import type { QuestionView } from '../../../src/judging/reading/questionView.ts';
import { foreignToken, tokenOf } from '../../../src/judging/tokens.ts';
import { FixedChooser, RandomChooser } from '../../../src/respondent/answers/answerChooser.ts';
import { AnswerSheet, answerQuestion } from '../../../src/respondent/answers/answerFromFormParam.ts';
import { answerAsGiven } from '../../../src/respondent/answers/givenAnswers.ts';
import { Random } from '../../../src/respondent/random.ts';

type Kind = 'single' | 'multiple' | 'text' | 'rank' | 'allocation' | 'date' | 'date-time' | 'calendar';

/** A question as a service would send it, and how it would judge an answer: written from the document alone. */
interface Posed {
  readonly kind: Kind;
  readonly id: number;
  readonly answerIds: readonly number[];
  readonly hasOther: boolean;
  readonly bare: boolean;
}

const prefixes: Record<Kind, string> = {
  single: 'u_',
  multiple: 'm_',
  text: 't_',
  rank: 'r_',
  allocation: 's_',
  date: 'dt_',
  'date-time': 'dt_',
  calendar: 'dt_',
};
const parts: Partial<Record<Kind, readonly string[]>> = {
  date: ['day', 'month', 'year'],
  'date-time': ['day', 'month', 'year', 'hr', 'min', 'ampm'],
  calendar: ['cal'],
};

const posed: fc.Arbitrary<Posed> = fc
  .record({
    kind: fc.constantFrom<Kind>('single', 'multiple', 'text', 'rank', 'allocation', 'date', 'date-time', 'calendar'),
    id: fc.integer({ min: 1, max: 999 }),
    answerIds: fc.uniqueArray(fc.integer({ min: 1000, max: 9999 }), { minLength: 1, maxLength: 8 }),
    hasOther: fc.boolean(),
    bare: fc.boolean(),
  })
  .map((each) => ({
    ...each,
    hasOther: each.hasOther && (each.kind === 'single' || each.kind === 'multiple'),
    answerIds: parts[each.kind] === undefined ? each.answerIds : each.answerIds.slice(0, 1),
  }));

function jsonOf({ answerIds, bare, hasOther, id, kind }: Posed): string {
  const paramPrefix = bare ? prefixes[kind].slice(0, -1) : prefixes[kind];
  const byQuestion = kind === 'single' || kind === 'multiple';
  return JSON.stringify({
    id,
    type: kind === 'single' ? 'U' : kind === 'multiple' ? 'M' : kind === 'text' ? 'T' : 'X',
    text: 'q',
    answers: answerIds.map((answerId) => (kind === 'text' ? { id: answerId } : { id: answerId, text: 'a' })),
    formParam: {
      paramPrefix,
      paramIdType: byQuestion ? 'questionId' : 'answerId',
      ...(hasOther ? { otherParamPrefix: bare ? 't' : 't_' } : {}),
    },
  });
}

function htmlOf({ answerIds, hasOther, id, kind }: Posed): string {
  const names = parts[kind]?.flatMap((part) => answerIds.map((answerId) => `dt_${part}_${answerId}`));
  const byQuestion = kind === 'single' || kind === 'multiple';
  const plain = byQuestion ? [`${prefixes[kind]}${id}`] : answerIds.map((answerId) => `${prefixes[kind]}${answerId}`);
  const other = hasOther ? [`t_${answerIds[0]}`] : [];
  return [...(names ?? plain), ...other].map((name) => `<input class='x' name="${name}">`).join('');
}

/** Whether a body answers the question as the document says; what is wrong otherwise. */
function problemOf(question: Posed, body: Readonly<Record<string, unknown>>): string | null {
  const { answerIds, hasOther, id, kind } = question;
  const ids = answerIds.map(String);
  const texts = (key: string) => (typeof body[key] === 'string' && body[key] !== '' ? null : `no text at ${key}`);
  const whole = (key: string) => (/^\d+$/.test(String(body[key])) ? Number(body[key]) : Number.NaN);
  switch (kind) {
    case 'single':
      if (!ids.includes(String(body[`u_${id}`])) || typeof body[`u_${id}`] !== 'string') return 'no answer id';
      return hasOther && body[`u_${id}`] === ids[0] ? texts(`t_${ids[0]}`) : null;
    case 'multiple': {
      const chosen = body[`m_${id}`];
      if (!Array.isArray(chosen) || chosen.length === 0) return 'no list';
      if (new Set(chosen).size !== chosen.length || chosen.some((each) => !ids.includes(each))) return 'wrong ids';
      return hasOther && chosen.includes(ids[0]) ? texts(`t_${ids[0]}`) : null;
    }
    case 'text':
      return ids.map((each) => texts(`t_${each}`)).find((problem) => problem !== null) ?? null;
    case 'rank': {
      const ranks = ids.map((each) => whole(`r_${each}`)).sort((a, b) => a - b);
      return ranks.every((rank, at) => rank === at + 1) ? null : 'no permutation';
    }
    case 'allocation': {
      const shares = ids.map((each) => whole(`s_${each}`));
      return shares.reduce((a, b) => a + b, 0) === 100 ? null : 'does not sum to 100';
    }
    case 'calendar':
      return isDay(String(body[`dt_cal_${ids[0]}`])) ? null : 'no such day';
    default: {
      const [year, month, day] = ['year', 'month', 'day'].map((part) => whole(`dt_${part}_${ids[0]}`));
      const iso = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
      if (!isDay(iso)) return 'no such day';
      if (kind === 'date') return null;
      const [hour, minute] = ['hr', 'min'].map((part) => whole(`dt_${part}_${ids[0]}`));
      const isTime = (hour ?? 0) >= 1 && (hour ?? 99) <= 12 && (minute ?? 99) <= 59;
      return isTime && /^(AM|PM)$/.test(String(body[`dt_ampm_${ids[0]}`])) ? null : 'no such time';
    }
  }
}

function isDay(iso: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(iso) && new Date(`${iso}T00:00:00Z`).toJSON()?.startsWith(iso) === true;
}

function viewOf(json: string, html: string): QuestionView {
  const { question } = new QuestionReader().of(json, html);
  if (question === null) throw new Error('the question is broken');
  return question;
}

function answeredBy(view: QuestionView, option: number, attempt = 0): string {
  const sheet = new AnswerSheet();
  const [token, today] = [tokenOf('tests1', 1), '2026-06-01'];
  const chosen = { option, variety: option, other: false, token, allocationTotal: 100, attempt, today };
  answerQuestion(view, new FixedChooser(chosen), sheet);
  return sheet.finish();
}

function answered(question: Posed, seed: number, textKind = 0): { body: Record<string, unknown>; text: string } {
  const view = viewOf(jsonOf(question), htmlOf(question));
  const sheet = new AnswerSheet();
  const token = tokenOf('tests1', seed);
  const draw = { random: new Random(1, seed), token, other: 0.3, allocationTotal: 100 };
  const chooser = new RandomChooser(draw);
  chooser.textKind = textKind;
  answerQuestion(view, chooser, sheet);
  const text = sheet.finish();
  return { body: JSON.parse(text), text };
}

test('every answer to any question is valid, with and without the underscore in the prefix', () => {
  fc.assert(
    fc.property(posed, fc.nat(), fc.integer({ min: 0, max: 5 }), (question, seed, textKind) => {
      expect(problemOf(question, answered(question, seed, textKind).body)).toBeNull();
    }),
    { numRuns: 2000 },
  );
});

test('the independent validator can say no', () => {
  const question: Posed = { kind: 'date', id: 1, answerIds: [1000], hasOther: false, bare: false };
  expect(problemOf(question, { dt_day_1000: '30', dt_month_1000: '2', dt_year_1000: '2024' })).toBe('no such day');
  expect(problemOf(question, { dt_day_1000: '29', dt_month_1000: '2', dt_year_1000: '2024' })).toBeNull();
  expect(problemOf({ ...question, kind: 'rank', answerIds: [1, 2] }, { r_1: '1', r_2: '1' })).toBe('no permutation');
});

test('the same draw gives the same answer', () => {
  fc.assert(
    fc.property(posed, fc.nat(), (question, seed) => {
      expect(answered(question, seed).text).toBe(answered(question, seed).text);
    }),
  );
});

test('leap days come, and every answer of a choice', () => {
  const date: Posed = { kind: 'calendar', id: 1, answerIds: [1000], hasOther: false, bare: false };
  const days = Array.from({ length: 300 }, (_, seed) => String(answered(date, seed).body.dt_cal_1000));
  expect(days.some((day) => day.endsWith('-02-29'))).toBe(true);
  const single: Posed = { kind: 'single', id: 1, answerIds: [11, 12, 13, 14], hasOther: true, bare: false };
  const chosen = new Set(Array.from({ length: 300 }, (_, seed) => answered(single, seed).body.u_1));
  expect([...chosen].sort()).toEqual(['11', '12', '13', '14']);
});

test('without markup a date is answered by day, month and year, and a key of any prefix stays one JSON key', () => {
  const date =
    '{"id":1,"type":"D","text":"","answers":[{"id":2}],"formParam":{"paramPrefix":"dt_","paramIdType":"answerId"}}';
  const odd =
    '{"id":1,"type":"Z","text":"","answers":[{"id":2}],"formParam":{"paramPrefix":"z\\"\\\\_","paramIdType":"answerId"}}';
  // An input that is named by prefix and id alone says nothing of parts.
  const bodies = [[date, '<p>no input</p>'] as const, [date, '<input name="dt_2">'] as const, [odd, ''] as const].map(
    ([json, html]) => {
      const sheet = new AnswerSheet();
      const draw = { random: new Random(1, 1), token: 't', other: 0, allocationTotal: 100 };
      answerQuestion(viewOf(json, html), new RandomChooser(draw), sheet);
      return Object.keys(JSON.parse(sheet.finish()));
    },
  );
  const parts = ['dt_day_2', 'dt_month_2', 'dt_year_2'];
  expect(bodies).toEqual([parts, parts, ['z"\\_2']]);
});

test('a token is found in any text, and only a whole one of somebody else counts', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.string(), (own, other, around) => {
      const [mine, theirs] = [tokenOf('tests1', own), tokenOf('tests1', other)];
      expect(foreignToken(`${around} ${mine} ${theirs} ${around}`, mine)).toBe(own === other ? null : theirs);
      expect(foreignToken(theirs.slice(0, -1), mine)).toBeNull();
    }),
  );
});

const fixed = (question: Posed, option: number, attempt: number): string =>
  answeredBy(viewOf(jsonOf(question), htmlOf(question)), option, attempt);

test('a fixed choice gives the same valid answer each time, and another one with each attempt', () => {
  fc.assert(
    fc.property(posed, fc.nat({ max: 12 }), (question, option) => {
      expect(fixed(question, option, 0)).toBe(fixed(question, option, 0));
      expect(problemOf(question, JSON.parse(fixed(question, option, 0)))).toBeNull();
    }),
  );
  const text: Posed = { kind: 'text', id: 1, answerIds: [2], hasOther: false, bare: false };
  expect(new Set(Array.from({ length: 12 }, (_, attempt) => fixed(text, 0, attempt))).size).toBe(12);
  const multiple: Posed = { kind: 'multiple', id: 1, answerIds: [11, 12, 13], hasOther: false, bare: false };
  const chosen = (option: number, attempt: number) =>
    (JSON.parse(fixed(multiple, option, attempt)) as { m_1: string[] }).m_1.length;
  expect([1, 2, 3].map((attempt) => chosen(0, attempt))).toEqual([1, 2, 3]);
  expect([0, 1, 4].map((option) => chosen(option, 0))).toEqual([1, 2, 3]);
});

/** Whether a key of an undocumented form is answered as its input wants: the second of two choices. */
test.each([
  ['<input type="radio" name="z_2">', 3],
  ['<select name="z_2"></select>', 3],
  ['<input type="checkbox" name="z_2">', ['3']],
  ['<input type="number" name="z_2">', 2],
  ['<input type="range" name="z_2">', 2],
  ['<input type="date" name="z_2">', '1999-12-31'],
  ['<input type="text" name="z_2">', expect.stringContaining(tokenOf('tests1', 1))],
  ['', expect.stringContaining(tokenOf('tests1', 1))],
])('an undocumented form with %s is answered by what its input takes', (html, value) => {
  const json =
    '{"id":1,"type":"Z","text":"","answers":[{"id":2},{"id":3}],"formParam":{"paramPrefix":"z_","paramIdType":"answerId"}}';
  const answers: Record<string, unknown> = JSON.parse(answeredBy(viewOf(json, html), 1));
  expect(answers.z_2).toEqual(typeof value === 'number' ? String(value) : value);
});

const pose = (kind: Kind, answerIds: readonly number[], hasOther = false): Posed => {
  return { kind, id: 1, answerIds, hasOther, bare: false };
};
const dated = { dt_year_11: '2024', dt_month_11: '2', dt_day_11: '29' };

/** The body of values that the profile gives; `null`: the question takes none such. */
test.each<[question: Posed, values: string[], body: object | null]>([
  [pose('single', [11, 12]), ['12'], { u_1: '12' }],
  [pose('single', [11, 12]), [' 12 '], { u_1: '12' }],
  [pose('single', [11, 12]), ['13'], null],
  [pose('single', [11, 12]), ['11;12'], null],
  [pose('single', [11, 12], true), ['12'], { u_1: '12' }],
  [pose('single', [11, 12], true), ['11'], { u_1: '11', t_11: expect.stringContaining('cvs-') }],
  [pose('multiple', [11, 12, 13]), ['11;13'], { m_1: ['11', '13'] }],
  [pose('multiple', [11, 12, 13]), ['12', '11'], { m_1: ['12', '11'] }],
  [pose('multiple', [11, 12, 13]), ['11;14'], null],
  [pose('multiple', [11, 12], true), ['12;11'], { m_1: ['12', '11'], t_11: expect.stringContaining('cvs-') }],
  [pose('text', [11, 12, 13]), ['a "b"', 'c'], { t_11: 'a "b"', t_12: 'c', t_13: 'c' }],
  [pose('rank', [11, 12]), ['2;1'], { r_11: '2', r_12: '1' }],
  [pose('rank', [11, 12]), ['2', '1'], { r_11: '2', r_12: '1' }],
  [pose('rank', [11, 12]), ['1'], null],
  [pose('rank', [11, 12]), ['1;b'], null],
  [pose('allocation', [11, 12]), ['30;70'], { s_11: '30', s_12: '70' }],
  [pose('allocation', [11, 12]), ['30;70;0'], null],
  [pose('calendar', [11]), ['2024-02-29'], { dt_cal_11: '2024-02-29' }],
  [pose('calendar', [11]), ['29.2.2024'], null],
  [pose('date', [11]), ['2024-02-29'], dated],
  [pose('date-time', [11]), ['2024-02-29T23:45'], { ...dated, dt_hr_11: '11', dt_min_11: '45', dt_ampm_11: 'PM' }],
  [pose('date-time', [11]), ['2024-02-29 00:05'], { ...dated, dt_hr_11: '12', dt_min_11: '5', dt_ampm_11: 'AM' }],
])('asked %j, a respondent who is given %j answers %j', (question, values, body) => {
  const sheet = new AnswerSheet();
  const draw = { random: new Random(1, 1), token: tokenOf('tests1', 1), other: 0, allocationTotal: 100 };
  const isTaken = answerAsGiven(viewOf(jsonOf(question), htmlOf(question)), values, new RandomChooser(draw), sheet);
  expect(isTaken).toBe(body !== null);
  expect(JSON.parse(sheet.finish())).toEqual(body ?? {});
});

import { describe, expect, test } from 'vitest';
import { QuestionReader } from '../../src/judging/reading/questionReader.ts';
import type { QuestionView } from '../../src/judging/reading/questionView.ts';
import { enoughInProbes, FormTries, UnreadAnswers } from '../../src/judging/refusedAnswers.ts';
import { failing } from '../support/judging.ts';

const answers = [1, 2, 3, 4].map((id) => ({ id, text: `answer ${id}`, selected: false }));
const reader = new QuestionReader();

function question(id: number, type: string, paramPrefix: string, html = ''): QuestionView {
  const formParam = { paramPrefix, paramIdType: 'questionId' };
  const { question: view } = reader.of(JSON.stringify({ id, type, text: '', answers, formParam }), html);
  if (view === null) throw new Error('no question');
  return view;
}

const first = question(10, 'M', 'm');
const second = question(20, 'M', 'm');
const names = ['day', 'month', 'year', 'hr', 'min', 'ampm'].map((part) => `<input name="dt_${part}_30">`).join('');
const when = question(30, 'D', 'dt_day', names);
const several = [
  ['1', '2'],
  ['1', '3'],
  ['2', '3', '4'],
];
const tries = (): FormTries => new FormTries(() => ({ answers: 3, questions: 2 }));

/** Refuses several answers of a multiple choice, whatever they are. */
function refuseSeveral(forms: FormTries, { id }: QuestionView): readonly string[] {
  const asked = id === first.id ? first : second;
  return failing((findings) => {
    for (const ids of several) forms.refused(asked, { [`m_${id}`]: ids }, findings);
    forms.judge();
  });
}

describe('several answers of a multiple choice that are refused', () => {
  test('break their key where single ones are taken, by more than one question', () => {
    const forms = tries();
    for (const { id } of [first, second]) forms.taken(id === 10 ? first : second, { [`m_${id}`]: ['1'] });
    expect(refuseSeveral(forms, first)).toEqual([]);
    expect(refuseSeveral(forms, second)).toEqual(['KEYS-MULTIPLE-01']);
  });

  test('say nothing of several where some were taken', () => {
    const taken = tries();
    taken.taken(first, { m_10: ['1', '4'] });
    refuseSeveral(taken, first);
    expect(refuseSeveral(taken, second)).toEqual([]);
  });
});

test.each([
  [1, 3, []],
  [1, 12, ['KEYS-OTHER-02']],
  [2, 3, ['KEYS-OTHER-01']],
  [2, 12, ['KEYS-OTHER-01']],
])('an Other option that %i questions take with none of %i texts breaks %j', (count, texts, clauses) => {
  const formParam = { paramPrefix: 'u_', paramIdType: 'questionId', otherParamPrefix: 't_' };
  const failed = failing((findings) => {
    const forms = tries();
    for (const id of [100, 200].slice(0, count)) {
      const choices = [
        { id: id + 1, text: 'Yes' },
        { id: id + 2, text: 'Other' },
        { id: id + 3, text: 'No' },
      ];
      const asked = reader.of(JSON.stringify({ id, type: 'U', text: '', answers: choices, formParam }), '').question;
      if (asked === null) throw new Error('no question');
      forms.taken(asked, { [`u_${id}`]: String(id + 1) });
      for (let words = 1; words <= texts; words++) {
        forms.refused(asked, { [`u_${id}`]: String(id + 2), [`t_${id + 2}`]: `${words}` }, findings);
      }
    }
    forms.judge();
    forms.judgeSome();
  });
  expect(failed).toEqual(clauses);
});

describe('half of the day', () => {
  const at = (ampm: string, hour: number) => ({ dt_day_30: '1', dt_hr_30: String(hour), dt_ampm_30: ampm });
  const refusedWith = (taken: string) =>
    failing((findings) => {
      const forms = new FormTries(() => ({ answers: 3, questions: 1 }));
      forms.taken(when, at(taken, 9));
      for (const hour of [1, 2, 3]) forms.refused(when, at('PM', hour), findings);
      forms.judge();
    });

  test('PM that is never taken breaks its key', () => expect(refusedWith('AM')).toEqual(['KEYS-REFUSED-01']));
  test('is fine where one PM was taken', () => expect(refusedWith('PM')).toEqual([]));
});

describe('the Other option', () => {
  const choice = (id: number, type: 'U' | 'M') => {
    const paramPrefix = type.toLowerCase();
    const formParam = { paramPrefix, paramIdType: 'questionId', otherParamPrefix: 't' };
    const { question: view } = reader.of(
      JSON.stringify({ id, type, text: '', answers, formParam }),
      '<input type="text" name="t_4">',
    );
    if (view === null) throw new Error('no question');
    return view;
  };
  const inWords = (words: string, key: string, value: unknown) => ({ [key]: value, t_4: words });
  const refused = (isOtherwiseTaken: boolean) =>
    failing((findings) => {
      const forms = new FormTries(() => ({ answers: 2, questions: 2 }));
      forms.taken(choice(60, 'M'), inWords('taken', 'm_60', ['4']));
      for (const id of [40, 50]) {
        if (isOtherwiseTaken) forms.taken(choice(id, 'U'), { [`u_${id}`]: '1' });
        for (const words of ['one', 'two']) forms.refused(choice(id, 'U'), inWords(words, `u_${id}`, '4'), findings);
      }
      forms.judge();
    });

  test('of single choices is never taken, where it is with multiple ones', () => {
    expect(refused(true)).toEqual(['KEYS-OTHER-01']);
  });
  test('of two questions is never taken, where that of a third one is', () => {
    const failed = failing((findings) => {
      const forms = new FormTries(() => ({ answers: 2, questions: 2 }));
      forms.taken(choice(60, 'U'), inWords('taken', 'u_60', '4'));
      for (const id of [40, 50]) {
        for (const words of ['one', 'two']) forms.refused(choice(id, 'U'), inWords(words, `u_${id}`, '4'), findings);
      }
      forms.judgeSome();
    });
    expect(failed).toEqual(['KEYS-OTHER-01']);
  });
  test.each([
    [11, []],
    [12, ['KEYS-OTHER-02']],
  ])('of one question is taken with none of %i texts, where that of another one is', (texts, clauses) => {
    const failed = failing((findings) => {
      const forms = new FormTries(() => ({ answers: 2, questions: 2 }));
      forms.taken(choice(60, 'U'), inWords('taken', 'u_60', '4'));
      forms.taken(choice(40, 'U'), { u_40: '1' });
      for (let text = 1; text <= texts; text++)
        forms.refused(choice(40, 'U'), inWords(`${text}`, 'u_40', '4'), findings);
      forms.judgeSome();
    });
    expect(failed).toEqual(clauses);
  });
  test('of questions that were never passed says nothing of it', () => {
    expect(refused(false)).not.toContain('KEYS-OTHER-01');
  });
});

test.each([
  ['each of its rankings', [], ['KEYS-RANK-01']],
  ['some of its rankings', ['8', '1', '2', '3'], []],
  ['more than a rank for one item', ['1'], ['KEYS-REFUSED-01']],
] as const)('a question that refuses %s, where others take theirs', (_, taken, clauses) => {
  const rankForm = { paramPrefix: 'r_', paramIdType: 'answerId' };
  const rank = (id: number) => {
    const { question: view } = reader.of(JSON.stringify({ id, type: 'R', text: '', answers, formParam: rankForm }), '');
    if (view === null) throw new Error('no question');
    return view;
  };
  const failed = failing((findings) => {
    const forms = new FormTries(enoughInProbes);
    const ranked = (places: readonly string[]) => Object.fromEntries(places.map((place, at) => [`r_${at + 1}`, place]));
    forms.taken(rank(70), { r_1: '1' });
    for (let place = 11; place < 23; place++) forms.refused(rank(80), ranked([String(place), '1', '2', '3']), findings);
    if (taken.length > 0) forms.taken(rank(80), ranked(taken));
    forms.judge();
    forms.judgeSome();
  });
  expect(failed).toEqual(clauses);
});

const formParam = { paramPrefix: 't_', paramIdType: 'answerId' };
const json = JSON.stringify({ id: 10, type: 'T', text: '', answers: [{ id: 11, selected: false }], formParam });
const { question: asked } = new QuestionReader().of(json, '');
const texts = ['one', 'two', 'three', 'four', 'five', 'six'];

/** @param says what is said of a text, or nothing where it is taken. @param ofNone what is said where there is none. */
function judgedUnread(says: (text: string) => string | null, ofNone: string | null): readonly string[] {
  if (asked === null) throw new Error('no question');
  return failing((findings) => {
    const unread = new UnreadAnswers();
    for (const text of texts) {
      const message = says(text);
      if (message === null) unread.taken(asked, { t_11: text });
      else unread.refused(asked, { t_11: text }, message, findings);
    }
    if (ofNone !== null) unread.refused(asked, {}, ofNone, findings);
    unread.judge();
  });
}

const required = 'This question is required.';

test('answers that are all refused as if there were none are not read', () => {
  expect(judgedUnread(() => required, required)).toEqual(['KEYS-TEXT-01']);
});

test('a rule of the question that none of them meets has words of its own', () => {
  expect(judgedUnread(() => 'Please give an address.', required)).toEqual([]);
  expect(judgedUnread((text) => (text === 'two' ? 'Too short.' : required), required)).toEqual([]);
});

test('nothing is said of a question that may be left out, or took one of them', () => {
  expect(judgedUnread(() => required, null)).toEqual([]);
  expect(judgedUnread((text) => (text === 'six' ? null : required), required)).toEqual([]);
});

test('all options of a choice that are refused as if there were none are not read', () => {
  const answers = [21, 22, 23].map((id) => ({ id, text: `Option ${id}`, selected: false }));
  const choice = { id: 20, type: 'U', text: '', answers, formParam: { paramPrefix: 'u_', paramIdType: 'questionId' } };
  const { question } = new QuestionReader().of(JSON.stringify(choice), '');
  const judged = (...options: readonly string[]): readonly string[] =>
    failing((findings) => {
      if (question === null) throw new Error('no question');
      const unread = new UnreadAnswers();
      for (const option of options) unread.refused(question, { u_20: option }, required, findings);
      unread.refused(question, {}, required, findings);
      unread.judge();
    });
  expect(judged('21', '22', '23')).toEqual(['KEYS-SINGLE-01']);
  expect(judged('21', '22', '22', '22')).toEqual([]);
});

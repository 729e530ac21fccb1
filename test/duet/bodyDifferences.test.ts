import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../src/client/redact.ts';
import { BodyComparison } from '../../src/duet/bodyDifferences.ts';
import { SideForms } from '../../src/duet/sideForms.ts';
import { tokenOf } from '../../src/judging/tokens.ts';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';

const profileOf = (port: number, ids: readonly number[]) =>
  resolveProfile({ target: { baseUrl: `http://127.0.0.1:${port}` }, surveys: { walk: ids.map((id) => ({ id })) } });
const base = profileOf(1, [1001, 1002]);
const candidate = profileOf(2, [2001, 1002]);

const key = 'a-distinctive-key-5c1f77';
const redactor = new Redactor([key]);

function shownDifferences(ours: unknown, theirs: unknown) {
  const comparison = new BodyComparison(
    new SideForms('http://127.0.0.1:1', base, base),
    new SideForms('http://127.0.0.1:2', candidate, base),
    { base: (text) => redactor.redact(text), candidate: (text) => redactor.redact(text) },
  );
  comparison.compare(ours, theirs);
  return comparison.differences;
}

function differences(ours: unknown, theirs: unknown) {
  return shownDifferences(ours, theirs).map(({ aspect, path }) => `${aspect} ${path}`);
}

const question = (json: object, html = '<input>') => ({ json: JSON.stringify(json), html });

describe('the bodies of twins', () => {
  it('have nothing to differ in when they are the same, whatever they hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect(differences(body, structuredClone(body))).toEqual([]);
      }),
    );
  });

  it('are shown without secrets, also where names hold them or texts are cut', () => {
    for (let before = 0; before < 200; before++) {
      const filler = 'x'.repeat(before);
      const [ours] = shownDifferences({ [key]: { a: `${filler}${key} 1` } }, { [key]: { a: `${filler}${key} 2` } });
      const [value] = shownDifferences({ a: `${filler}${key}` }, { a: 1 });
      for (const each of [ours, value]) expect(JSON.stringify(each)).not.toMatch(/a-dist|inctive|5c1f77/);
    }
  });

  it('differ where one of them is changed', () => {
    const changed = fc.tuple(
      fc.dictionary(fc.stringMatching(/^[a-z]+$/), fc.jsonValue()),
      fc.constantFrom('added', 7, null),
    );
    fc.assert(
      fc.property(changed, ([body, value]) => {
        expect(differences(body, { ...body, NEW: value })).toEqual(['member NEW']);
        expect(differences({ ...body, NEW: value }, body)).toEqual(['member NEW']);
      }),
    );
  });

  it('may differ in what belongs to a side: address, survey, token, instants of today, random ids', () => {
    const side = (port: number, survey: number, run: string, at: number, id: string) => ({
      url: `http://127.0.0.1:${port}/a/api/v2/surveys/${survey}/take`,
      surveyID: survey,
      text: `${tokenOf(run, 3)} and more`,
      time: new Date(at).toISOString(),
      epoch: Math.floor(at / 1000),
      id,
    });
    const now = Date.now();
    const ours = side(1, 1001, 'aaaaaaaa', now, 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6');
    const theirs = side(2, 2001, 'bbbbbbbb', now - 4000, '0b9f1d3c-1111-4222-8333-444455556666');
    expect(differences(ours, theirs)).toEqual([]);
    expect(differences(ours, { ...theirs, surveyID: 1002 })).toEqual(['value surveyID']);
  });

  it('are compared within the JSON of questions, which are found by their ids', () => {
    const ours = { questions: [question({ id: 1, answers: [{ id: 5, selected: false }] }), question({ id: 2 })] };
    const marked = question({ id: 1, answers: [{ id: 5, selected: true }] });
    expect(differences(ours, { questions: [marked, question({ id: 2 })] })).toEqual([
      'marked questions[].json.answers[].selected',
    ]);
    expect(differences(ours, { questions: [...ours.questions].reverse() })).toEqual(['order questions']);
    expect(differences(ours, { questions: ours.questions.slice(1) })).toEqual(['member questions[]']);
  });

  it('are told apart by what is about keys, validation and markup', () => {
    expect(differences({ formParam: { paramPrefix: 'u_' } }, { formParam: { paramPrefix: 'm_' } })).toEqual([
      'key-form formParam.paramPrefix',
    ]);
    expect(differences({ validationErrors: [] }, { validationErrors: [{ questionId: 3 }] })).toEqual([
      'validation validationErrors[]',
    ]);
    expect(differences({ html: '<b>' }, { html: '<i>' })).toEqual(['markup html']);
    expect(differences({ a: null }, { a: {} })).toEqual(['type a']);
  });
});

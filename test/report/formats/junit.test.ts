import { describe, expect, it } from 'vitest';
import { junitXml } from '../../../src/report/formats/junit.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { hostileResult } from '../../support/hostileResult.ts';
import { emptyResult, failingResult, invalidResult, sampleResult } from '../../support/sampleResults.ts';
import { parseXml, type XmlElement } from '../../support/xml.ts';

function cases(root: XmlElement): XmlElement[] {
  return root.children.flatMap((suite) => suite.children);
}

describe('JUnit', () => {
  it('has a case for the run, each threshold and each clause, and counts that agree', () => {
    for (const result of [sampleResult(), failingResult(), invalidResult(), emptyResult()]) {
      const root = parseXml(junitXml(result));
      expect(cases(root)).toHaveLength(1 + result.thresholds.length + result.clauses.length);
      expect(root.attributes.tests).toBe(String(cases(root).length));
      for (const suite of root.children) {
        const having = (name: string): string =>
          String(suite.children.filter((one) => one.children.some((child) => child.name === name)).length);
        expect(suite.attributes).toMatchObject({
          failures: having('failure'),
          errors: having('error'),
          skipped: having('skipped'),
        });
      }
    }
  });

  it('fails a violated clause with expected, actual and the curl script', () => {
    const found = cases(parseXml(junitXml(failingResult()))).find(
      (one) => one.attributes.classname === 'PREVIOUS-SELECTED-01',
    );
    expect(found?.children[0]?.name).toBe('failure');
    expect(found?.children[0]?.attributes.message).toContain('actual question 101 has no answer selected');
    expect(found?.children[0]?.text).toContain('curl -sS');
  });

  it('says where: survey, page and question in words', () => {
    const failing = failingResult();
    const [lead] = failing.violations;
    if (lead === undefined) throw new Error('the sample has a violation');
    const json = JSON.stringify({ id: 101, type: 'U', text: 'How satisfied are you?', answers: [] });
    const body = JSON.stringify({ response: { status: 'success', questions: [{ html: '', json }] } });
    const [step] = lead.witness.steps;
    if (step === undefined) throw new Error('the sample has a witness');
    const take = {
      ...step,
      endpoint: 'take',
      path: '/a/api/v2/surveys/2101/take',
      response: { ...step.response, body },
    };
    const violations = [{ ...lead, witness: { ...lead.witness, steps: [take], failingStep: 0 } }];
    const text = junitXml({ ...failing, violations: [...violations, ...failing.violations.slice(1)] });
    expect(text).toContain('in survey 2101, first page, “How satisfied are you?” (question 101), expected ');
  });

  it('does not fail what the baseline knows, nor pass what was not exercised', () => {
    const all = cases(parseXml(junitXml(failingResult())));
    const of = (id: string): string[] =>
      all.find((one) => one.attributes.classname === id)?.children.map((child) => child.name) ?? [];
    expect(of('MOVE-TERMINAL-01')).toEqual(['system-out']);
    expect(of('authentication.no-permission')).toEqual(['skipped']);
  });

  it('skips what a run saw broken that proves nothing, and says why', () => {
    const result = failingResult();
    const judgements = {
      promises: { judgement: 'not looked at', lookedAt: 0, broken: 0 },
      thresholds: { judgement: 'met', met: 0, missed: 0, untold: 0 },
      measurement: { judgement: 'void', because: [] },
      target: { judgement: 'away', requests: 9, answers: 1 },
    } satisfies RunResult['judgements'];
    const root = parseXml(junitXml({ ...result, verdict: 'INVALID', judgements }));
    const broken = cases(root).find((one) => one.attributes.classname === 'PREVIOUS-SELECTED-01');
    expect(broken?.children.map(({ name, attributes }) => [name, attributes.message])).toEqual([
      ['skipped', 'not counted: the target was away'],
    ]);
  });

  it('of an INVALID run is an error, so that it is not green', () => {
    const [verdict] = cases(parseXml(junitXml(emptyResult())));
    expect(verdict?.children[0]?.name).toBe('error');
  });

  it('is well formed whatever the service said', () => {
    const root = parseXml(junitXml(hostileResult()));
    expect(root.name).toBe('testsuites');
    expect(junitXml(hostileResult())).not.toContain('<script');
  });
});

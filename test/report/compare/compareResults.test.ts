import { describe, expect, it } from 'vitest';
import { compareResults } from '../../../src/report/compare/compareResults.ts';
import { shiftText } from '../../../src/report/compare/comparisonReasons.ts';
import { comparisonContent } from '../../../src/report/content/comparisonContent.ts';
import { contentMarkdown } from '../../../src/report/content/contentMarkdown.ts';
import { contentText } from '../../../src/report/content/contentText.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import type { Violation } from '../../../src/result/verdict.ts';
import { emptyResult, failingResult, type SampleOptions, sampleResult } from '../../support/sampleResults.ts';

function runs(seeds: readonly number[], options: SampleOptions = {}): RunResult[] {
  return seeds.map((seed) => {
    const result = sampleResult({
      seed,
      seconds: 90,
      arrivalsPerSecond: 60,
      moodDeviation: 0.01,
      stallShare: 0,
      ...options,
    });
    return { ...result, run: { ...result.run, id: `run-${seed}` } };
  });
}

/** Three runs each; a candidate is slower by a fifth. */
const [base, same] = [runs([1, 2, 3]), runs([4, 5, 6])];
const slower = compareResults(base, runs([4, 5, 6], { medianUs: 50_400 }));
/** Two short ones, for what is found of promises. */
const [clean, failing] = [sampleResult({ seconds: 20 }), failingResult()];

describe('compare', () => {
  it('calls equal services SAME and a service that is a fifth slower SLOWER', () => {
    expect(compareResults(base, same)).toMatchObject({ latency: 'SAME', verdict: 'PASS' });
    expect(slower).toMatchObject({ latency: 'SLOWER', verdict: 'FAIL' });
    expect(contentText(comparisonContent(slower))).toMatch(
      /\nFAIL {2}The candidate is slower \(\S+ p\d+ \+\d+\.\d %\)\.\n/,
    );
  });

  it.each([
    ['candidate', 50_400, "CAN'T TELL"],
    ['candidate', 126_000, "CAN'T TELL"],
    ['candidate', 21_000, 'FASTER'],
    ['base', 50_400, 'SLOWER'],
    ['base', 21_000, "CAN'T TELL"],
  ])('does not call a side whose times are upper bounds the slower one: %s, %i µs', (side, medianUs, latency) => {
    const crowded = { code: 'machine-crowded', tookCores: 1.3, cores: 2, percentOfTime: 80 } as const;
    const hindered = (each: RunResult[]) =>
      each.map((run): RunResult => {
        const performance = { valid: false, reasons: [crowded] };
        return { ...run, validity: { conformance: { valid: true, reasons: [] }, performance } };
      });
    const candidate = runs([4, 5, 6], { medianUs });
    const comparison =
      side === 'base' ? compareResults(hindered(base), candidate) : compareResults(base, hindered(candidate));
    expect(comparison.latency).toBe(latency);
    expect(comparison.reasons.join()).toContain(
      'the times of 3 of 6 runs are upper bounds (Other work took 1.3 of the 2',
    );
  });

  it('judges no speed of runs that send no load, and misses no clause that was not asked for', () => {
    const conformed = (seeds: readonly number[], options: SampleOptions = {}) =>
      runs(seeds, options).map((run): RunResult => ({ ...run, kind: 'conform' }));
    const whole = conformed([1, 2, 3]);
    const slower = conformed([4, 5, 6], { medianUs: 90_000 });
    const comparison = compareResults(whole, slower);
    expect(comparison).toMatchObject({ latency: 'NOT JUDGED', verdict: 'PASS', shifts: [], distributions: [] });
    expect(contentText(comparisonContent(comparison))).toMatch(
      /\nPASS {2}The candidate keeps the promises that the base keeps\. Speed/,
    );
    const ofOneClause = slower.map((run) => ({ ...run, clauses: run.clauses.slice(0, 1) }));
    const partial = compareResults(whole, ofOneClause);
    expect(partial.coverageLost.filter(({ kind }) => kind === 'clause')).toEqual([]);
    expect(partial.environment.map(({ name }) => name)).toContain('clauses asked for');
    const longer = whole.map((each) => ({ ...each, run: { ...each.run, durationSeconds: 900 } }));
    expect(compareResults(whole, longer).next).toEqual(['Nothing: keep these runs as the next base.']);
  });

  it('names questions that refuse answers on one side only, where the other has walked their survey too', () => {
    const refused = (surveyId: number, count: number) => ({
      ...{ surveyId, questionId: 7, form: 'single', count, tried: '{"u_7":"3","t_3":"a"}', said: 'Not valid.' },
      ...{ learnt: null, offered: 1, taken: true, proposal: '' },
    });
    const [plain] = runs([1]);
    if (plain === undefined) throw new Error('there is one');
    const base = { ...plain, surveys: { '1001': { completed: 9 }, '1002': { abandoned: 9 } } };
    const candidate = { ...base, refusals: [refused(1001, 8), refused(1002, 8)] };
    const { refusals, next } = compareResults([base], [candidate]);
    expect(refusals).toMatchObject([{ side: 'candidate', surveyId: 1001, questionId: 7, count: 8 }]);
    expect(next).toContain(
      'Ask the owner of the candidate: question 7 of survey 1001 refuses answers (“Not valid.”), and that of the base refuses none.',
    );
    expect(compareResults([candidate], [candidate]).refusals).toEqual([]);
    const once = { ...candidate, refusals: [refused(1001, 1)] };
    expect(compareResults([base], [once]).refusals).toEqual([]);
  });

  it('gives the same verdict every time', () => {
    const baseline = runs([1]);
    const candidate = runs([2]);
    expect(compareResults(baseline, candidate)).toEqual(compareResults(baseline, candidate));
  });

  it('names violations that are new, mended and common, and only new ones fail', () => {
    const worse = compareResults([clean], [failing]);
    expect(worse.verdict).toBe('FAIL');
    expect(worse.promises.map((v) => [v.clause, v.standing, v.gating])).toEqual([
      ['PREVIOUS-SELECTED-01', 'REGRESSION', true],
      ['MOVE-REJECT-02', 'REGRESSION', true],
      ['SANITY-ISOLATION-01', 'REGRESSION', true],
      ['MOVE-TERMINAL-01', 'REGRESSION', false],
    ]);
    const where = compareResults([clean], [failing], undefined, ({ run }) => `ci/${run.id}`);
    expect(where.next[0]).toMatchObject({
      command: expect.stringMatching(new RegExp(`^canvass replay ci/${failing.run.id} --violation v1`)),
    });
    const [once, twice] = [worse, compareResults([clean], [failing, failing])].map(
      ({ promises }) => promises[0]?.violation.count ?? 0,
    );
    expect(twice).toBe(2 * (once ?? 0));
    const better = compareResults([failing], [clean]);
    expect(better.promises.every((v) => v.standing === 'MENDED' && !v.gating)).toBe(true);
    const known = compareResults([clean, failing], [failing]);
    expect(new Set(known.promises.map((v) => v.standing))).toEqual(new Set(['COMMON']));
    expect(known).toMatchObject({ verdict: 'PASS' });
  });

  describe('one violation', () => {
    const [seen] = failing.violations;
    if (seen === undefined) throw new Error('the failing result has violations');
    const withOne = (change: Partial<Violation>): RunResult => ({
      ...clean,
      violations: [{ ...seen, ...change }],
    });
    const other: Partial<Violation> = { id: `${seen.clause}:0`, actual: 'something else' };
    const known = { kind: 'KNOWN', issue: 'S-1', expires: '2999-12-31' } as const;

    const noSlower = /^The candidate may be faster or slower[ ,a-z]+\.$/;
    const came = { ...other, symptom: { came: ['first-page'] } };
    it.each<[string, Partial<Violation>, readonly [string, boolean][], RegExp]>([
      ['is the same in both', {}, [['COMMON', false]], /^The candidate breaks one promise as the base does, and may/],
      [
        'is changed elsewhere',
        { ...other, path: 'x' },
        [
          ['CHANGED', true],
          ['MENDED', false],
        ],
        /The candidate breaks one promise otherwise than the base, and may/,
      ],
      ['is in the same place in other words', other, [['CHANGED', false]], noSlower],
      ['is in the same place, where another page came', came, [['CHANGED', true]], /breaks one promise otherwise than/],
      [
        'is of another clause',
        { ...other, clause: 'PAGE-META-01' },
        [
          ['REGRESSION', true],
          ['MENDED', false],
        ],
        /breaks one promise that the base keeps, keeps one promise that the base breaks, and may/,
      ],
      [
        'is known',
        { ...other, path: 'x', baseline: known },
        [
          ['CHANGED', false],
          ['MENDED', false],
        ],
        /, with one known violation tolerated\.$/,
      ],
      [
        'is gone in the candidate',
        { id: 'x:gone', baseline: { kind: 'GONE' } },
        [['MENDED', false]],
        /^The candidate keeps one promise that the base breaks, and may/,
      ],
    ])('that %s', (_what, change, standings, headline) => {
      const { promises, headline: said } = compareResults([withOne({})], [withOne(change)]);
      expect(promises.map(({ standing, gating }) => [standing, gating])).toEqual(standings);
      expect(said).toMatch(headline);
    });

    it('is said first where it is new', () => {
      const problem = failing.problems.find(({ violations }) => violations.includes(seen.id));
      const titled = {
        ...withOne({}),
        problems: [{ ...problem, title: 'Pages are lost in survey 1001' }],
      } as RunResult;
      const { headline } = compareResults([clean], [titled]);
      expect(headline).toMatch(/^New: Pages are lost in survey 1001\. The candidate breaks one promise/);
    });

    it('is told once with the others of its problem, whatever promises that breaks', () => {
      const other = { ...seen, id: 'PAGE-META-01:1', clause: 'PAGE-META-01', path: 'response' };
      const both = { ...clean, violations: [other, seen] };
      const named = { ...both, problems: [{ ...failing.problems[0], violations: [seen.id, other.id] }] };
      const { promises, headline } = compareResults([clean], [named as RunResult]);
      expect(promises).toMatchObject([{ clause: seen.clause, clauses: [seen.clause, 'PAGE-META-01'] }]);
      expect(headline).toContain('The candidate breaks 2 promises that the base keeps');
    });

    it('is one, wherever it was seen', () => {
      const twice = { ...seen, id: `${seen.clause}:1`, endpoint: 'take' };
      const both = { ...clean, violations: [seen, twice] };
      const named = { ...both, problems: [{ ...failing.problems[0], violations: [seen.id, twice.id] }] };
      const { promises } = compareResults([clean], [named as RunResult]);
      expect(promises).toEqual([expect.objectContaining({ endpoints: [seen.endpoint, 'take'] })]);
    });
  });

  it('names open questions answered otherwise, coverage lost and circumstances that differ', () => {
    const before = clean;
    const after: RunResult = {
      ...before,
      observations: before.observations.map((o, i) =>
        i === 0 ? { ...o, alternatives: [{ value: 'yes: 401 without it', count: 9, witness: null }] } : o,
      ),
      coverage: {
        ...before.coverage,
        transitions: { ...before.coverage.transitions, items: { ...before.coverage.transitions.items, back: 0 } },
      },
      target: { ...before.target, release: 'BETA' },
      generator: { ...before.generator, saturated: true },
    };
    const comparison = compareResults([before], [after]);
    expect(comparison.observations).toEqual([
      expect.objectContaining({ id: 'submit-page.api-key', candidate: ['yes: 401 without it'] }),
    ]);
    expect(comparison.coverageLost).toEqual([expect.objectContaining({ kind: 'move', name: 'back' })]);
    expect(comparison.environment.map(({ name, warning }) => [name, warning])).toEqual([
      ['release', false],
      ['generator saturated', true],
    ]);
    expect(contentMarkdown(comparisonContent(comparison))).toContain('| move | `back` |');
  });

  it.each([
    ['answered once among ten, asked ten times', [9, 1], [10], 0],
    ['answered half the time, asked ten times', [5, 5], [10], 1],
    ['answered otherwise, asked once', [1], [0, 1], 1],
  ])('an answer that one side alone gave: %s', (_, one, other, told) => {
    const [question] = clean.observations;
    if (question === undefined) throw new Error('no question');
    const sides = [one, other].map((counts): RunResult => {
      const alternatives = counts.map((count, at) => ({ value: `way ${at}`, count, witness: null }));
      const observations = [{ ...question, alternatives: alternatives.filter(({ count }) => count > 0) }];
      return { ...clean, observations };
    });
    expect(compareResults(sides.slice(0, 1), sides.slice(1)).observations).toHaveLength(told);
    expect(compareResults(sides.slice(1), sides.slice(0, 1)).observations).toHaveLength(told);
  });

  it('leaves out the speed of a run that proves nothing, where others of its side do', () => {
    const slow = runs([9], { medianUs: 900_000 }).map((run) => ({ ...run, verdict: 'INVALID' as const }));
    const comparison = compareResults(runs([1, 2]), [...runs([3, 4]), ...slow]);
    expect(comparison.verdict).toBe('PASS');
    expect(comparison.shifts).toEqual(compareResults(runs([1, 2]), runs([3, 4])).shifts);
    expect(comparison.reasonCodes).toContainEqual(expect.objectContaining({ code: 'run-left-out', side: 'candidate' }));
    expect(comparison.reasons.join()).toContain('its speed is left out, for it is INVALID');
  });

  it('concludes nothing from a run that proves nothing', () => {
    expect(compareResults([clean], [emptyResult()])).toMatchObject({
      latency: "CAN'T TELL",
      verdict: 'INVALID',
    });
  });
});

describe('both sides over each other', () => {
  it('are shares of one in the same bins, of the endpoints that both called', () => {
    const { distributions } = slower;
    expect(distributions.map(({ endpoint }) => endpoint)).toContain('submit-page');
    for (const { edgesUs, base, candidate } of distributions) {
      expect([base.length, candidate.length]).toEqual([edgesUs.length - 1, edgesUs.length - 1]);
      for (const side of [base, candidate]) expect(side.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 2);
    }
  });

  it('name what got slower most before all else, and link each run to its report', () => {
    const { parts } = comparisonContent(slower, ({ id }) => (id === 'run-4' ? '../run-4/report.html' : undefined));
    const [latency] = parts;
    if (latency?.kind !== 'table') throw new Error('latency comes first');
    const verdicts = latency.rows.map((row) => row.at(-1));
    expect(verdicts[0]).toMatchObject({ text: 'SLOWER' });
    const shifts = slower.shifts.filter(({ verdict }) => verdict === 'SLOWER').map(({ shift }) => shift);
    expect(latency.rows[0]?.[4]).toBe(shiftText(Math.max(...shifts)));
    expect(contentMarkdown({ ...comparisonContent(slower), parts })).toContain('](<../run-4/report.html>)');
  });
});

it('a shift of ten times and more is a factor', () => {
  expect([0.098, -0.031, 27.84].map(shiftText)).toEqual(['+9.8 %', '−3.1 %', '×29']);
});

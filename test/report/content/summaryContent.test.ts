import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../src/judging/problems/problems.ts';
import { verdictHtml } from '../../../src/report/content/contentHtml.ts';
import { contentMarkdown } from '../../../src/report/content/contentMarkdown.ts';
import { contentText, verdictLine } from '../../../src/report/content/contentText.ts';
import { summaryContent } from '../../../src/report/content/summaryContent.ts';
import { junitXml } from '../../../src/report/formats/junit.ts';
import { colourStyle, noStyle } from '../../../src/report/text/style.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { emptyResult, failingResult, invalidResult, sampleResult } from '../../support/sampleResults.ts';
import { sampleViolations } from '../../support/sampleVerdicts.ts';
import { tracedResult, traceId } from '../../support/tracedResult.ts';

function summaryText(result: RunResult, style = noStyle): string {
  return contentText(summaryContent(result), style);
}

describe('the summary of a run', () => {
  it('says the verdict in a line: what broke, what was in order, or why nothing can be said', () => {
    const lines = [sampleResult(), failingResult(), invalidResult(), emptyResult()].map((result) =>
      verdictLine(summaryContent(result)),
    );
    expect(lines).toEqual([
      'PASS  No broken promises; 16 of 17 clauses were tested.',
      'FAIL  A respondent sees the text of another respondent, only with concurrent respondents, in 75 of 10,976 checks. 2 more problems and one missed threshold.',
      'INVALID  the generator was saturated: event-loop delay 214 ms at p99, CPU 97 %.',
      'INVALID  http://127.0.0.1:8080 refused every connection.',
    ]);
  });

  it('says of a PASS which recommendations were not kept', () => {
    const passed = sampleResult();
    const [left, known] = sampleViolations(2);
    if (known === undefined || left === undefined) throw new Error('no sample');
    const baseline = { kind: 'KNOWN', issue: 'SURVEY-1482', expires: '2999-12-31' } as const;
    const violations = [
      { ...left, gating: false },
      { ...known, gating: true, baseline },
    ];
    const problems = problemsOf(violations);
    expect(verdictLine(summaryContent({ ...passed, violations, problems }))).toContain(
      'No broken promises, one recommendation not kept; 16 of 17',
    );
    const { next } = summaryContent({ ...passed, violations, problems });
    expect(next).toContain(`Ask the service’s owner: ${problems.at(-1)?.title} (survey 1001), a recommendation.`);
  });

  it('tells what is known and what goes beyond it apart, each with how often it was seen', () => {
    const [seen] = sampleViolations(1);
    if (seen === undefined) throw new Error('no sample');
    const { chances: _, ...each } = seen;
    const baseline = { kind: 'KNOWN', issue: 'SURVEY-2', expires: '2999-12-31' } as const;
    const condition = { words: 'but only twice', failed: 4, of: 10, others: 440, isSure: true };
    const violations = [
      { ...each, id: `${seen.clause}:00000001`, gating: true, count: 134, baseline },
      { ...each, id: `${seen.clause}:00000002`, gating: true, count: 4, condition },
    ];
    const result = sampleResult();
    const clauses = result.clauses.map((clause) =>
      clause.id === seen.clause ? { ...clause, checked: 584, failed: 138 } : clause,
    );
    const { problems } = summaryContent({ ...result, clauses, violations, problems: problemsOf(violations) });
    expect(problems.map(({ title, standing }) => [title, standing.text])).toEqual([
      [
        expect.stringMatching(/, beyond what the baseline lists, in 4 of 584 checks$/),
        'fails the run: it goes beyond what is known as SURVEY-2',
      ],
      [expect.stringMatching(/, in 134 of 584 checks$/), 'known: SURVEY-2, until 2999-12-31'],
    ]);
  });

  it('says of a whole conform which accepted answers were not seen again', () => {
    const observation = {
      id: 'Q-OTHER-TEXT-IN',
      question: 'Where?',
      section: 'keys',
      alternatives: [],
      pinned: 'other',
    };
    const observations = [{ ...observation, verdict: 'NOT-EXERCISED' as const }];
    const conformed: RunResult = { ...sampleResult(), kind: 'conform', observations };
    expect(summaryText(conformed)).toContain('Where? other → not seen (Q-OTHER-TEXT-IN)');
    expect(summaryContent(conformed).next).toContain(
      'Look why nothing led to an answer that was accepted: Q-OTHER-TEXT-IN.',
    );
    const cut: RunResult = {
      ...conformed,
      reasonCodes: [{ code: 'ended-at-bound', bound: '10 minutes', clauses: [] }],
    };
    expect(summaryText(cut)).not.toContain('not seen');
  });

  it('counts and names all calls that break the same promise, each by a clause of its own', () => {
    const [seen] = sampleViolations(1);
    const [clause] = sampleResult().clauses;
    if (seen === undefined || clause === undefined) throw new Error('no sample');
    const { chances: _, symptom: __, ...each } = seen;
    const refusals = { ...each, expected: 'HTTP 403, id 1013', actual: 'HTTP 401, id 1010', count: 1, gating: true };
    const ids = ['AUTH-FORBIDDEN-CREATE-DEPARTMENT-01', 'AUTH-FORBIDDEN-CREATE-TEMPLATE-01'] as const;
    const endpoints = ['create-department', 'create-template'] as const;
    const request = { method: 'POST' as const, path: '/a/api/v2/organizations/1/departments', session: 0, headers: {} };
    const [step] = seen.witness.steps;
    if (step === undefined) throw new Error('no step');
    const violations = ids.map((id, at) => ({
      ...refusals,
      ...{ id: `${id}:0000000${at}`, clause: id, endpoint: endpoints[at] ?? '' },
      witness: { steps: [{ ...step, ...request, endpoint: endpoints[at] ?? step.endpoint }], failingStep: 0, curl: '' },
    }));
    const clauses = ids.map((id) => ({ ...clause, id, checked: 1, failed: 1 }));
    const [card, ...others] = summaryContent({
      ...sampleResult(),
      ...{ clauses, violations, problems: problemsOf(violations) },
    }).problems;
    expect(others).toEqual([]);
    expect(card?.title).toMatch(/, both times$/);
    expect(card?.place).toMatch(/\(create-department\); create-template too$/);
  });

  it('counts what breaks: the walks or records of the problem’s most frequent violation, else its checks', () => {
    const result = failingResult();
    const [problem] = result.problems;
    const own = result.violations.filter(({ id }) => problem?.violations.includes(id));
    for (const each of own) each.chances = { failed: 15, of: 15, what: 'walks' };
    expect(verdictLine(summaryContent(result))).toContain(
      'A respondent sees the text of another respondent, only with concurrent respondents, in 15 of 15 walks.',
    );
    const [lead] = own;
    if (lead === undefined) throw new Error('it has one');
    const widest = { failed: 10, of: 15, what: 'walks' };
    const several = {
      ...result,
      violations: [...result.violations, { ...lead, id: 'v9', clause: 'MOVE-BACK-01', chances: widest }],
    };
    several.problems = result.problems.map((each) => ({ ...each, violations: [...each.violations, 'v9'] }));
    for (const each of own) each.chances = { failed: 2, of: 15, what: 'walks' };
    expect(verdictLine(summaryContent(several))).toContain(
      'of another respondent, only with concurrent respondents, in at least 10 of 15 walks.',
    );
    // Each check of its clause broke, at calls too, of which nobody counts walks.
    const clauses = result.clauses.map((each) =>
      each.id === problem?.clauses[0] ? { ...each, checked: 10, failed: 10 } : each,
    );
    expect(verdictLine(summaryContent({ ...several, clauses }))).toContain(
      'of another respondent, only with concurrent respondents, in all 10 checks.',
    );
    for (const each of own) each.chances = { failed: 1, of: 1, what: 'completions' };
    expect(verdictLine(summaryContent(result))).toContain(
      'of another respondent, only with concurrent respondents, in 1 of 1 completion.',
    );
    for (const each of own) {
      each.chances = { failed: 30, of: 210, what: 'completions' };
      each.condition = { words: 'with every 7th completion', failed: 30, of: 30, others: 180, isSure: true };
    }
    // What the title does not say is not counted.
    expect(verdictLine(summaryContent(result))).toContain('concurrent respondents, in 30 of 210 completions.');
    const title = 'Answers are lost with every 7th completion';
    const named = result.problems.map((each) => (each === problem ? { ...each, title } : each));
    expect(verdictLine(summaryContent({ ...result, problems: named }))).toContain(
      `${title}, only with concurrent respondents, in all 30 such cases, and in none of the other 180.`,
    );
  });

  it('says that what is judged once of a question was so each time that it was shown', () => {
    const result = failingResult();
    const [problem] = result.problems;
    const own = result.violations.filter(({ id }) => problem?.violations.includes(id));
    for (const each of own) each.symptom = { ...each.symptom, eachTime: true };
    const { problems, headline } = summaryContent(result);
    expect(headline).toContain(', each time that it is shown.');
    expect(problems[0]?.when).toBe('');
  });

  it('counts problems as the verdict does, and those beside that fail no run', () => {
    const result = failingResult();
    const failing = result.problems.filter(({ gating }) => gating).length;
    const [first] = result.problems;
    if (first === undefined) throw new Error('it has one');
    result.problems = [...result.problems, { ...first, gating: false }];
    const others = result.problems.length - failing;
    expect(summaryText(result)).toContain(`${failing} problems in `);
    expect(summaryText(result)).toContain(
      `checks, and ${others === 1 ? 'one that fails' : `${others} that fail`} no run`,
    );
  });

  it('has what failed last, next to the prompt: problems, the worst one first, then the verdict', () => {
    const text = summaryText(failingResult());
    const at = (words: string): number => text.indexOf(words);
    expect(at('Latency, experienced')).toBeLessThan(at('Problems'));
    expect(at('✗ A respondent sees the text of another respondent')).toBeLessThan(
      at('Going back does not mark all answers'),
    );
    expect(at('Going back does not mark all answers')).toBeLessThan(at('FAIL  A respondent'));
    expect(at('FAIL  A respondent')).toBeLessThan(at('Next'));
  });

  it('shows expected and actual of violations, and how to repeat the first', () => {
    const text = summaryText(failingResult());
    expect(text).toContain('expected  question 101 has answer 1013 selected, as it was given');
    expect(text).toContain('actual    question 101 has no answer selected');
    expect(text).toContain(
      '→ Repeat the worst problem, and look at the answer of previous-page: canvass replay FOLDER --violation v3',
    );
  });

  it('asks for the same run again where a problem shows under load only, which its witness cannot show', () => {
    const failed = failingResult();
    failed.run = { ...failed.run, command: 'canvass load mine.yaml', seed: 7 };
    failed.violations = failed.violations.map((each) => ({ ...each, classification: 'load-only' }));
    expect(summaryText(failed)).toContain(
      '→ The worst problem shows in a crowd only. Run the same again: canvass load mine.yaml --seed 7',
    );
    expect(summaryText(failed)).not.toContain('canvass replay');
  });

  it('says of a problem whether the run fails by it, and advises by the cause', () => {
    const away = failingResult();
    away.verdict = 'INVALID';
    away.reasonCodes = [{ code: 'stopped-answering', requests: 31, failure: 'refused' }];
    const judged = { lookedAt: 9, broken: 0 };
    away.judgements = {
      promises: { judgement: 'kept', ...judged },
      thresholds: { judgement: 'cannot be told', met: 0, missed: 0, untold: 1 },
      measurement: { judgement: 'void', because: ['stopped-answering'] },
      target: { judgement: 'away', requests: 9, answers: 3 },
    };
    expect(summaryText(away)).toContain('~ A respondent sees the text of another respondent');
    expect(summaryText(away)).toContain('not counted: the target was away');
    expect(summaryText(away)).toContain('→ See in the log of the service why http://127.0.0.1:8080 went away');
    expect(summaryText(away)).not.toContain('Repeat the');

    const failed = failingResult();
    failed.problems = failed.problems.map((problem) => ({ ...problem, gating: false }));
    for (const { witness } of failed.violations) {
      const response = witness.steps[witness.failingStep]?.response;
      if (response) response.httpStatus = 500;
    }
    expect(summaryText(failed)).toContain('a recommendation: does not fail the run');
    failed.reasonCodes = [{ code: 'walks-failed', surveys: [1001], walks: 9, failed: 7, obstacle: 'service-error' }];
    expect(summaryText(failed)).toContain('fails the run: walks got nowhere by it');
    // One of them is known.
    expect(summaryText(failed)).toMatch(/3 problems in [\d,]+ checks, and one that fails no run/);
    expect(summaryText(failed)).toContain('→ Repeat the worst problem');
    expect(summaryText(failed)).toContain('→ See by endpoint what was answered, and in the log of the service why.');
  });

  it('names the slowest exchanges of all, with their traces, and links them where the run says where to', () => {
    const result = tracedResult('https://tempo.example/{traceId}/view');
    const text = summaryText(result);
    const rows = text.split('\n').filter((line) => line.includes(', second '));
    expect(rows.map((row) => row.trim().split(/ {2,}/))).toEqual([
      ['submit-page', '10:00:07.000, second 7', '9 s', '8.5 s', '500 ms', '8.9 s', '12 ms', traceId('9')],
      ['take', '10:00:05.000, second 5', '5 s', '5 s', '0 µs', 'no', '12 ms', traceId('5')],
      ['take', '10:00:04.000, second 4', '4 s', '4 s', '0 µs', 'no', '12 ms', traceId('4')],
      ['take', '10:00:03.000, second 3', '3 s', 'never sent', '3 s', '12 ms', traceId('3')],
      ['take', '10:00:02.000, second 2', '2 s', '2 s', '0 µs', 'no', '12 ms', traceId('2')],
    ]);
    expect(text).toMatch(new RegExp(`^ +trace +https://tempo.example/${traceId('a')}/view$`, 'm'));
    const markdown = contentMarkdown(summaryContent(result));
    expect(markdown).toContain(`- trace: [\`${traceId('a')}\`](<https://tempo.example/${traceId('a')}/view>)`);
    expect(markdown).toContain(`[\`${traceId('9')}\`](<https://tempo.example/${traceId('9')}/view>) |`);
    // A place that is none is no link.
    const odd = contentMarkdown(summaryContent(tracedResult('javascript:alert("{traceId}")')));
    expect(odd).toContain(`- trace: \`${traceId('a')}\`\n`);
    expect(odd).not.toContain('javascript');
    expect(summaryText(failingResult())).not.toContain('Trace');
  });

  it('has no control characters, whatever the service said', () => {
    const result = failingResult();
    const [first] = result.violations;
    if (first === undefined) throw new Error('the sample has no violation');
    const hostile = '\u001b[2J\u001b]0;owned\u0007\u202eevil\r\nPASS  all is well';
    const text = summaryText({
      ...result,
      violations: [{ ...first, actual: hostile, expected: hostile }],
      reasons: [hostile],
      target: { ...result.target, release: hostile },
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    expect(text.split('\n').filter((line) => line.startsWith('PASS'))).toEqual([]);
    expect(text).toContain('\\x1b[2J');
  });

  it('uses colour only when a style is given', () => {
    expect(summaryText(sampleResult())).not.toContain('\u001b');
    expect(summaryText(sampleResult(), colourStyle)).toContain('\u001b[32mPASS');
  });
});

describe('the summary of a run that went wrong', () => {
  it('says how requests failed', () => {
    expect(summaryText(failingResult())).toMatch(
      /submit-page +\d+ server errors, \d+ time-outs +200 × [\d,]+, 500 × \d+/,
    );
  });

  it('tells an answer that canvass did not read to its end from one that makes no sense', () => {
    const result = failingResult();
    const endpoints = result.endpoints.map((each) => ({
      ...each,
      outcomes: { ...each.outcomes, malformed: 3 },
      failures: { 'not-json': 2, 'too-large': 1 },
    }));
    expect(summaryText({ ...result, endpoints })).toContain(
      '2 malformed answers, 1 larger than target.limits lets canvass read',
    );
  });
});

describe('what to do about a target that never answered', () => {
  const silent = (failure: string): RunResult => ({
    ...emptyResult(),
    reasons: ['Said in words that nobody reads back.'],
    reasonCodes: [{ code: 'never-answered', failures: [{ failure, count: 20 }] }],
  });

  it.each([
    ['refused', 'Nothing is listening'],
    ['unresolved', 'Nobody knows its host'],
    ['tls', 'is not trusted'],
    ['response-timeout', 'within target.timeoutMs'],
    ['protocol', 'does not speak HTTP'],
  ])('follows from its failure, %s', (failure, advice) => {
    const { headline, next } = summaryContent(silent(failure));
    expect(`${headline} ${next[0]}`).toContain(advice);
  });
});

describe('the four judgements', () => {
  const whole = sampleResult();
  const valid = { valid: true, reasons: [] };
  const lateness = { code: 'generator-late' as const, percentOfTime: 40 };
  const late = { valid: false, reasons: [lateness] };
  const judgements = {
    promises: { judgement: 'kept', lookedAt: 16, broken: 0 },
    thresholds: { judgement: 'met', met: 3, missed: 0, untold: 0 },
    measurement: { judgement: 'stands', because: [] },
    target: { judgement: 'there', requests: 9, answers: 9 },
  } satisfies RunResult['judgements'];
  const bounded = {
    ...whole,
    judgements: { ...judgements, measurement: { judgement: 'bounds', because: ['generator-late'] } },
    validity: { conformance: valid, performance: late },
    reasonCodes: [lateness],
  } satisfies RunResult;
  const judged = (result: RunResult) =>
    summaryContent(result).judged.map(({ label, value, detail }) => `${label} ${value} ${detail}`);

  it('stand apart, each with what it rests on', () => {
    expect(judged({ ...whole, judgements, validity: { conformance: valid, performance: valid } })).toEqual([
      'Promises kept 16 of 17 clauses tested',
      'Thresholds met 3 of 3 met',
      'Measurement stands load generator 34 % busy',
      'Target there 9 of 9 requests answered',
    ]);
    const none = { judgement: 'met', met: 0, missed: 0, untold: 0 } as const;
    const conformed = { ...whole, kind: 'conform', judgements: { ...judgements, thresholds: none } } as const;
    expect(judged(conformed).map((line) => line.split(' ')[0])).toEqual(['Promises', 'Target']);
    expect(judged(bounded)[2]).toBe('Measurement latencies are upper bounds The load generator ran late');
    const untold = { judgement: 'cannot be told', met: 2, missed: 0, untold: 1 } as const;
    expect(judged({ ...bounded, judgements: { ...bounded.judgements, thresholds: untold } })[1]).toBe(
      'Thresholds cannot be told 2 of 3 met, 1 cannot be told',
    );
    const away = { judgement: 'away', requests: 9, answers: 0 } as const;
    expect(judged({ ...whole, judgements: { ...judgements, target: away } })[3]).toContain('Target away 0 of 9');
    expect(judged(whole)).toEqual([]);
  });

  it('call a threshold that cannot be told so everywhere, and one that was missed missed', () => {
    const missed = { expression: 'latency.p99 < 1ms', value: 2000, limit: 1000, passed: false, windowSeconds: null };
    const said = (threshold: RunResult['thresholds'][number]): string[] => {
      const result: RunResult = { ...bounded, thresholds: [threshold] };
      return [summaryText(result), contentMarkdown(summaryContent(result)), junitXml(result)].map(
        (text) => /cannot be told|missed/.exec(text.slice(text.indexOf('latency.p99')))?.[0] ?? '',
      );
    };
    expect(said({ ...missed, untold: ['generator-late'] })).toEqual(Array(3).fill('cannot be told'));
    expect(said({ ...missed, value: null })).toEqual(Array(3).fill('cannot be told'));
    expect(said(missed)).toEqual(Array(3).fill('missed'));
  });

  it('of a PASS say in its first line that latencies are upper bounds', () => {
    expect(summaryContent(bounded).headline).toContain('Latencies are upper bounds.');
    expect(summaryContent({ ...bounded, judgements }).headline).not.toContain('upper bounds');
  });

  it('grey the figures that are not valid', () => {
    const { figures } = summaryContent(bounded);
    expect(figures.filter(({ tone }) => tone === 'quiet').map(({ label }) => label)).toEqual([
      'Requests',
      'Median latency',
      '99th percentile',
      'Errors',
    ]);
  });

  it('are shown in the terminal, in Markdown and on the page', () => {
    const content = summaryContent(bounded);
    expect(contentText(content)).toMatch(
      /\nPromises +kept .*\nThresholds +met .*\nMeasurement +latencies are upper bounds /,
    );
    expect(contentMarkdown(content)).toContain('- Measurement: latencies are upper bounds');
    expect(verdictHtml(content).text).toContain('latencies are upper bounds');
  });
});

describe('what to do next', () => {
  const advice = ['Keep this machine free of other work during the run.'];
  const nextOf = (changes: Partial<RunResult>): string => {
    const base = sampleResult();
    const result = { ...base, generator: { ...base.generator, advice }, ...changes };
    return JSON.stringify(summaryContent(result).next);
  };
  const late = { code: 'generator-late' as const, percentOfTime: 40 };

  it('follows from the cause: this machine is to be kept free where it was in the way, and there alone', () => {
    expect(nextOf({ verdict: 'INVALID', reasonCodes: [late] })).toContain(advice[0]);
    expect(nextOf({ verdict: 'PASS', reasonCodes: [late] })).toContain(advice[0]);
    const gone = { code: 'stopped-answering' as const, requests: 40, failure: 'refused' };
    const away = nextOf({ verdict: 'INVALID', reasonCodes: [gone, late] });
    expect(away).toContain('went away, bring it up');
    expect(away).not.toContain(advice[0]);
    const failed = {
      code: 'walks-failed' as const,
      surveys: [1],
      walks: 9,
      failed: 9,
      obstacle: 'service-error' as const,
    };
    expect(nextOf({ verdict: 'INVALID', reasonCodes: [failed, late] })).not.toContain(advice[0]);
    expect(nextOf({ verdict: 'FAIL', reasonCodes: [late] })).not.toContain(advice[0]);
  });

  it('asks about what is odd now and then with an example, where one was kept', () => {
    const witness = failingResult().violations[0]?.witness ?? null;
    const step = witness?.steps[witness.failingStep];
    const odd = { id: 'Q-BACK-TEXT', what: 'Where?', where: [], there: ['html'], elsewhere: ['json'], count: 1, of: 9 };
    expect(nextOf({ odd: [{ ...odd, witness }] })).toContain(`(now and then, as by ${step?.method} ${step?.path})`);
    expect(nextOf({ odd: [{ ...odd, witness: null }] })).toContain('(now and then)');
  });
});

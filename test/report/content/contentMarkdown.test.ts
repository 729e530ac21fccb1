import { describe, expect, it } from 'vitest';
import {
  codeMarkdown,
  contentMarkdown,
  escapeMarkdown,
  issueText,
} from '../../../src/report/content/contentMarkdown.ts';
import { contentText } from '../../../src/report/content/contentText.ts';
import { summaryContent } from '../../../src/report/content/summaryContent.ts';
import { problemsSection } from '../../../src/report/html/sections/problemsSection.ts';
import { forbiddenKeyName, usualKeyName } from '../../../src/result/keyNames.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { hostileResult } from '../../support/hostileResult.ts';
import { emptyResult, failingResult, sampleResult } from '../../support/sampleResults.ts';

function markdown(result: RunResult): string {
  return contentMarkdown(summaryContent(result));
}

function sampleOf<Sample>(sample: Sample | undefined): Sample {
  if (sample === undefined) throw new Error('the sample holds a violation');
  return sample;
}

describe('Markdown', () => {
  it.each([
    ['always', 'canvass conform p.yaml', ' --seed 7 --clause MOVE-BACK-01'],
    ['always', 'canvass conform p.yaml', ' --seed 7'],
    ['load-only', 'canvass conform p.yaml', ' --seed 7'],
    ['always', 'canvass conform p.yaml --clause MOVE-BACK-01', ' --seed 7'],
    ['load-only', 'canvass conform p.yaml --base-url http://127.0.0.1:39311', ' --seed 7'],
  ] as const)(
    'names in an issue a run that sees the problem again on another build: what shows %s, of `%s`',
    (classification, typed, more) => {
      const command = typed.replace(/ --base-url .*/, '');
      const failing = failingResult();
      const [first, ...others] = failing.violations;
      if (first === undefined) throw new Error('the sample holds a violation');
      const violation = { ...first, clause: 'MOVE-BACK-01', classification, witness: { ...first.witness, curl: '' } };
      const run = { ...failing.run, seed: 7, command: typed };
      const result: RunResult = { ...failing, kind: 'conform', run, violations: [violation, ...others] };
      const card = summaryContent(result).problems.find(({ lead }) => lead === violation);
      const text = card === undefined ? '' : issueText(card, result);
      expect(text.split('\n')).toContain(`${command}${more} --base-url "$BASE_URL"`);
      expect(text).toContain('set `BASE_URL` to the base URL of your build');
      const embedded = { ...result, target: { ...result.target, baseUrl: 'embedded' } };
      expect(card === undefined ? '' : issueText(card, embedded)).not.toContain('BASE_URL');
    },
  );

  it('names the cheapest way to see it again first, and what each costs', () => {
    const failing = failingResult();
    const [first, ...others] = failing.violations;
    const card = (curl: string) => {
      const violation = { ...sampleOf(first), clause: 'MOVE-BACK-01', classification: 'always' as const };
      const shown = { ...violation, witness: { ...violation.witness, curl } };
      const run = { ...failing.run, seed: 7, command: 'canvass conform p.yaml --for 10m' };
      const result: RunResult = { ...failing, kind: 'conform', run, violations: [shown, ...others] };
      const [found] = summaryContent(result).problems.filter(({ lead }) => lead === shown);
      return found === undefined ? '' : issueText(found, result);
    };
    const steps = sampleOf(first).witness.steps.length;
    const script = card('#!/bin/sh');
    expect(script).toContain(steps === 1 ? 'It sends one request.' : `It sends ${steps} requests.`);
    const without = card('');
    expect(without.indexOf('# this clause alone')).toBeGreaterThan(0);
    expect(without.indexOf('# the whole run, which sent')).toBeGreaterThan(without.indexOf('# this clause alone'));
    expect(without).toContain('canvass conform p.yaml --seed 7 --clause MOVE-BACK-01');
  });

  it.each([
    ['script', 'take', {}, '`CANVASS_API_KEY`. Exit', []],
    ['script', 'take', { 'api-key': forbiddenKeyName }, '`CANVASS_API_KEY`, `CANVASS_FORBIDDEN_KEY`. Exit', []],
    ['script', 'regenerate-key', {}, 'replace `CANVASS_API_KEY`, which is no key afterwards', []],
    ['no script', 'take', {}, 'variables of the environment that the profile names', ['keeps', 'keeps']],
    ['no script', 'regenerate-key', {}, 'first of `target.apiKeys`, which is no key afterwards', ['', '']],
  ] as const)('says in an issue with %s, of %s, what its repetition takes: %o', (by, endpoint, headers, said, kept) => {
    const failing = failingResult();
    const [first, ...others] = failing.violations;
    const { witness, ...rest } = sampleOf(first);
    const steps = witness.steps.map((step) => ({ ...step, endpoint, headers }));
    const shown = {
      ...rest,
      classification: 'always' as const,
      witness: { ...witness, steps, curl: by === 'script' ? '#!/bin/sh' : '' },
    };
    const replacing = { ...sampleOf(failing.endpoints[0]), endpoint: 'regenerate-key', httpStatuses: { 200: 1 } };
    const result: RunResult = { ...failing, kind: 'conform', endpoints: [replacing], violations: [shown, ...others] };
    const card = summaryContent(result).problems.find(({ lead }) => lead === shown);
    const text = card === undefined ? '' : issueText(card, result);
    expect(text).toContain(said);
    expect(text.includes('is no key afterwards')).toBe(endpoint === 'regenerate-key');
    const commands = text.split('\n').filter((line) => line.startsWith('canvass '));
    expect(commands.map((line) => (line.includes(' --set admin.regenerateKey=false') ? 'keeps' : ''))).toEqual(kept);
  });

  it.each([
    ['always', 1],
    ['load-only', 0],
  ] as const)('says why no script repeats what shows %s, as the terminal does', (classification, times) => {
    const failing = failingResult();
    const [first, ...others] = failing.violations;
    const { witness, ...rest } = sampleOf(first);
    const shown = { ...rest, classification, witness: { ...witness, curl: '', noScript: 'several answers show it' } };
    const content = summaryContent({ ...failing, violations: [shown, ...others] });
    const said = /script:? +none, for several answers show it/g;
    for (const text of [contentMarkdown(content), contentText(content)])
      expect(text.match(said) ?? []).toHaveLength(times);
  });

  it('repeats a violation with what its run was set to', () => {
    const failing = failingResult();
    const run = { ...failing.run, set: ['admin.regenerateKey=true', 'surveys.walk=[{ id: 7 }]'] };
    const [card] = summaryContent({ ...failing, run }, { directory: 'ci/run', history: [] }).problems;
    expect(card?.repeat).toMatch(
      /^canvass replay ci\/run --violation \S+ --set admin\.regenerateKey=true --set 'surveys\.walk=\[\{ id: 7 \}\]'$/,
    );
  });

  it.each([
    ['served', forbiddenKeyName, 200, true],
    ['refused otherwise', forbiddenKeyName, 404, false],
    ['served with the usual key', usualKeyName, 200, false],
  ] as const)('says what else may be why a key without permission was %s', (_, key, httpStatus, isSaid) => {
    const failing = failingResult();
    const [problem] = failing.problems;
    const violations = failing.violations.map((violation) => ({
      ...violation,
      witness: {
        ...violation.witness,
        steps: violation.witness.steps.map((step) => ({
          ...step,
          headers: { 'api-key': key },
          response: { ...step.response, httpStatus },
        })),
      },
    }));
    const result: RunResult = { ...failing, violations, problems: problem === undefined ? [] : [problem] };
    const cards = summaryContent(result).problems;
    const [card] = cards;
    const said = 'unless: target.forbiddenApiKey names a key that may do this';
    const texts = [markdown(result), card === undefined ? '' : issueText(card, result)];
    expect(texts.map((text) => text.includes(said))).toEqual([isSaid, isSaid]);
    expect(problemsSection(cards, result)?.text.includes('No defect where target.forbiddenApiKey names')).toBe(isSaid);
  });

  it('tells the steps of an issue in words before its script, which is folded', () => {
    const failing = failingResult();
    const [card] = summaryContent(failing).problems;
    const text = card === undefined ? '' : issueText(card, failing);
    expect(text).toMatch(
      /\n\nHow it comes about:\n\n- Step \d+: .*\n\n<details><summary>The script<\/summary>\n\n```sh\n[^`]*```\n\n<\/details>$/s,
    );
  });

  it('says the verdict in its heading', () => {
    expect(markdown(sampleResult())).toMatch(/^## ✅ PASS: No broken promises; 16 of 17 clauses were tested\./);
    expect(markdown(failingResult())).toMatch(/^## ❌ FAIL: /);
    expect(markdown(emptyResult())).toMatch(/^## ⚠️ INVALID: /);
  });

  it('has addresses and commands that can be copied from its source', () => {
    expect(escapeMarkdown('http://127.0.0.1:1: nothing is there. Ask ada@example.com.')).toBe(
      '`http://127.0.0.1:1`: nothing is there. Ask `ada@example.com`.',
    );
    expect(escapeMarkdown('GET /a?page=1&perPage=2 (list)')).toBe('`GET /a?page=1&perPage=2` (list)');
    expect(escapeMarkdown('https://x|y')).toBe('<code>https&#58;//x&#124;y</code>');
    expect(codeMarkdown("canvass replay reports/X --violation 'a b'")).toBe(
      "`canvass replay reports/X --violation 'a b'`",
    );
    for (const result of [failingResult(), sampleResult()]) expect(markdown(result)).not.toMatch(/\p{Cf}/u);
  });

  it('keeps every table row on one line with all its cells', () => {
    for (const result of [failingResult(), hostileResult()]) {
      const rows = markdown(result)
        .split('\n')
        .filter((line) => line.startsWith('|'));
      let width = 0;
      for (const row of rows) {
        const cells = row.replaceAll('\\|', '').split('|').length;
        if (/^\| (---|Threshold|Endpoint|Violation|Datacenter|Respondents|Question|What)/.test(row)) width = cells;
        expect(cells).toBe(width);
      }
    }
  });

  it('shows text of the service as it is: no HTML, no link, no mention', () => {
    const text = escapeMarkdown('<img src=x> [a](javascript:b) @team https://evil.example `code` | *b*');
    expect(text).toContain(' `@team` `https://evil.example` ');
    const prose = text.replaceAll(/ `[^`]+`/g, '');
    expect(prose).not.toMatch(/<img|[^\\]\]\(|@|https|[^\\]`|[^\\]\||[^\\]\*/);
    expect(markdown(hostileResult())).not.toContain('<script');
  });

  it('reads as written where nothing is special: brackets, and lines within a word', () => {
    const plain = 'ACCESS_DENIED in validationErrors[].questionId {a} (MOVE-BACK-01)!';
    expect(escapeMarkdown(plain)).toBe(plain);
    const special = ['_all_', '[ ] done', '![a](b)', '[a][b]', '[a]: b', '#12', '~~no~~'].map(escapeMarkdown);
    expect(special).toEqual([
      '\\_all\\_',
      '\\[ ] done',
      '![a\\](b)',
      '\\[a\\][b]',
      '\\[a\\]: b',
      '\\#12',
      '\\~\\~no\\~\\~',
    ]);
  });
});

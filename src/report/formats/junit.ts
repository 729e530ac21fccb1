import type { RunResult, ThresholdResult } from '../../result/runResult.ts';
import { gates } from '../../result/tally/violationTally.ts';
import { thresholdStanding } from '../../result/thresholdStanding.ts';
import type { ClauseResult, Violation } from '../../result/verdict.ts';
import { headlineOf } from '../content/headline.ts';
import { placeOf, type ShownPages } from '../content/shownPages.ts';
import { brokenText, reproductionText } from '../content/witnessText.ts';
import { oneLine, severalLines } from '../plainText.ts';
import { thresholdValueText } from '../quantities.ts';
import { type ReportedRun, reportedRun } from '../reportedRun.ts';
import { sectionTitle } from '../sectionTitles.ts';

const mostShown = 10;

/**
 * A result as JUnit XML, which CI systems read: a suite `run` with the verdict, a suite `thresholds` with a case for
 * each, and a suite for each section of the document with a case for each clause. A clause that was not exercised is
 * skipped, never passed, and so is one that a run which proves nothing saw broken. What the baseline knows does not fail.
 */
export function junitXml(result: RunResult): string {
  const run = reportedRun(result);
  const headline = headlineOf(run);
  const violations = new Map(result.violations.map((violation) => [violation.id, violation]));
  const titles = new Map(
    run.problems.flatMap(({ problem, title }) => problem.clauses.slice(0, 1).map((id) => [id, `${title}: `] as const)),
  );
  const suites = [
    suite('run', [verdictCase('run', result.verdict, headline, result.verdict === 'PASS' ? ['PASS'] : result.reasons)]),
    ...(result.thresholds.length > 0 ? [suite('thresholds', result.thresholds.map(thresholdCase))] : []),
    ...[...Map.groupBy(result.clauses, (clause) => clause.section)].map(([section, clauses]) =>
      suite(
        sectionTitle(section),
        clauses.map((clause) => clauseCase(clause, violations, titles.get(clause.id) ?? '', run)),
      ),
    ),
  ];
  return suitesXml(result.run, suites);
}

/** Suites as a document. */
export function suitesXml({ profile, durationSeconds }: RunResult['run'], suites: readonly Suite[]): string {
  const sum = (name: 'tests' | 'failures' | 'skipped' | 'errors'): number =>
    suites.reduce((total, { counts }) => total + counts[name], 0);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="canvass ${xml(profile)}" tests="${sum('tests')}" failures="${sum('failures')}" errors="${sum('errors')}" skipped="${sum('skipped')}" time="${durationSeconds.toFixed(3)}">
${suites.map(({ text }) => text).join('\n')}
</testsuites>
`;
}

/** One test case, as JUnit has it: what went wrong is the message, what is known of it the detail. */
export interface Case {
  readonly kind: 'passed' | 'failure' | 'error' | 'skipped';
  readonly name: string;
  readonly group: string;
  readonly message?: string;
  readonly detail: string;
}

export type Suite = ReturnType<typeof suite>;

/** Cases with their counts. */
export function suite(name: string, cases: readonly Case[]) {
  const count = (kind: Case['kind']): number => cases.filter((one) => one.kind === kind).length;
  const counts = {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
  const text = `<testsuite name="${xml(name)}" tests="${counts.tests}" failures="${counts.failures}" errors="${counts.errors}" skipped="${counts.skipped}">
${cases.map(caseXml).join('\n')}
</testsuite>`;
  return { text, counts };
}

function caseXml(one: Case): string {
  const open = `<testcase classname="${xml(one.group)}" name="${xml(one.name)}">`;
  const out = one.kind === 'passed' && one.detail !== '' ? `<system-out>${xml(one.detail)}</system-out>` : '';
  const message = xml(one.message ?? '');
  if (one.kind === 'passed') return `${open}${out}</testcase>`;
  if (one.kind === 'skipped') return `${open}<skipped message="${message}"/></testcase>`;
  return `${open}<${one.kind} message="${message}">${xml(one.detail)}</${one.kind}></testcase>`;
}

/** A verdict as a case: passed, failed, or an error where it proves nothing. */
export function verdictCase(
  group: string,
  verdict: RunResult['verdict'],
  headline: string,
  reasons: readonly string[],
): Case {
  const common = { name: 'verdict', group, detail: reasons.join('\n') };
  if (verdict === 'PASS') return { kind: 'passed', ...common };
  return { kind: verdict === 'FAIL' ? 'failure' : 'error', ...common, message: `${verdict}: ${headline}` };
}

function thresholdCase(threshold: ThresholdResult): Case {
  const { expression, untold } = threshold;
  const measured = thresholdValueText(threshold);
  const common = { name: expression, group: 'thresholds', detail: `measured: ${measured}` };
  const standing = thresholdStanding(threshold);
  switch (standing) {
    case 'met':
      return { kind: 'passed', ...common };
    case 'missed':
      return { kind: 'failure', ...common, message: `missed, measured: ${measured}` };
    case 'cannot be told':
      return { kind: 'error', ...common, message: `${standing}: ${untold?.join(', ') ?? measured}` };
  }
}

/** @param title of the problem that the clause names, with how often; empty for any other */
function clauseCase(
  clause: ClauseResult,
  violations: ReadonlyMap<string, Violation>,
  title: string,
  { pages, notCounted }: Pick<ReportedRun, 'pages' | 'notCounted'>,
): Case {
  const common = { name: clause.title, group: clause.id };
  const found = clause.violations.map((id) => violations.get(id)).filter((violation) => violation !== undefined);
  const gating = found.filter(gates);
  switch (clause.verdict) {
    case 'NOT-EXERCISED':
    case 'INCONCLUSIVE':
      return { kind: 'skipped', ...common, message: `${clause.verdict}: ${clause.reason ?? 'no check'}`, detail: '' };
    case 'HARNESS-ERROR':
      return { kind: 'error', ...common, message: clause.reason ?? 'error in canvass', detail: '' };
    case 'VIOLATES':
      if (found.length > 0 && gating.length === 0)
        return { kind: 'passed', ...common, detail: `known to the baseline:\n${violationsText(found)}` };
      if (notCounted !== null) return { kind: 'skipped', ...common, message: `not counted: ${notCounted}`, detail: '' };
      return {
        kind: 'failure',
        ...common,
        message: gating[0] === undefined ? 'violated' : `${title}${brokenThere(gating[0], pages)}`,
        detail: `${clause.basis}\n${violationsText(gating)}`,
      };
    default:
      return { kind: 'passed', ...common, detail: `${clause.verdict}, ${clause.checked} checks` };
  }
}

/** Where, and what was wrong there: survey, page and question in words. */
function brokenThere(violation: Violation, pages: ShownPages): string {
  const place = placeOf(violation, pages);
  return `${place === '' ? '' : `in ${place}, `}${brokenText(violation)}`;
}

export function violationsText(violations: readonly Violation[]): string {
  const shown = violations
    .slice(0, mostShown)
    .map(
      (v) =>
        `${v.id} × ${v.count}\nexpected ${v.expected}\nactual ${v.actual}\n${reproductionText(v)}\n${v.witness.curl}`,
    );
  const rest = violations.length - mostShown;
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n\n');
}

/** Text for XML: control characters, which XML forbids even when escaped, are made visible. */
function xml(text: string): string {
  const visible = text.includes('\n') ? severalLines(text) : oneLine(text);
  return visible
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}

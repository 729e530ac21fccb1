import { createHash } from 'node:crypto';
import { asText, isRecord, membersOf } from '../contract/jsonShape.ts';
import type { Problem } from '../result/problem.ts';
import { gates } from '../result/tally/violationTally.ts';
import type { Violation } from '../result/verdict.ts';
import { clauseIds, clauses, isClauseId } from './clauses.ts';
import { generalText } from './identity.ts';
import { plainTitle } from './problemTitles.ts';
import { foreignToken, tokensIn } from './tokens.ts';

/**
 * Violations of one cause, as one problem each. Two violations have one cause when they are about the same topic (one
 * clause follows from the other), when they say the same of the same place in a body, when the same error answered both,
 * or when both show a text of another respondent.
 *
 * @returns what fails the run first, then what does most harm, then the most frequent first.
 */
export function problemsOf(violations: readonly Violation[]): Problem[] {
  const groups = grouped(violations.filter(({ baseline }) => baseline.kind !== 'GONE'));
  return groups
    .map(problemOf)
    .sort(
      (a, b) =>
        Number(b.gating) - Number(a.gating) ||
        harmOf(a) - harmOf(b) ||
        b.count - a.count ||
        (a.signature < b.signature ? -1 : 1),
    );
}

/** Answers that are lost, changed or somebody else's. */
const worst = /^SANITY-(?:LOST|DUPLICATE|ALTERED|ISOLATION|SECRET)-/;

/** What clauses are about, the worst first: then doors that stand open, and walks led astray; what is left is the form of answers. */
const harms = [worst, /^(?:AUTH|KEY)-/, /^(?:MOVE|SANITY|STATUS|SUBMIT)-/];

/** Place among the harms, 0 for the worst. */
function harmOf({ clauses: [lead = ''] }: Problem): number {
  const at = harms.findIndex((harm) => harm.test(lead));
  return at < 0 ? harms.length : at;
}

function grouped(violations: readonly Violation[]): Violation[][] {
  const groupOf = new Map<string, Violation[]>();
  const groups = new Set<Violation[]>();
  for (const violation of violations) {
    const keys = causesOf(violation);
    const met = [...new Set(keys.flatMap((key) => groupOf.get(key) ?? []).map(({ id }) => id))];
    const joined = [...groups].filter((group) => group.some(({ id }) => met.includes(id)));
    const merged = [...joined.flat(), violation];
    for (const group of joined) groups.delete(group);
    groups.add(merged);
    for (const each of merged) for (const key of causesOf(each)) groupOf.set(key, merged);
  }
  return [...groups];
}

/** What a violation may have in common with others of its cause. */
function causesOf(violation: Violation): string[] {
  const { clause, path, expected, actual } = violation;
  // At another place in a body, clauses of one topic may have another cause.
  const causes = [`clause ${clause}`, `topic ${topicOf(clause)} ${path}`];
  if (path !== '') causes.push(`place ${path} ${generalText(foundAt(path, actual))}`);
  const holder = holderIn(actual, path);
  if (holder !== null) causes.push(`holder ${holder.path} ${generalText(holder.value)}`);
  const error = errorOf(violation);
  if (error !== null) causes.push(error);
  const [own] = tokensIn(expected);
  if (anothersText.test(clause) || (own !== undefined && foreignToken(actual, own) !== null)) causes.push('another');
  return causes;
}

/** The server error, or the session error, that came in place of an answer; `null` where something of an answer is wrong. */
function errorOf({ path, witness }: Violation): string | null {
  const response = path === '' ? witness.steps[witness.failingStep]?.response : undefined;
  if (response === undefined) return null;
  if (response.httpStatus >= 500) return `http ${response.httpStatus}`;
  const { error } = membersOf(response.body);
  return isRecord(error) ? `session error ${asText(error.code)} ${asText(error.message)}` : null;
}

const anothersText = /^SANITY-ISOLATION-01$/;

function topicOf(clause: string): string {
  const topic = isClauseId(clause) ? clauses[clause]?.topic : undefined;
  return topic === undefined || topic === '' ? clause : topic;
}

/** What names a problem before the form of the same answers: the worst, and that there was no answer but a server error. */
const leads = new RegExp(`${worst.source}|^SANITY-5XX-`);

const order = new Map(clauseIds.map((id, at) => [id, at]));

function problemOf(violations: readonly Violation[]): Problem {
  const [lead = missing()] = [...violations].sort(
    (a, b) =>
      Number(b.gating) - Number(a.gating) ||
      Number(leads.test(b.clause)) - Number(leads.test(a.clause)) ||
      (order.get(a.clause) ?? 0) - (order.get(b.clause) ?? 0) ||
      (a.path < b.path ? -1 : 1),
  );
  const classifications = new Set(violations.map(({ classification }) => classification));
  const [classification = 'unclassified'] = classifications;
  const seconds = violations.flatMap(({ firstSecond }) => firstSecond ?? []);
  return {
    signature: signatureOf(lead),
    title: titleOf(lead),
    // The one that names the problem comes first.
    clauses: [...new Set([lead, ...violations].map(({ clause }) => clause))],
    violations: [...new Set([lead, ...violations].map(({ id }) => id))],
    count: Math.max(...violations.map(({ count }) => count)),
    firstSecond: seconds.length === 0 ? null : Math.min(...seconds),
    endpoints: [...new Set(violations.map(({ endpoint }) => endpoint))].filter((endpoint) => endpoint !== ''),
    classification: classifications.size === 1 ? classification : 'unclassified',
    gating: violations.some(gates),
  };
}

function missing(): never {
  throw new RangeError('a problem has at least one violation');
}

/** The same for the same problem in every command and every run. */
function signatureOf({ clause, path }: Violation): string {
  return createHash('sha256')
    .update(`${topicOf(clause)}\n${path}`)
    .digest('hex')
    .slice(0, 10);
}

/** What was found at a place, without the place where it is named. */
function foundAt(path: string, actual: string): string {
  return actual.startsWith(`${path}: `) ? actual.slice(path.length + 2) : actual;
}

/** The object that should hold the member at `path`, where another value, or none, was found in its place. */
function holderIn(actual: string, path: string): { readonly path: string; readonly value: string } | null {
  const [, holder = '', value = ''] = /^([\w.[\]]+): (.*)$/s.exec(actual) ?? [];
  return holder !== '' && path.startsWith(`${holder}.`) ? { path: holder, value } : null;
}

/** The longest value that a title quotes. */
const longestQuote = 40;

function wrongMember(path: string, value: string, wanted: string): string {
  const member = path.split('.').at(-1) ?? path;
  if (value === 'absent') return `“${member}” is missing`;
  return value.length > longestQuote ? `“${member}” is not ${wanted}` : `“${member}” is ${value}, not ${wanted}`;
}

/** In plain words: what is wrong, where. */
function titleOf({ clause, path, expected, actual }: Violation): string {
  if (!isClauseId(clause)) return `The answer to ${clause} is no longer the accepted one`;
  const plain = plainTitle(clause);
  if (plain !== null) return plain;
  const holder = holderIn(actual, path);
  if (holder !== null) return wrongMember(holder.path, holder.value, 'an object');
  const wanted = `${path} is `;
  // A member of another type than its table says: what is expected begins with where it stands.
  if (path !== '' && expected.startsWith(wanted)) {
    return wrongMember(path, foundAt(path, actual), expected.slice(wanted.length));
  }
  const statement = (clauses[clause]?.title ?? clause).replaceAll('`', '').replace(/\.$/, '');
  return `Not kept: “${statement}”`;
}

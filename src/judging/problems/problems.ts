import { createHash } from 'node:crypto';
import type { SectionId } from '../../contract/clause.ts';
import { knownBeside } from '../../result/beyondKnown.ts';
import { wholeConditionOf } from '../../result/condition.ts';
import type { Problem } from '../../result/problem.ts';
import { gates } from '../../result/tally/violationTally.ts';
import type { Violation } from '../../result/verdict.ts';
import { startOf } from '../../result/violationId.ts';
import { clauseIds, clauseOf, isClauseId } from '../allClauses.ts';
import { areConsequences, causesOf, followsFrom, isKnown } from './causes.ts';
import { titleOfAll, withCondition } from './title.ts';
import { isSessionLost, topicOf } from './violationFacts.ts';

/**
 * Violations of one cause, as one problem each. Two violations have one cause when they are about the same topic (one
 * clause follows from the other), when they say the same of the same place in a body, when the same error answered both,
 * or when both show a text of another respondent.
 *
 * @returns what fails the run first, then what does most harm, then the most frequent first.
 */
export function problemsOf(violations: readonly Violation[]): Problem[] {
  const seen = violations.filter(({ baseline }) => baseline.kind !== 'GONE');
  return grouped(seen)
    .map((group) => problemOf(group, seen))
    .sort(
      (a, b) =>
        Number(b.gating) - Number(a.gating) ||
        harmOf(a) - harmOf(b) ||
        b.count - a.count ||
        (a.signature < b.signature ? -1 : 1),
    );
}

/** What clauses are about, the worst first: then doors that stand open, and walks led astray; what is left is the form of answers. */
const harms: readonly (readonly SectionId[])[] = [
  ['authentication', 'regenerate-key'],
  ['states', 'sanity', 'submit-page'],
];

/** Place among the harms, 0 for answers that are lost, changed or somebody else's. */
function harmOf({ clauses: [lead = ''] }: Problem): number {
  if (!isClauseId(lead)) return harms.length + 1;
  const { harm, section } = clauseOf(lead);
  if (harm === 'answers') return 0;
  const at = harms.findIndex((sections) => sections.includes(section));
  return 1 + (at < 0 ? harms.length : at);
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
  return withConsequences([...groups]);
}

/** Groups that follow whole from what another one broke go with that one. */
function withConsequences(groups: readonly Violation[][]): Violation[][] {
  const kept = new Map(groups.map((group) => [group, [...group]]));
  for (const group of groups) {
    const cause = [...kept.keys()].find(
      (other) => other !== group && group.some(isKnown) === other.some(isKnown) && areConsequences(group, other),
    );
    if (cause === undefined) continue;
    kept.get(cause)?.push(...(kept.get(group) ?? []));
    kept.delete(group);
  }
  return [...kept.values()];
}

/** Whether a clause names a problem before the form of the same answers: the worst, and that there was no answer but a server error. */
function leads(clause: string): boolean {
  return isClauseId(clause) && clauseOf(clause).harm !== 'form';
}

const order = new Map(clauseIds.map((id, at) => [id, at]));

/** @param all violations of the run, known ones too */
function problemOf(violations: readonly Violation[], all: readonly Violation[]): Problem {
  const consequences = new Set(
    violations.filter((each) =>
      followsFrom(
        each,
        violations.filter((other) => other !== each),
      ),
    ),
  );
  const byRank = (a: Violation, b: Violation): number =>
    Number(consequences.has(a)) - Number(consequences.has(b)) ||
    Number(b.gating) - Number(a.gating) ||
    Number(isSessionLost(b)) - Number(isSessionLost(a)) ||
    Number(leads(b.clause)) - Number(leads(a.clause));
  const byOrder = (a: Violation, b: Violation): number =>
    (order.get(a.clause) ?? 0) - (order.get(b.clause) ?? 0) || (a.path < b.path ? -1 : 1);
  const ranked = violations.toSorted((a, b) => byRank(a, b) || byOrder(a, b));
  const [first = missing()] = ranked;
  // What shows more than now and then, and under which condition, is what the problem is.
  const most = Math.max(...violations.map(({ count }) => count));
  const tells = (each: Violation): number =>
    2 * Number(farMore * each.count >= most) + Number(wholeConditionOf(each) !== null);
  const [lead = missing()] = ranked.toSorted((a, b) => byRank(a, b) || tells(b) - tells(a));
  const classifications = new Set(violations.map(({ classification }) => classification));
  const [classification = 'unclassified'] = classifications;
  const seconds = violations.flatMap(({ firstSecond }) => firstSecond ?? []);
  return {
    // As it was called in other runs, which may have found no condition.
    signature: signatureOf(first, all),
    title:
      knownBeside(lead, all) === null
        ? withCondition(titleOfAll(lead, violations), lead, violations)
        : `${titleOfAll(lead, violations)}, beyond what the baseline lists`,
    // The one that names the problem comes first.
    clauses: [...new Set([lead, ...violations].map(({ clause }) => clause))],
    violations: [...new Set([lead, ...violations].map(({ id }) => id))],
    count: most,
    firstSecond: seconds.length === 0 ? null : Math.min(...seconds),
    endpoints: [...new Set(violations.map(({ endpoint }) => endpoint))].filter((endpoint) => endpoint !== ''),
    classification: classifications.size === 1 ? classification : 'unclassified',
    gating: violations.some(gates),
  };
}

/** So many times as often as another one, a violation is hardly a part of it. */
const farMore = 10;

function missing(): never {
  throw new RangeError('a problem has at least one violation');
}

/** The same for the same problem in every command and every run; of what is new beside a known one of its topic, one of its own. */
function signatureOf(lead: Violation, all: readonly Violation[]): string {
  const topic = ({ clause, path }: Violation): string => `${topicOf(clause)}\n${path}`;
  const isBesideKnown = !isKnown(lead) && all.some((each) => isKnown(each) && topic(each) === topic(lead));
  return createHash('sha256')
    .update(isBesideKnown ? `${topic(lead)}\n${startOf(lead.id)}` : topic(lead))
    .digest('hex')
    .slice(0, 10);
}

import type { Condition, Violation } from '../../result/verdict.ts';
import { clauseOf, isClauseId } from '../allClauses.ts';
import { isNoChance, oneIn, strayShare } from './chance.ts';
import { since } from './inOrder.ts';
import { isCutShort, isOfMember, isSaid, isWhatCame } from './partFeatures.ts';
import { numbersIn, sum, type Times } from './sightings.ts';

/** What is needed, and not enough, is had by so many of all checks at most. */
const neededShare = 0.5;
/** … and where hardly any of them break, it is no condition that anybody could follow. */
const leastShare = 0.05;
/** So many features are tried together: nobody reads a condition of more. */
const mostTogether = 3;
/** By how many are tried together. */
const mostShared: Readonly<Record<number, number>> = { 1: 99, 2: 40, 3: 24 };

/** What is broken, and where. */
export type FoundAt = Pick<Violation, 'clause' | 'endpoint' | 'path'> & Partial<Pick<Violation, 'expected' | 'actual'>>;

/**
 * The feature that all that broke have, and hardly any that held, or else two together; else one that most that held have
 * not. Of those that cannot be told apart the first, which is the most likely.
 */
export function separating(broken: Times, held: Times, found: FoundAt): Condition | null {
  const { clause, path, expected = '', actual = '' } = found;
  const title = isClauseId(clause) ? clauseOf(clause).broken : '';
  const isCut = isCutShort(expected, actual);
  // What is absent has no value here: its value is one that was seen elsewhere.
  const member = /^(?:absent$|no )/.test(actual) ? '' : path;
  const isOfStored = isClauseId(clause) && clauseOf(clause).variesByAnswers;
  const [failed, all] = [sum(broken), sum(held)];
  if (failed === 0 || all === 0) return null;
  const [first] = broken.keys();
  const outside = new Set([...held.keys()].flatMap(({ features }) => [...features].flatMap(outsideOf)));
  const candidates = [...(first?.features ?? []), ...outside];
  const shared = candidates.filter(
    (feature) =>
      isInAll(broken, feature) &&
      !isOfMember(feature, member) &&
      !isWhatCame(feature, path) &&
      !(isCut && /^when (?!a text is longer)/.test(feature)) &&
      !isSaid(feature, `${expected} ${actual}`, title) &&
      // Which page a completion was submitted from says nothing of what is stored of it.
      !(isOfStored && /\bpages?\b/.test(feature)),
  );
  let narrowest: Shared | null = null;
  let later: Condition | null = null;
  for (let together = 1; together <= mostTogether; together++) {
    // Which survey it is not adds nothing to what was done there.
    const among = together === 1 ? shared : shared.filter((feature) => !outside.has(feature));
    const found = best(combined(among.slice(0, mostShared[together]), together));
    if (found === null) break;
    if (together === 1 && found.stray > 0) later = laterOnly(found);
    if (found.stray <= strayShare * failed) {
      const fitting = told(found, '');
      // Which pages are asked first is an order too: where something else tells them apart, that is it.
      return later === null || (together > 1 && found.stray === 0 && fitting.isSure) ? fitting : later;
    }
    if (together === 2 && later !== null) break;
    if (narrowest === null || (together === 2 && 2 * found.stray < narrowest.stray)) narrowest = found;
  }
  if (later !== null) return later;
  const needed =
    narrowest !== null &&
    narrowest.stray + failed <= neededShare * (all + failed) &&
    failed >= leastShare * (narrowest.stray + failed)
      ? told(narrowest, 'but only ')
      : null;
  return needed?.isSure === true ? needed : null;

  function best(choices: readonly (readonly string[])[]): Shared | null {
    let least: Shared | null = null;
    for (const features of choices) {
      const stray = timesWith(held, features, least?.stray);
      if (least === null || stray < least.stray) least = { features, stray, among: choices.length };
    }
    return least;
  }

  /** Where those that have the feature and held came before the others. */
  function laterOnly(shared: Shared): Condition | null {
    const alike = new Map([...held].filter(([{ features }]) => shared.features.every((each) => features.has(each))));
    const later = since(found.endpoint, numbersIn(broken), numbersIn(alike), 'such request');
    const { words, isSure } = told(shared, '');
    return later?.isSure && isSure ? { ...later, words: `${words}, ${later.words}` } : null;
  }

  function told({ features, stray, among }: Shared, how: string): Condition {
    // Of thousands of choices of several features one may fit by chance.
    const rare = features.length === 1 ? oneIn : oneIn * among;
    const isSure = isNoChance(failed, failed + stray, failed + all, rare);
    return { words: how + features.join(' and '), failed, of: failed + stray, others: all - stray, isSure };
  }
}

/** Features that all that broke have, how many that held, and of how many choices these were the best. */
interface Shared {
  readonly features: readonly string[];
  readonly stray: number;
  readonly among: number;
}

/** Each choice of so many features, in their order. */
function combined(features: readonly string[], count: number): string[][] {
  if (count === 0) return [[]];
  return features.flatMap((one, at) => combined(features.slice(at + 1), count - 1).map((others) => [one, ...others]));
}

function isInAll(times: Times, feature: string): boolean {
  const isIn = isAmong(feature);
  return times.keys().every(({ features }) => isIn(features));
}

/** @param enough where counting ends: most choices of features are soon known to be no better than another */
export function timesWith(times: Times, wanted: readonly string[], enough = Number.POSITIVE_INFINITY): number {
  const tests = wanted.map(isAmong);
  let count = 0;
  for (const [{ features }, each] of times) {
    if (tests.every((isIn) => isIn(features))) count += each.count;
    if (count >= enough) break;
  }
  return count;
}

/** Tells whether a feature is among those of a check; that it is of any survey but one is told by that one. */
function isAmong(feature: string): (features: ReadonlySet<string>) => boolean {
  if (!feature.startsWith('outside survey ')) return (features) => features.has(feature);
  const inside = feature.replace('outside', 'in');
  return (features) => !features.has(inside);
}

function outsideOf(feature: string): string[] {
  return feature.startsWith('in survey ') ? [feature.replace('in', 'outside')] : [];
}

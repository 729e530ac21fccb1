import { isRecord, type Json, parseJson } from '../contract/jsonShape.ts';
import type { DifferenceAspect, DuetSide } from '../result/duetResult.ts';
import type { SideForms } from './sideForms.ts';

/** One thing that two answers do not have in common. */
export interface Difference {
  readonly aspect: DifferenceAspect;
  /** Where: lists as `[]`. */
  readonly path: string;
  /** What each side shows, in words. */
  readonly base: string;
  readonly candidate: string;
}

/** Bodies nested deeper than this are compared no further. */
const deepest = 40;
const longestShown = 160;

/** A text without the secrets of a side. */
type Redactors = Readonly<Record<DuetSide, (text: string) => string>>;

/** Compares the bodies of two answers, member by member. Elements of lists that carry ids are found by them. */
export class BodyComparison {
  readonly differences: Difference[] = [];
  readonly #base: SideForms;
  readonly #candidate: SideForms;
  readonly #redactors: Redactors;

  /** @param redactors what takes the secrets of each side out of a text: before it is cut, for half a secret is one too. */
  constructor(base: SideForms, candidate: SideForms, redactors: Redactors) {
    this.#base = base;
    this.#candidate = candidate;
    this.#redactors = redactors;
  }

  compare(base: unknown, candidate: unknown, path = '', depth = 0): void {
    if (depth > deepest) return;
    const [ours, theirs] = [kindOf(base), kindOf(candidate)];
    if (ours !== theirs)
      this.#add(aspectAt(path, 'type'), path, this.#shown('base', base), this.#shown('candidate', candidate));
    else if (Array.isArray(base) && Array.isArray(candidate)) this.#lists(base, candidate, path, depth);
    else if (isRecord(base) && isRecord(candidate)) this.#members(base, candidate, path, depth);
    else this.#values(base, candidate, path, depth);
  }

  #members(base: Json, candidate: typeof base, path: string, depth: number): void {
    for (const name of new Set([...Object.keys(base), ...Object.keys(candidate)])) {
      const at = path === '' ? name : `${path}.${name}`;
      if (!Object.hasOwn(base, name))
        this.#add(aspectAt(at, 'member'), at, 'no such member', this.#shown('candidate', candidate[name]));
      else if (!Object.hasOwn(candidate, name))
        this.#add(aspectAt(at, 'member'), at, this.#shown('base', base[name]), 'no such member');
      else this.compare(base[name], candidate[name], at, depth + 1);
    }
  }

  #lists(base: readonly unknown[], candidate: readonly unknown[], path: string, depth: number): void {
    const inner = `${path}[]`;
    const [ours, theirs] = [idsOf(base), idsOf(candidate)];
    if (ours === null || theirs === null) {
      if (base.length !== candidate.length)
        this.#add(aspectAt(path, 'value'), path, elements(base.length), elements(candidate.length));
      for (let i = 0; i < Math.min(base.length, candidate.length); i++)
        this.compare(base[i], candidate[i], inner, depth + 1);
      return;
    }
    base.forEach((element, at) => {
      const there = theirs.indexOf(ours[at] ?? '');
      if (there < 0) this.#add(aspectAt(inner, 'member'), inner, `one with id ${ours[at]}`, 'no such element');
      else this.compare(element, candidate[there], inner, depth + 1);
    });
    for (const id of theirs)
      if (!ours.includes(id)) this.#add(aspectAt(inner, 'member'), inner, 'no such element', `one with id ${id}`);
    const common = ours.filter((id) => theirs.includes(id));
    const order = theirs.filter((id) => ours.includes(id));
    if (common.join() !== order.join()) this.#add('order', path, common.join(', '), order.join(', '));
  }

  #values(base: unknown, candidate: unknown, path: string, depth: number): void {
    if (base === candidate) return;
    if (typeof base === 'string' && typeof candidate === 'string') {
      // Questions are JSON within JSON.
      if (path.endsWith('questions[].json')) {
        const [ours, theirs] = [parseJson(base), parseJson(candidate)];
        if (ours !== undefined && theirs !== undefined) {
          this.compare(ours, theirs, path, depth + 1);
          return;
        }
      }
      const [ours, theirs] = [this.#base.textOf(base), this.#candidate.textOf(candidate)];
      if (ours !== theirs) this.#add(aspectAt(path, 'value'), path, ...this.#whereTheyPart(ours, theirs));
    } else if (typeof base === 'number' && typeof candidate === 'number') {
      if (this.#base.numberOf(base) !== this.#candidate.numberOf(candidate))
        this.#add(aspectAt(path, 'value'), path, String(base), String(candidate));
    } else this.#add(aspectAt(path, 'value'), path, this.#shown('base', base), this.#shown('candidate', candidate));
  }

  #add(aspect: DifferenceAspect, path: string, base: string, candidate: string): void {
    const { base: ofBase, candidate: ofCandidate } = this.#redactors;
    this.differences.push({ aspect, path: cut(ofBase(ofCandidate(path))), base, candidate });
  }

  /** A value in a sentence: short ones whole, others by their kind. */
  #shown(side: DuetSide, value: unknown): string {
    const kind = kindOf(value);
    if (kind === 'object' || kind === 'list') return kind === 'object' ? 'an object' : 'a list';
    return value === undefined ? 'nothing' : cut(this.#redactors[side](JSON.stringify(value)));
  }

  /** Two texts from shortly before the first character that differs. */
  #whereTheyPart(base: string, candidate: string): [string, string] {
    const [ours, theirs] = [this.#redactors.base(base), this.#redactors.candidate(candidate)];
    let at = 0;
    while (at < ours.length && ours[at] === theirs[at]) at++;
    const from = Math.max(0, at - 40);
    const part = (text: string): string =>
      cut(`${from > 0 ? '…' : ''}${JSON.stringify(text.slice(from)).slice(1, -1)}`);
    return [part(ours), part(theirs)];
  }
}

/** What a place in a body is about, beyond its form. */
function aspectAt(path: string, otherwise: DifferenceAspect): DifferenceAspect {
  const names = path.replaceAll('[]', '').split('.');
  if (names.at(-1) === 'html') return 'markup';
  if (names.at(-1) === 'selected') return 'marked';
  if (names.includes('formParam')) return 'key-form';
  if (names.includes('validationErrors')) return 'validation';
  return otherwise;
}

/** The ids of a list's elements, or null where not all have one of their own. */
function idsOf(list: readonly unknown[]): string[] | null {
  const ids = list.map((element) => {
    if (!isRecord(element)) return null;
    const { id, questionId, json } = element;
    const inner = typeof json === 'string' ? parseJson(json) : null;
    const own = id ?? questionId ?? (isRecord(inner) ? inner.id : null);
    return typeof own === 'number' || typeof own === 'string' ? String(own) : null;
  });
  const found = ids.filter((id) => id !== null);
  return found.length === list.length && new Set(found).size === found.length ? found : null;
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
}

function elements(count: number): string {
  return count === 1 ? '1 element' : `${count} elements`;
}

function cut(text: string): string {
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`;
}

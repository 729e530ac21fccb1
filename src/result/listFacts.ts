import { filterNames } from '../contract/endpoints.ts';
import { isRecord, membersOf } from '../contract/jsonShape.ts';
import { marksIn } from './lasting.ts';
import { quoted } from './shellWord.ts';
import type { WitnessStep } from './verdict.ts';

/** `listed FILE`: the ids of the items that a page of a list shows, a line each. */
export const listed = `listed() { flatten "$1" | sed -nE 's/^response[[][0-9]+[]][.](departmentID|responseID) //p'; }`;

/** `created STEP…`: the ids of the records that these steps created, a line each. */
export const created = `created() { for step; do echo "$(made "$step")"; done; }`;

/** That the pages of a list which a witness asked for show an item twice. */
export function itemTwice(failingStep: number, steps: readonly WitnessStep[]): string {
  const { endpoint } = steps[failingStep] ?? {};
  const pages = steps.slice(0, failingStep + 1).flatMap((step, at) => (step.endpoint === endpoint ? [at + 1] : []));
  const lists = pages.map((step) => `listed "$dir/answer${step}"`).join('; ');
  return `{ ${lists}; } | LC_ALL=C sort | uniq -d | grep -q .`;
}

/**
 * That a filter finds others than the records that steps created for it, whose values nobody else has; of a page that it
 * was asked for, that it shows others.
 *
 * @returns `null` where what it looks for may be had by others.
 */
export function foundOthers(failingStep: number, steps: readonly WitnessStep[]): string | null {
  const { path = '' } = steps[failingStep] ?? {};
  const query = new URLSearchParams(path.split('?')[1]);
  if (Number(query.get('page') ?? 1) > 1 || failingStep === 0) return null;
  const wanted = createdFor(failingStep, steps);
  // A value like one that was created may find it.
  if (wanted.length === 0) return marksIn(path.toLowerCase()).length > 0 ? null : 'listed "$answer" | grep -q .';
  if (ownMarks(steps).length === 0) return null;
  const ids = `created ${wanted.join(' ')}`;
  return query.has('perPage')
    ? `{ listed "$answer"; ${ids}; ${ids}; } | LC_ALL=C sort | uniq -u | grep -q .`
    : `[ "$(listed "$answer" | LC_ALL=C sort)" != "$(${ids} | LC_ALL=C sort)" ]`;
}

/** That a link is there, and that its query lacks what is due of it, `name` or `name=value`. */
export function linkLacks(path: string, due: string, steps: readonly WitnessStep[]): string {
  // Some write `&` as an escape of JSON.
  const pattern = due.includes('=') ? `${due.replaceAll('.', '[.]')}([&"#]|.u0026)` : `${due}=`;
  const link = `flatten "$answer" | grep ${quoted(`^${path.replaceAll('.', '[.]')} "`)}`;
  return `${link} | grep -qvE ${withOwn(`([?&]|.u0026)${pattern}`, steps)}`;
}

/** The numbers of the steps that created what a filter is to find, from 1 on. */
export function createdFor(failingStep: number, steps: readonly WitnessStep[]): number[] {
  const { endpoint, path = '' } = steps[failingStep] ?? {};
  if (endpoint !== 'filter-responses') return [];
  return steps
    .slice(0, failingStep)
    .flatMap((step, at) => (step.endpoint === 'create-response' && isFiltered(path, step.body) ? [at + 1] : []));
}

/** Whether a filter by its path is to find a record by what was sent to create it. */
export function isFiltered(path: string, body: string | null): boolean {
  const filtered = filteredIn(path, body);
  return filtered.length > 0 && filtered.every(({ asked, sent }) => sent === asked);
}

/** Whether a record was created with nothing wherever a filter by its path looks: no filter may find it. */
export function isUnmarked(path: string, body: string | null): boolean {
  const filtered = filteredIn(path, body);
  return filtered.length > 0 && filtered.every(({ sent }) => sent === undefined || sent === null);
}

function filteredIn(path: string, body: string | null): { readonly asked: string; readonly sent: unknown }[] {
  const { externalReference, customVariables } = membersOf(body ?? '');
  const variables = isRecord(customVariables) ? customVariables : {};
  return [...new URLSearchParams(path.split('?')[1])]
    .filter(([name]) => filterNames.some((each) => each === name))
    .map(([name, asked]) => ({ asked, sent: name === 'extRef' ? externalReference : variables[name] }));
}

/** The marks by which steps filter what they created: a script makes others of them, which nobody else has. */
export function ownMarks(steps: readonly WitnessStep[]): readonly string[] {
  const marks = steps.flatMap((step, at) => (createdFor(at, steps).length === 0 ? [] : marksIn(step.path)));
  return [...new Set(marks)];
}

/** A text in quotes, the marks by which it filters made a script's own. */
export function withOwn(text: string, steps: readonly WitnessStep[]): string {
  return ownMarks(steps).reduce((word, mark) => word.replaceAll(mark, `${mark}'"$own"'`), quoted(text));
}

import { isRecord } from '../../contract/jsonShape.ts';
import type { RunResult } from '../../result/runResult.ts';
import type { ClauseResult } from '../../result/verdict.ts';
import { countText } from '../quantities.ts';
import { runTable } from './content.ts';

const mostNamed = 3;

/** Where a clause was looked at, in words: `, in 14 of 16 places`, and where it was not; empty for all places, or one. */
export function lookedWords({ places }: ClauseResult): { readonly of: string; readonly not: string } {
  if (places === undefined) return { of: '', not: '' };
  const { looked, missed } = places;
  const of = `, in ${countText(looked.length)} of ${countText(looked.length + missed.length)} places`;
  if (missed.length === 0) return { of, not: '' };
  const rest = missed.length > mostNamed ? `, and ${countText(missed.length - mostNamed)} more` : '';
  return { of, not: `not looked at: ${missed.slice(0, mostNamed).join('; ')}${rest}` };
}

/** Whether a clause was kept where it was looked at, and that was half of its places at most: no green. */
export function isHalfLooked({ verdict, places }: ClauseResult): boolean {
  return verdict === 'CONFORMS' && places !== undefined && places.looked.length <= places.missed.length;
}

/** Of a run that is there to look everywhere: the places where no clause was looked at, and what would make it possible. */
export const placesTable = runTable({
  id: 'places',
  isBrief: true,
  title: 'Places that were not reached',
  items: unlookedPlaces,
  columns: [
    ['Place', ({ place }) => place],
    ['#Clauses to look at there', ({ count }) => countText(count)],
    ['What it takes', ({ need }) => need],
  ],
});

/** What another clause came to the profile has already. */
function unlookedPlaces({ kind, clauses, profile, coverage }: RunResult) {
  const looked = new Set<string>();
  const missed = new Map<string, number>();
  for (const { places } of kind === 'conform' ? clauses : []) {
    for (const place of places?.looked ?? []) looked.add(place);
    for (const place of places?.missed ?? []) missed.set(place, (missed.get(place) ?? 0) + 1);
  }
  const rows = [...missed].flatMap(([place, count]) => {
    // A kind of question or page that is nowhere shown is one thing that lacks, whatever becomes of it.
    const shown = place.replace(/ question, .*/, ' question, shown').replace(/^only page, .*/, 'only page, begun');
    if (looked.has(place) || (shown !== place && missed.has(shown) && !looked.has(shown))) return [];
    // Questions that were answered are there: a clause that missed them has another reason.
    if ((coverage.answerTypes.items[/^(.*) question, shown$/.exec(place)?.[1] ?? ''] ?? 0) > 0) return [];
    const need = neededFor(place, looked, profile);
    return need === null ? [] : [{ place, count, need }];
  });
  return rows.sort((a, b) => b.count - a.count).slice(0, mostRows);
}

const mostRows = 12;

/** What a service or a profile needs for a place, by its name; the first that fits. */
const needs: readonly (readonly [places: RegExp, need: (found: readonly string[]) => string])[] = [
  [/^regenerate-key/, () => 'admin.regenerateKey: true'],
  [/^update-datapad /, () => 'admin.mutate: true, and a datapad that is there (admin.surveyId, admin.datapadId)'],
  [/without an account/, () => 'a department whose primaryAccountID is 0'],
  [/^(?:create|update)-\S+ /, () => 'admin.mutate: true'],
  [/a record with (.*)/, ([, trait]) => `a record with ${trait}, found by that endpoint`],
  [/^(.*) question, refused/, ([, type = '']) => `${a(type)} question that must be answered (surveys.required)`],
  [/^(.*) question, gone back/, ([, type = '']) => `${a(type)} question before the last page of a walked survey`],
  [/^(.*) question, shown/, ([, type = '']) => `${a(type)} question in a walked survey (surveys.walk)`],
  [/^(?:list|filter)-.*, only page$/, () => 'a list so short that canvass reads it in one answer (target.limits)'],
  [/^only page, (?!refused)/, () => 'a survey of one page in surveys.walk'],
  [/page, gone back/, () => 'a survey of three pages or more that allows going back'],
  [/page, refused/, () => 'a question on such a page that must be answered (surveys.required)'],
  [/^middle page/, () => 'a survey of three pages or more in surveys.walk'],
  [/by (?:a filter, )?page$/, () => 'more items than the service gives on one page'],
  [/, (?:first|middle|(?:full )?last) page/, () => 'a list of three items or more'],
  [/^HTTP 403/, () => 'target.forbiddenApiKey'],
];

function a(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** `null` where nobody knows, or where the profile or the service has it already. */
function neededFor(place: string, looked: ReadonlySet<string>, profile: unknown): string | null {
  if (looked.has(place.replace(/, (?:first|(?:full )?last) page$/, ', middle page'))) return null;
  for (const [places, need] of needs) {
    const found = places.exec(place);
    if (found === null) continue;
    const what = need(found);
    return isSet(what, profile) ? null : what;
  }
  return null;
}

/** Whether a need is a key of the profile, and set: `admin.mutate: true`. */
function isSet(need: string, profile: unknown): boolean {
  const [path = ''] = need.split(':');
  if (!/^[a-z]+\.[a-zA-Z]+$/.test(path)) return false;
  const value = path.split('.').reduce((each, key) => (isRecord(each) ? each[key] : undefined), profile);
  return value !== undefined && value !== null && value !== false;
}

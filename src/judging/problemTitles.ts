import type { ClauseId } from '../contract/clause.ts';
import { clauses } from './clauses.ts';

/** Clauses that say the same of several endpoints or members; `$1` is what the id names. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^ROUTE-(.+)-\d+$/, '“$1” does not answer at its documented path'],
  [/^AUTH-MISSING-(.+)-\d+$/, '“$1” is not refused with 401 when the API key is missing'],
  [/^AUTH-WRONG-(.+)-\d+$/, '“$1” is not refused with 401 when the API key is wrong'],
  [/^AUTH-FORBIDDEN-(.+)-\d+$/, '“$1” is not refused with 403 when the API key has no permission'],
  [/^ERROR-(\d{3})-\d+$/, 'Error $1 does not have its documented name, id and message'],
  [/^RESPONSE-FILTER-(CUSTOM\d|EXTREF)-\d+$/, 'Filtering by $1 finds the wrong records'],
  [/^RESPONSE-ECHO-(.+)-\d+$/, 'The member “$1” of a response is stored otherwise than it was sent'],
];

/** The title of a problem in plain words; `null` where the statement of its clause, or what was found, is to be named. */
export function plainTitle(clause: ClauseId): string | null {
  const own = clauses[clause]?.broken ?? '';
  if (own !== '') return own;
  for (const [pattern, title] of families) {
    const [, name] = pattern.exec(clause) ?? [];
    if (name !== undefined) return title.replace('$1', name.toLowerCase().replaceAll('-', ' '));
  }
  return null;
}

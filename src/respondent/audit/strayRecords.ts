import type { EntityId } from '../../contract/entityId.ts';
import { hasAnswers } from './answerDigest.ts';
import { type AuditBooks, choiceKey } from './auditBooks.ts';

/**
 * Records with the token of one respondent and the choices of another whose own record is wrong or missing, or with
 * texts of two.
 *
 * @returns what is wrong, by row.
 */
export function foreignRowsIn(books: AuditBooks): ReadonlyMap<number, string> {
  const { differences, ledger, mismatched, responseIds } = books;
  const foreign = new Map<number, string>();
  const owners = new Map<string, number>();
  for (let row = 0; row < ledger.count; row++) {
    if (books.differenceOf(row).twoRespondents) foreign.set(row, 'its record has texts of two respondents');
    if (differences[row] === 0 && responseIds[row] !== 0) continue;
    if (hasAnswers(ledger.digest(row), 'choice')) owners.set(choiceKey(ledger.digest(row)), row);
  }
  for (const { row, digest } of mismatched) {
    const owner = books.differenceOf(row).choice ? owners.get(choiceKey(digest)) : undefined;
    if (owner === undefined || owner === row || foreign.has(row)) continue;
    foreign.set(row, `its record has the answers of ${ledger.tokenOf(owner)}`);
  }
  return foreign;
}

/**
 * Entries without a record whose choices, and the beginning of whose token, are those of a record that was cut. However
 * many are cut and however alike their answers are, each is looked up, not searched for.
 *
 * @returns the id of the cut record, by row.
 */
export function cutRowsIn({ cutTokens, ledger, responseIds }: AuditBooks): ReadonlyMap<number, EntityId> {
  const found = new Map<number, EntityId>();
  if (cutTokens.size === 0) return found;
  const lengths = new Set([...cutTokens.values()].map(({ token }) => token.length));
  const missing = new Map<string, number[]>();
  for (let row = ledger.count - 1; row >= 0; row--) {
    if (responseIds[row] !== 0 || ledger.entry(row).nameless) continue;
    const choices = choiceKey(ledger.digest(row));
    const token = ledger.tokenOf(row);
    for (const length of lengths) {
      const key = `${choices} ${token.slice(0, length)}`;
      const rows = missing.get(key);
      if (rows === undefined) missing.set(key, [row]);
      else rows.push(row);
    }
  }
  // The longest first: a short beginning fits many, and must not take the row of a longer one.
  for (const { digest, responseId, token } of [...cutTokens.values()].sort((a, b) => b.token.length - a.token.length)) {
    const rows = missing.get(`${choiceKey(digest)} ${token}`) ?? [];
    let row = rows.pop();
    while (row !== undefined && found.has(row)) row = rows.pop();
    if (row !== undefined) found.set(row, responseId);
  }
  return found;
}

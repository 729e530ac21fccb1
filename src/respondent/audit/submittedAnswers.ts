import { type EntityId, entityIdOf } from '../../contract/entityId.ts';
import { type AnswerClass, canonicalDate, canonicalNumber } from './answerDigest.ts';

/** Hears of each answer of a submit-page body. */
export type AnswerListener = (kind: AnswerClass, id: EntityId, value: string) => void;

/**
 * Takes a submit-page body apart (service.md#keys): the prefix says what it is, the id is the answer's
 * or the question's. A text beside an option that was chosen is the text of an Other option. What has no value is no
 * answer. Keys of no documented form are texts whose place in the record is not known.
 */
export function readSubmitted(body: string, listener: AnswerListener): void {
  const entries = Object.entries(JSON.parse(body) as Readonly<Record<string, unknown>>);
  const chosen = new Set(entries.filter(([key]) => /^[um]_/.test(key)).flatMap(([, value]) => idsOf(value)));
  for (const id of chosen) listener('choice', id, '');
  const dates = new Map<EntityId, string[]>();
  for (const [key, value] of entries) {
    const at = key.lastIndexOf('_');
    const prefix = key.slice(0, at + 1);
    const id = entityIdOf(key.slice(at + 1));
    if (prefix === 'u_' || prefix === 'm_' || typeof value !== 'string' || value === '') continue;
    if (prefix === 't_') listener(chosen.has(id) ? 'other' : 'text', id, value);
    else if (prefix === 'r_' || prefix === 's_') listener('number', id, canonicalNumber(value) ?? value);
    else if (prefix.startsWith('dt_')) dates.set(id, [...(dates.get(id) ?? []), value]);
    else listener('other', id, value);
  }
  for (const [id, parts] of dates) listener('date', id, canonicalDate(parts.join(' ')) ?? '');
}

function idsOf(value: unknown): EntityId[] {
  return (Array.isArray(value) ? value : [value]).map((id) => entityIdOf(String(id)));
}

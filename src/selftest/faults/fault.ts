import type { SectionId } from '../../contract/clause.ts';
import type { Variants } from '../../service/variants.ts';
import type { Edit } from './edits.ts';
import { changeAt, type Place } from './faultPlaces.ts';
import type { Injected, Injection } from './injection.ts';

/** When a fault happens, and beside what. */
interface Circumstances {
  /** Happens at 1 in this many opportunities, unless the caller says otherwise; at each by default. */
  readonly everyNth: number;
  /** Whose requests have to come between two of one session; others than `anybody` come under load only. */
  readonly among: Injected['among'];
  /** What the service answers beside the fault, where its usual answer would hide the fault. */
  readonly variants: Partial<Variants>;
}

interface FaultRow extends Circumstances {
  /** Kebab-case. */
  readonly id: string;
  /** Clauses, and habits such as `ODD-MONTHS`, that the fault breaks, each of which it must trip; never empty. */
  readonly clauses: readonly string[];
  /** One sentence: what the service does wrong. */
  readonly description: string;
  readonly how: Injection;
}

/** A fault that can be injected: one way of breaking one promise of the document. */
export interface Fault extends FaultRow {
  /** The section of the document that the fault breaks. */
  readonly section: SectionId;
}

/**
 * Its id and the clauses that it breaks; then the place in the answers of the service and what is changed there, or a
 * sentence and what comes around the service.
 */
type Row =
  | readonly [id: string, clauses: string, place: Place, change: Edit, when?: Partial<Circumstances>]
  | readonly [id: string, clauses: string, sentence: `${string}.`, how: Injection, when?: Partial<Circumstances>];

/** Rows of changes in one place. */
export function inPlace(
  place: Place,
  rows: readonly (readonly [id: string, clauses: string, change: Edit, when?: Partial<Circumstances>])[],
): readonly Row[] {
  return rows.map(([id, clauses, change, when]) => [id, clauses, place, change, when ?? {}]);
}

/** A fault that remembers something, or decides otherwise, and whose code is too long for a row. */
export function fault(
  id: string,
  clauses: string,
  description: string,
  { how, ...when }: Partial<Circumstances> & Pick<FaultRow, 'how'>,
): FaultRow {
  return { id, clauses: clauses.split(' '), description, how, everyNth: 1, among: 'anybody', variants: {}, ...when };
}

/**
 * The faults of one section of the document. Their clauses are written from what the service does wrong, not from what
 * was found to fail.
 */
export function inSection(section: SectionId, rows: readonly (Row | FaultRow)[]): readonly Fault[] {
  return rows.map((row) => ({ ...('how' in row ? row : rowOf(row)), section }));
}

function rowOf([id, clauses, where, how, when]: Row): FaultRow {
  if (typeof how !== 'function') return fault(id, clauses, where, { how, ...when });
  const words = `${where}: ${how.words ?? 'something else'}.`;
  const place = changeAt(where as Place, how);
  return fault(id, clauses, `${words[0]?.toUpperCase()}${words.slice(1)}`, { how: place, ...when });
}

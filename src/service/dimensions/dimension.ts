import type { SectionId } from '../../contract/clause.ts';
import type { QuestionId } from '../../contract/questions/catalogue.ts';
import type { Injection } from '../faults/fault.ts';

/**
 * One thing that the document leaves open. Every value is allowed, and none depends on another dimension; the first is
 * what the service does by default.
 */
export interface Dimension {
  /** camelCase. */
  readonly id: string;
  readonly section: SectionId;
  /** What is open, in words: a question, or the thing that may be so or so. */
  readonly open: string;
  readonly values: readonly string[];
  /** The question of the catalogue that the values answer. */
  readonly answers?: QuestionId;
  /** How the service comes to a value other than the first; absent where its own code reads the value. */
  readonly how?: (value: string) => Injection | readonly Injection[];
}

type Row = Omit<Dimension, 'section'>;

/** A row of a table of dimensions. */
export function dimension(
  id: string,
  open: string,
  values: readonly string[],
  how: NonNullable<Dimension['how']>,
): Row {
  return { id, open, values, how };
}

/** The table of dimensions of one section of the document. */
export function openIn(section: SectionId, rows: readonly Row[]): readonly Dimension[] {
  return rows.map((row) => ({ ...row, section }));
}

/** Which of some injections belongs to a value. */
export function by<Value extends string>(injections: Readonly<Record<Value, Injection>>): (value: string) => Injection {
  return (value) => {
    const found = (injections as Readonly<Record<string, Injection>>)[value];
    if (found === undefined) throw new RangeError(`no injection for ${value}`);
    return found;
  };
}

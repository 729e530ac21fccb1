import type { SectionId } from '../../contract/clause.ts';
import type { VariantChoice } from '../../service/variants.ts';
import type { Edit } from '../faults/edits.ts';
import { changeAt, type Place } from '../faults/faultPlaces.ts';
import type { Injection } from '../faults/injection.ts';

/**
 * One thing that the document leaves open. Every value is allowed, and none depends on another dimension; the first is
 * what the service does by default.
 */
export interface Dimension extends VariantChoice {
  /** camelCase. */
  readonly id: string;
  /** How the service comes to a value other than the first; absent where its own code reads the value. */
  readonly how?: (value: string) => readonly Injection[];
}

type Row = Omit<Dimension, 'section'>;
type PlacedChange = readonly [place: Place, change: Edit];
type Injections = Injection | PlacedChange | readonly (Injection | PlacedChange)[];

/**
 * A row of a table of dimensions.
 *
 * @param first what the service does by default
 * @param ways how it comes to each other value; a function where an injection remembers something of its service
 */
export function dimension(
  id: string,
  open: string,
  first: string,
  ways: Readonly<Record<string, Injections | (() => Injections)>>,
): Row {
  const how = (value: string): readonly Injection[] => {
    const way = ways[value] ?? [];
    const injections = typeof way === 'function' ? way() : way;
    const all = isPlaced(injections) ? [injections] : [injections].flat();
    return all.map((each) => (isPlaced(each) ? changeAt(...each) : each));
  };
  return { id, open, values: [first, ...Object.keys(ways)], how };
}

function isPlaced(way: Injections): way is PlacedChange {
  return Array.isArray(way) && typeof way[0] === 'string';
}

/** The table of dimensions of one section of the document. */
export function openIn(section: SectionId, rows: readonly Row[]): readonly Dimension[] {
  return rows.map((row) => ({ ...row, section }));
}

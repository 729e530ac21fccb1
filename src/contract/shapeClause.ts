import type { ClauseLevel } from './clause.ts';

/** The clause that a node of a schema states: that the member is there and of its kind. */
export interface ShapeClause {
  readonly id: string;
  /** The statement of `docs/service.md`. */
  readonly anchor: string;
  readonly title: string;
  readonly level: ClauseLevel;
  /** Which text a string is, beyond being one. */
  readonly form?: 'url' | 'ipv4' | 'timestamp' | 'json';
  /** The value is the id that follows this folder in the path of the request: `surveys`. */
  readonly idAfter?: 'surveys' | 'organizations' | 'datapads';
}

/** Under this key a schema carries its clause, in the OpenAPI document too. */
const shapeClauseKey = 'x-clause';

/** A schema's options that make it a clause which may fail a run: `Type.Boolean(states(id, anchor, title))`. */
export function states(
  id: string,
  anchor: string,
  title: string,
  more: Pick<ShapeClause, 'form' | 'idAfter'> = {},
): { [shapeClauseKey]: ShapeClause } {
  return { [shapeClauseKey]: { id, anchor, title, level: 'must', ...more } };
}

/** The clause of a schema, or `null`. */
export function shapeClauseOf(schema: object): ShapeClause | null {
  return (schema as { readonly [shapeClauseKey]?: ShapeClause })[shapeClauseKey] ?? null;
}

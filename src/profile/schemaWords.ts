import { kindWords } from '../contract/schemaProblems.ts';

/** The part of JSON Schema that profiles are written in, as data. */
export interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly discriminator?: { readonly propertyName: string };
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly description?: string;
  readonly errorMessage?: string;
  /** Commands, for the reference. */
  readonly readBy?: string;
}

/** JSON Schema's name for the type of a value; whole numbers are `integer`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** What a shape wants, in words: `a whole number from 1 on`. */
export function wants(shape: Shape): string {
  if (shape.anyOf !== undefined) {
    return shape.discriminator === undefined ? [...new Set(shape.anyOf.map(wants))].join(' or ') : 'a mapping';
  }
  if (shape.const !== undefined) return String(shape.const);
  if (shape.enum !== undefined) return shape.enum.join(', ').replace(/, ([^,]*)$/, ' or $1');
  const kind = kindWords[shape.type ?? ''] ?? 'any value';
  if (shape.minimum !== undefined && shape.maximum !== undefined) {
    return `${kind} from ${shape.minimum} to ${shape.maximum}`;
  }
  if (shape.minimum !== undefined) return `${kind} from ${shape.minimum} on`;
  if (shape.exclusiveMinimum !== undefined) {
    return `${kind} above ${shape.exclusiveMinimum}${shape.maximum === undefined ? '' : `, at most ${shape.maximum}`}`;
  }
  if (shape.maxLength !== undefined) return `${kind} of ${shape.minLength ?? 0} to ${shape.maxLength} characters`;
  return shape.minLength === undefined ? kind : `${kind} that is not empty`;
}

/** `expected …`, or the shape's own words. */
export function expected(shape: Shape): string {
  return shape.errorMessage ?? `expected ${wants(shape)}`;
}

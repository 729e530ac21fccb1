import Type from 'typebox';
import { largestId } from './bounds.ts';

/**
 * A block of the profile: a mapping that knows all of its keys. Every key states its `default`; an absent block is
 * filled from the defaults of its keys.
 */
export function block<const Properties extends Type.TProperties>(description: string, properties: Properties) {
  return Type.Object(properties, { additionalProperties: false, default: {}, description });
}

/** One of several mappings, told apart by the value of `tag`; a variant whose tag has a default is taken without it. */
export function tagged<const Variants extends Type.TSchema[]>(
  tag: string,
  variants: [...Variants],
  options: Type.TSchemaOptions,
) {
  return Type.Union(variants, { ...options, discriminator: { propertyName: tag } });
}

/** A word out of a list. */
export function word<const Words extends string[]>(words: [...Words], options: Type.TSchemaOptions) {
  return Type.Enum(words, options);
}

/** A probability, 0 to 1. */
export function probability(standard: number, description: string) {
  return Type.Number({ minimum: 0, maximum: 1, default: standard, description });
}

/** A switch. */
export function flag(standard: boolean, description: string) {
  return Type.Boolean({ default: standard, description });
}

/** A text that may be absent: `null` is its default. */
export function optionalText(description: string) {
  return Type.Union([Type.String({ minLength: 1 }), Type.Null()], { default: null, description });
}

/** An id of the service that may be absent: `null` is its default. */
export function optionalId(description: string) {
  return Type.Union([Type.Integer({ minimum: 0, maximum: largestId }), Type.Null()], { default: null, description });
}

/** A number above 0. */
export function positive(standard: number, description: string, maximum?: number) {
  const bound = maximum === undefined ? {} : { maximum };
  return Type.Number({ exclusiveMinimum: 0, ...bound, default: standard, description });
}

/** A number from 0 on. */
export function atLeastZero(standard: number, description: string, maximum?: number) {
  const bound = maximum === undefined ? {} : { maximum };
  return Type.Number({ minimum: 0, ...bound, default: standard, description });
}

/** A whole number from 1 on. */
export function count(standard: number, description: string, maximum?: number) {
  const bound = maximum === undefined ? {} : { maximum };
  return Type.Integer({ minimum: 1, ...bound, default: standard, description });
}

import Type from 'typebox';
import { deepestJson } from '../../contract/jsonShape.ts';

/**
 * The largest values that a profile may have: far above what any machine or service can do, so that a slip of the
 * keyboard is refused before it is run, and no timer or counter overflows.
 */
export const mostArrivalsPerSecond = 100_000;
export const mostRespondents = 1_000_000;
export const mostConnections = 60_000;
export const mostThreads = 256;
/** A week. */
export const longestSeconds = 604_800;
/** A day. */
export const longestThinkMs = 86_400_000;
/** Histograms reach no further (design, Latency). */
export const longestTimeoutMs = 600_000;
export const mostRequests = 1_000_000_000;

/** How much of an answer is read unless a profile says otherwise: hundreds of times what a usual page needs. */
export const standardLimits = {
  bodyBytes: 4 * 1024 * 1024,
  /** As `http.maxHeaderSize` of Node. */
  headBytes: 16 * 1024,
  jsonDepth: deepestJson,
  /** A browser keeps at least so many of one host, and so long ones (RFC 6265, 6.1). */
  cookies: 50,
  cookieBytes: 4096,
};
export const mostOfAnswers = {
  bodyBytes: 64 * 1024 * 1024,
  headBytes: 1024 * 1024,
  jsonDepth: 1000,
  cookies: 3000,
  cookieBytes: 64 * 1024,
};

/** A mapping that knows all of its keys. */
export function exactly<const Properties extends Type.TProperties>(
  properties: Properties,
  options: Type.TObjectOptions = {},
) {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/**
 * A block of the profile: a mapping whose keys each state their `default`; an absent block is filled from the defaults of
 * its keys.
 */
export function block<const Properties extends Type.TProperties>(description: string, properties: Properties) {
  return exactly(properties, { default: {}, description });
}

/**
 * A key that other commands read than those of its block: the reference says so.
 *
 * @param commands `all`, or their names
 */
export function readBy<Schema extends Type.TSchema>(commands: string, schema: Schema): Schema {
  return { ...schema, readBy: commands };
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

/** What may be absent: `null` is its default. */
export function orNull<Schema extends Type.TSchema>(schema: Schema, options: Type.TSchemaOptions) {
  return Type.Union([schema, Type.Null()], { default: null, ...options });
}

/** A text that may be absent. */
export function optionalText(description: string) {
  return orNull(Type.String({ minLength: 1 }), { description });
}

const idForm = 'expected an id: a whole number from 0 on';

/** The digits of an id that a number cannot hold. */
export const longId = Type.String({ pattern: '^([1-9][0-9]{16,29}|9[0-9]{15})$' });

/** An id of the service, of as many digits as it has: those that a number cannot hold are read as their text. */
export function id(options: Type.TSchemaOptions = {}) {
  const short = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
  return Type.Union([short, longId], { errorMessage: idForm, ...options });
}

/** An id that may be absent. */
export function optionalId(description: string) {
  return orNull(id(), { description, errorMessage: `${idForm}, or null` });
}

const upTo = (maximum?: number) => (maximum === undefined ? {} : { maximum });

/** A number above 0. */
export function positive(standard: number, description: string, maximum?: number) {
  return Type.Number({ exclusiveMinimum: 0, ...upTo(maximum), default: standard, description });
}

/** A number from 0 on. */
export function atLeastZero(standard: number, description: string, maximum?: number) {
  return Type.Number({ minimum: 0, ...upTo(maximum), default: standard, description });
}

/** A whole number from 1 on, or from `minimum`. */
export function count(standard: number, description: string, maximum?: number, minimum = 1) {
  return Type.Integer({ minimum, ...upTo(maximum), default: standard, description });
}

/** A distribution of times in ms, told apart by `distribution`. */
export function distributionMs(standard: Readonly<Record<string, unknown>>, description: string) {
  const timeMs = (usual: number, meaning: string) => atLeastZero(usual, meaning, longestThinkMs);
  return tagged(
    'distribution',
    [
      exactly({ distribution: Type.Literal('none') }, { description: 'no time at all' }),
      exactly(
        { distribution: Type.Literal('fixed'), value: timeMs(1000, 'always this time, ms') },
        { description: 'the same time every time' },
      ),
      exactly(
        {
          distribution: Type.Literal('uniform'),
          min: timeMs(500, 'shortest time, ms'),
          max: timeMs(3000, 'longest time, ms'),
        },
        { description: 'every time between two bounds equally likely' },
      ),
      exactly(
        { distribution: Type.Literal('exponential'), mean: timeMs(2000, 'mean time, ms') },
        { description: 'memoryless' },
      ),
      exactly(
        {
          distribution: Type.Literal('lognormal'),
          median: timeMs(2000, 'half of the times are below it, ms'),
          sigma: atLeastZero(0.6, 'standard deviation of the logarithm', 5),
        },
        { description: 'as people are: many short times, few very long ones' },
      ),
    ],
    {
      default: standard,
      description,
      errorMessage: 'expected a distribution in ms, for example { distribution: fixed, value: 500 }',
    },
  );
}

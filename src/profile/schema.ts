import Type from 'typebox';
import { atLeastZero, block, exactly, flag, id, optionalId, orNull, readBy } from './schema/block.ts';
import { Capacity, Duet, Output, Thresholds } from './schema/goals.ts';
import { Audit, Conform, Load } from './schema/loadBlock.ts';
import { Respondent } from './schema/respondentBlock.ts';
import { Target } from './schema/targetBlock.ts';
import type { Shape } from './schemaWords.ts';

/** `surveys`: what is walked, and the surveys that let a clause be exercised. */
export const Surveys = block('the surveys; an absent role makes its clauses NOT-EXERCISED', {
  walk: Type.Array(
    exactly({
      id: id({ examples: [1001], description: 'survey id' }),
      weight: atLeastZero(1, 'share of the respondents', 1_000_000),
    }),
    {
      default: [],
      description: 'the surveys to walk, by weight; the embedded service brings 1001',
    },
  ),
  noBack: optionalId('a survey that disallows back navigation'),
  closed: optionalId('a closed survey'),
  quotaFull: optionalId('a survey whose quota is reached'),
  paused: optionalId('a paused survey'),
  suspended: optionalId('a survey of a suspended account'),
  passwordGate: optionalId('a survey with a password gate'),
  multiLanguage: optionalId('a survey that waits for a choice of language'),
  redirect: optionalId('a survey that redirects'),
  optOut: optionalId('a survey that the respondent opted out of'),
  error: optionalId('a survey that ends with status `error`'),
  missing: readBy('conform', optionalId('an id that no survey has')),
  required: Type.Record(Type.String({ pattern: '^[0-9]+$' }), Type.Array(id()), {
    default: {},
    description: 'ids of questions known to be required, by survey id',
  }),
});

/** `admin`: what the administration endpoints may work on. */
export const Admin = block('what the administration endpoints work on; nothing is changed unless allowed here', {
  organizationId: optionalId('organization whose departments are listed and created'),
  primaryAccountId: optionalId('user id for new departments'),
  surveyId: optionalId('survey of templates, datapads and response records'),
  datapadId: optionalId('datapad to update'),
  mutate: flag(false, 'may create departments, templates, responses, and update the datapad'),
  regenerateKey: readBy(
    'conform',
    flag(
      false,
      'destructive: the first of `target.apiKeys` expires, and `forbiddenApiKey` where it may; nobody is told the keys in their place',
    ),
  ),
});

/**
 * A profile as a file spells it, every key present: what is absent in the file is filled from each key's `default`.
 * Every key but `target.baseUrl` has one (design, Profiles). The names of the keys are a contract.
 */
export const ProfileSchema = exactly({
  name: Type.String({
    default: 'unnamed',
    minLength: 1,
    description: 'name of the profile; otherwise its file name',
  }),
  extends: orNull(Type.String({ minLength: 1 }), {
    description:
      'another profile, by its name or by a path from this file: it says what this one leaves out. A list takes the place of the list below it, a mapping adds to it',
  }),
  seed: Type.Union([Type.Integer({ minimum: 0, maximum: 0xffff_ffff }), Type.Enum(['random'])], {
    default: 'random',
    description: 'the same seed gives the same walks',
  }),
  target: Target,
  surveys: Surveys,
  admin: readBy('load, conform, duet', Admin),
  respondent: readBy('load, capacity, duet', Respondent),
  load: readBy('load, duet', Load),
  thresholds: readBy('load, duet', Thresholds),
  capacity: readBy('capacity', Capacity),
  duet: readBy('duet', Duet),
  conform: readBy('conform', Conform),
  audit: readBy('load, duet', Audit),
  output: Output,
});

/** A complete profile before secrets are wrapped and `auto` is settled. */
export type CompleteProfile = Type.Static<typeof ProfileSchema>;

/** The paths of all keys of a profile, but for those of list items: `load.connections.max`. */
export function profileKeys(): string[] {
  return Object.entries(ProfileSchema.properties).flatMap(([name, shape]) => keysWithin(shape, name));
}

function keysWithin(shape: Shape, key: string): string[] {
  // The members of a distribution mean nothing alone.
  if (shape.discriminator?.propertyName === 'distribution') return [key];
  const members = [shape, ...(shape.discriminator === undefined ? [] : (shape.anyOf ?? []))].flatMap(
    ({ properties = {} }) => Object.entries(properties),
  );
  return members.length === 0 ? [key] : members.flatMap(([name, member]) => keysWithin(member, `${key}.${name}`));
}

/**
 * The JSON Schema of profiles as files hold them, for editors: a key with a default may be absent. Published as
 * `profiles/profile.schema.json`.
 */
export function publishedSchema(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'canvass profile',
    ...published(ProfileSchema),
  };
  return JSON.stringify(schema, null, 2);
}

function published(shape: Shape): Shape {
  const { errorMessage: _, discriminator: __, readBy: ___, required, ...rest } = shape;
  return {
    ...rest,
    ...(shape.properties && { properties: mapped(shape.properties) }),
    ...(shape.patternProperties && { patternProperties: mapped(shape.patternProperties) }),
    ...(shape.anyOf && { anyOf: shape.anyOf.map(published) }),
    ...(shape.items && { items: published(shape.items) }),
    ...(required && {
      required: required.filter((key) => shape.properties?.[key] !== undefined && mustBeGiven(shape.properties[key])),
    }),
  };
}

function mapped(shapes: Readonly<Record<string, Shape>>): Record<string, Shape> {
  return Object.fromEntries(Object.entries(shapes).map(([key, shape]) => [key, published(shape)]));
}

/** Whether a key has no default, or holds a key that has none. */
function mustBeGiven(shape: Shape): boolean {
  return (
    shape.default === undefined || Object.values(shape.properties ?? {}).some((each) => each.default === undefined)
  );
}

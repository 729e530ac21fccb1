import { ProfileSchema } from './schema.ts';
import type { Shape } from './shape.ts';

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
  const { errorMessage: _, discriminator: __, required, ...rest } = shape;
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

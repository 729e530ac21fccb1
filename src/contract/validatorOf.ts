import type { TSchema } from 'typebox';
import { Compile } from 'typebox/schema';

/** The validator of a schema, compiled when it is asked for first: each command loads hundreds that it never asks. */
export function validatorOf<Schema extends TSchema>(schema: Schema) {
  let compiled: ReturnType<typeof Compile<Schema>> | null = null;
  return () => {
    compiled ??= Compile(schema);
    return compiled;
  };
}

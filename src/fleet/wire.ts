import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** A message as it travels: JSON in UTF-8. */
export function encoded(message: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(message));
}

/** Reads messages of one kind: the message, or `null` for anything else, whoever sent it. */
export function readerOf<Schema extends TSchema>(schema: Schema): (bytes: Uint8Array) => Static<Schema> | null {
  const validator = Compile(schema);
  return (bytes) => {
    try {
      const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
      return validator.Check(value) ? value : null;
    } catch {
      return null;
    }
  };
}

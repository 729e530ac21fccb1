import type { TLocalizedValidationError } from 'typebox/error';

/** What the types of JSON are called in messages. */
export const kindWords: Readonly<Record<string, string>> = {
  object: 'a mapping',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

/** One thing that keeps a value from its schema. */
interface SchemaProblem {
  /** JSON Pointer to the member that is wrong; empty for the whole. */
  readonly pointer: string;
  /** What is wrong: `expected a list`, `has no issue`. */
  readonly words: string;
  /** The words after the member, as people write its path: `known expected a list`. */
  readonly text: string;
}

/** What a compiled schema found wrong, in the words that profiles are corrected in. */
export function schemaProblems([, errors]: readonly [boolean, readonly TLocalizedValidationError[]]): SchemaProblem[] {
  return errors.flatMap((error) => {
    const words = wordsFor(error);
    return pointersOf(error).flatMap((pointer) =>
      words === null ? [] : [{ pointer, words, text: `${spelledPointer(pointer)} ${words}` }],
    );
  });
}

/** The member that is wrong; each key that should not be there is one. */
function pointersOf({ keyword, params, instancePath }: TLocalizedValidationError): string[] {
  if (keyword !== 'additionalProperties') return [instancePath];
  const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
  return params.additionalProperties.map((key) => `${instancePath}/${escaped(key)}`);
}

/** `null` for an error that another one says too. */
function wordsFor(error: TLocalizedValidationError): string | null {
  switch (error.keyword) {
    case 'additionalProperties':
      return 'is no key here';
    case 'boolean':
      return null;
    case 'required':
      return `has no ${error.params.requiredProperties.join(', ')}`;
    case 'type':
      return `expected ${[error.params.type]
        .flat()
        .map((type) => kindWords[type] ?? type)
        .join(' or ')}`;
    default:
      return error.message;
  }
}

/** `/known/0/expires` as the way to a member: its names, and the numbers of items. */
export function keysOf(pointer: string): (string | number)[] {
  const parts = pointer.split('/').slice(1);
  return parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')));
}

/** `/known/0/expires` as people write it: `known[0].expires`. */
export function spelledPointer(pointer: string): string {
  if (pointer === '') return 'the whole file';
  return pointer
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
}

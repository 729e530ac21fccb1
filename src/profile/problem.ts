/** Where in a profile: keys and indexes from the top. */
export type KeyPath = readonly (string | number)[];

/** One thing that is wrong with a profile, in words that say what to change. */
export interface Problem {
  readonly path: KeyPath;
  readonly message: string;
  /** Whether it is about the key rather than its value. */
  readonly aboutKey: boolean;
}

/** A path as people write it: `load.stages[0].ramp`. */
export function spellPath(path: KeyPath): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? part : `.${part}`;
  }
  return text;
}

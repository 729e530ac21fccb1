/** Where in a profile: keys and indexes from the top. */
export type KeyPath = readonly (string | number)[];

/** One thing that is wrong with a profile, in words that say what to change. */
export interface Problem {
  readonly path: KeyPath;
  readonly message: string;
  /** The value in words; left out where it came from the environment, for it may be a secret. */
  readonly got?: string;
  /** What it comes of, where that stands elsewhere. */
  readonly because?: KeyPath;
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

/** A problem in one line, without its place. */
export function describeProblem({ path, message, got = '' }: Problem): string {
  const line = `${spellPath(path) || 'the profile'} ${message}`;
  return got === '' ? line : `${line}, got ${got}`;
}

/**
 * Reads a path as people write it, `load.stages[0].ramp` or `load.stages.0.ramp`; only the first form says that
 * `stages` is a list.
 *
 * @returns `null` when it is none.
 */
export function parsePath(text: string): KeyPath | null {
  if (!/^[^.[\]]+(\.[^.[\]]+|\[\d+\])*$/u.test(text)) return null;
  return [...text.matchAll(/\[(\d+)\]|[^.[\]]+/gu)].map(([part, index]) =>
    index === undefined ? part : Number(index),
  );
}

/** Whether `inner` is `outer` or lies within it; indexes and keys of digits are the same. */
export function isWithin(inner: KeyPath, outer: KeyPath): boolean {
  return outer.length <= inner.length && outer.every((part, index) => String(part) === String(inner[index]));
}

import { ToolError } from '../errors.ts';
import { isWithin, type KeyPath, type Problem, parsePath, spellPath } from './profileProblem.ts';
import { type Environment, type MissingVariable, parseYaml, type YamlSource } from './yamlSource.ts';

/** A value that takes the place of what a profile says at `path`, and where it came from. */
export interface Layer {
  readonly path: KeyPath;
  readonly value: unknown;
  /** Where a person finds it: a file with a line, or an option of the command line. */
  place(path: KeyPath): string;
  readonly missing: readonly MissingVariable[];
  isFromEnvironment(path: KeyPath): boolean;
  /**
   * The base URL that stands beside what this layer says, `null` for none: an authorization in it that names no host
   * holds for its host only. Absent: the command line, which sees the whole.
   */
  readonly ownBaseUrl?: string | null;
  /** Whether a file of the profile says it. */
  readonly isOfFile?: true;
  /** Whether it was read from a result: who wrote that may be anybody. */
  readonly isRecorded?: boolean;
}

/** A value of a source as a layer. @param inSource where in the source a path of the profile stands */
export function layerFrom(
  source: YamlSource,
  path: KeyPath,
  value: unknown,
  inSource: (path: KeyPath) => KeyPath,
): Layer {
  const origin = inSource(path);
  return {
    path,
    value,
    place: (inner) => `${source.file}:${source.lineOf(inSource(inner))}`,
    missing: source.missing
      .filter((each) => isWithin(each.path, origin))
      .map((each) => ({ path: [...path, ...each.path.slice(origin.length)], name: each.name })),
    isFromEnvironment: (inner) => source.isFromEnvironment(inSource(inner)),
  };
}

/**
 * Reads one `--set path=value`; the value is typed as YAML types it.
 *
 * @throws ToolError USAGE when it has no such form.
 */
export function parseOverride(spelled: string, environment: Environment): Layer {
  const cut = spelled.indexOf('=');
  const path = cut < 0 ? null : parsePath(spelled.slice(0, cut).trim());
  if (path === null) {
    throw new ToolError('USAGE', `--set takes path=value, for example --set respondent.back=0.2, not "${spelled}"`);
  }
  const where = `--set ${spelled.slice(0, cut)}`;
  const source = parseYaml(where, spelled.slice(cut + 1), environment);
  return { ...layerFrom(source, path, source.value, (inner) => inner.slice(path.length)), place: () => where };
}

/**
 * Lays values over one another, the later above the earlier.
 *
 * @returns the whole, and a problem for each layer that has no place in it.
 */
export function stack(layers: readonly Layer[]): { value: unknown; problems: Problem[] } {
  let value: unknown;
  const problems: Problem[] = [];
  for (const { path, value: above } of layers) {
    try {
      value = place(value, path, structuredClone(above), 0);
    } catch (error) {
      if (!(error instanceof Misplaced)) throw error;
      problems.push({ path, message: error.message });
    }
  }
  return { value, problems };
}

class Misplaced extends Error {}

function place(within: unknown, path: KeyPath, above: unknown, depth: number): unknown {
  const part = path[depth];
  if (part === undefined) return above;
  const here = spellPath(path.slice(0, depth));
  if (Array.isArray(within)) {
    const index = Number(part);
    if (!Number.isInteger(index) || index > within.length) {
      throw new Misplaced(`does not exist: ${here} is a list of ${within.length}`);
    }
    const items = [...within];
    items[index] = place(items[index], path, above, depth + 1);
    return items;
  }
  if (within === undefined || within === null) {
    if (typeof part === 'number' && part > 0) throw new Misplaced(`does not exist: ${here} is an empty list`);
    if (part === 0) return [place(undefined, path, above, depth + 1)];
    return { [part]: place(undefined, path, above, depth + 1) };
  }
  if (typeof within !== 'object') throw new Misplaced(`does not exist: ${here} holds a single value`);
  const members = new Map<string, unknown>(Object.entries(within));
  members.set(String(part), place(members.get(String(part)), path, above, depth + 1));
  return Object.fromEntries(members);
}

/** The layer that a value at `path` comes from: the topmost that holds it. */
export function layerOf(layers: readonly Layer[], path: KeyPath): Layer | undefined {
  return layers.findLast((layer) => isWithin(path, layer.path));
}

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord } from '../contract/jsonShape.ts';
import { ToolError } from '../errors.ts';
import { suggestion } from '../misspelt.ts';
import { findProfile, isProfilePath, profileFolders } from './findProfile.ts';
import { type Layer, layerFrom } from './layers.ts';
import { isWithin, type KeyPath } from './profileProblem.ts';
import { type Environment, readYaml, type YamlSource } from './yamlSource.ts';

/** A file of a profile: its own, or one that it extends. */
export interface ProfileFile {
  readonly file: string;
  readonly source: YamlSource;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * The files that a profile is made of, lowest first: what it extends, what that extends, and itself.
 *
 * @throws ToolError PROFILE where one is not there, holds no profile, or extends itself
 */
export function filesOf(file: string, source: YamlSource, cwd: string, environment: Environment): ProfileFile[] {
  const files: ProfileFile[] = [];
  for (let next = { file, source }; ; ) {
    const { value = {} } = next.source;
    if (!isRecord(value ?? {})) {
      const shown = next.source.file;
      throw new ToolError('PROFILE', `${shown} holds no profile: expected a mapping with \`target\` and others`);
    }
    const { extends: base, ...own } = (value ?? {}) as Readonly<Record<string, unknown>>;
    files.unshift({ ...next, value: base === undefined || base === null ? own : withoutEmptyBlocks(own) });
    if (base === undefined || base === null) return files;
    const found = baseFile(base, next, cwd);
    if (files.some((each) => each.file === found)) {
      throw new ToolError('PROFILE', `${at(next.source)} leads back to ${found}: a profile cannot extend itself`);
    }
    next = { file: found, source: readYaml(found, cwd, environment) };
  }
}

/** A block whose keys are all commented out is `null` in YAML: it adds nothing to what it extends. */
function withoutEmptyBlocks(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, block]) => block !== null));
}

function baseFile(base: unknown, { file, source }: Pick<ProfileFile, 'file' | 'source'>, cwd: string): string {
  if (typeof base !== 'string') {
    throw new ToolError('PROFILE', `${at(source)} expected the name of a profile, or the path of a file`);
  }
  try {
    return findProfile(base, isProfilePath(base) ? dirname(file) : cwd);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new ToolError('PROFILE', `${at(source)} ${error.message}`, { cause: error });
  }
}

function at(source: YamlSource): string {
  return `${source.file}:${source.lineOf(['extends'])}  extends`;
}

/** What only a candidate needs is asked for as a layer of its own. */
export const duetCandidate: KeyPath = ['duet', 'candidate'];

/**
 * What a file lays over those that it extends: each value that is no mapping, each list, and each distribution, which
 * is told apart by its name and would not go with the numbers of another.
 */
export function layersOfFile({ source, value }: ProfileFile, ownBaseUrl: string | null, isRecorded: boolean): Layer[] {
  const own = leaves([], value);
  if (own.length > mostValues) {
    throw new ToolError(
      'INPUT_REFUSED',
      `${source.file} has more than ${mostValues} values, the most that is read of a profile`,
    );
  }
  return own.map(([path, value]): Layer => {
    const layer = layerFrom(source, path, value, (inner) => inner);
    const missing = layer.missing.filter((each) => !isWithin(each.path, duetCandidate));
    return { ...layer, missing, ownBaseUrl, isRecorded, isOfFile: true };
  });
}

/** Work grows with their square. */
const mostValues = 3000;

function leaves(path: KeyPath, value: unknown): [KeyPath, unknown][] {
  if (!isRecord(value) || 'distribution' in value || path.join('.') === 'load.arrivals') return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) => leaves([...path, key], inner));
}

/** What `datacenters.yaml` says: for each name the values that it fills in. */
export interface Datacenters {
  /** The file that says it; `null` where there is none. */
  readonly file: string | null;
  readonly names: readonly string[];
  /** The values of one datacenter, each as a layer; `null` when there is none of that name. */
  layersOf(name: string): Layer[] | null;
  /** `there is no datacenter "x" …`, for a name that is not there. */
  unknown(name: string): string;
}

/** Blocks of a profile that an entry may fill beside `target`, whose keys it holds directly. */
const ownBlocks = new Set(['surveys', 'admin', 'load']);

/**
 * Reads the datacenters that go with a profile: `datacenters.yaml` beside it, else in this folder or in its `profiles/`,
 * else the one that comes with canvass.
 *
 * @throws ToolError PROFILE when the file is not a mapping of mappings.
 */
export function readDatacenters(profileFile: string, cwd: string, environment: Environment): Datacenters {
  const folders = [dirname(profileFile), cwd, ...profileFolders(cwd)];
  const file = folders.map((folder) => join(folder, 'datacenters.yaml')).find((each) => existsSync(each));
  const source = file === undefined ? null : readYaml(file, cwd, environment);
  const entries = new Map(source === null ? [] : entriesOf(source));
  const names = [...entries.keys()];
  return {
    file: file ?? null,
    names,
    layersOf: (name) => {
      const entry = entries.get(name);
      return source === null || entry === undefined ? null : layersOf(source, name, entry);
    },
    unknown: (name) => {
      const read = source === null ? '' : ` (${source.file})`;
      return `there is no datacenter "${name}"${suggestion(name, names)}; there are: ${names.join(', ')}${read}`;
    },
  };
}

function entriesOf(source: YamlSource): [string, object][] {
  return Object.entries(source.value ?? {}).map(([name, entry]) => {
    if (isRecord(entry)) return [name, entry];
    throw new ToolError(
      'PROFILE',
      `${source.file}:${source.lineOf([name])}  ${name} needs keys of \`target\`, at least \`baseUrl\``,
    );
  });
}

function layersOf(source: YamlSource, name: string, entry: object): Layer[] {
  const ownBaseUrl = 'baseUrl' in entry && typeof entry.baseUrl === 'string' ? entry.baseUrl : null;
  return Object.entries(entry).flatMap(([key, value]): Layer[] => {
    const at: KeyPath = ownBlocks.has(key) ? [key] : ['target', key];
    const inSource = (inner: KeyPath) => [name, key, ...inner.slice(at.length)];
    // Ids of surveys belong together; of a load a datacenter has but some keys of its own.
    const own: [KeyPath, unknown][] = key === 'load' ? leaves(at, value) : [[at, value]];
    return own.map(([path, inner]) => ({ ...layerFrom(source, path, inner, inSource), ownBaseUrl }));
  });
}

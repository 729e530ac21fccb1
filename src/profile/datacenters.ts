import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord } from '../contract/jsonShape.ts';
import { ToolError } from '../errors.ts';
import { profileFolders } from './find.ts';
import type { Layer } from './layers.ts';
import { suggestion } from './misspelt.ts';
import type { KeyPath } from './problem.ts';
import { type Environment, readYaml, type YamlSource } from './yamlSource.ts';

/** What `datacenters.yaml` says: for each name the values that it fills in. */
export interface Datacenters {
  readonly names: readonly string[];
  /** The values of one datacenter, each as a layer; `null` when there is none of that name. */
  layersOf(name: string): Layer[] | null;
  /** `there is no datacenter "x" …`, for a name that is not there. */
  unknown(name: string): string;
}

/** Blocks of a profile that an entry may fill beside `target`, whose keys it holds directly. */
const ownBlocks = new Set(['surveys', 'admin']);

/**
 * Reads the datacenters that go with a profile: `datacenters.yaml` beside it, else in `profiles/` here, else the one
 * that comes with canvass.
 *
 * @throws ToolError PROFILE when the file is not a mapping of mappings.
 */
export function readDatacenters(profileFile: string, cwd: string, environment: Environment): Datacenters {
  const folders = [dirname(profileFile), ...profileFolders(cwd)];
  const file = folders.map((folder) => join(folder, 'datacenters.yaml')).find((each) => existsSync(each));
  const source = file === undefined ? null : readYaml(file, cwd, environment);
  const entries = new Map(source === null ? [] : entriesOf(source));
  const names = [...entries.keys()];
  return {
    names,
    layersOf: (name) => {
      const entry = entries.get(name);
      return source === null || entry === undefined ? null : layersOf(source, name, entry);
    },
    unknown: (name) => `there is no datacenter "${name}"${suggestion(name, names)}; there are: ${names.join(', ')}`,
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
  return Object.entries(entry).map(([key, value]): Layer => {
    const path: KeyPath = ownBlocks.has(key) ? [key] : ['target', key];
    const inSource = (inner: KeyPath) => [name, key, ...inner.slice(path.length)];
    return {
      path,
      value,
      ownBaseUrl: 'baseUrl' in entry && typeof entry.baseUrl === 'string' ? entry.baseUrl : null,
      place: (inner) => `${source.file}:${source.lineOf(inSource(inner))}`,
      missing: source.missing
        .filter((each) => each.path[0] === name && each.path[1] === key)
        .map((each) => ({ path: [...path, ...each.path.slice(2)], name: each.name })),
      isFromEnvironment: (inner) => source.isFromEnvironment(inSource(inner)),
    };
  });
}

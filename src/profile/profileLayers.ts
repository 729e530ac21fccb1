import { basename, extname } from 'node:path';
import { isRecord } from '../contract/jsonShape.ts';
import { ToolError } from '../errors.ts';
import { environmentProxy, isLoopback } from './address.ts';
import { type Layer, layerFrom, layerOf, parseOverride, stack } from './layers.ts';
import { duetCandidate, filesOf, layersOfFile, readDatacenters } from './profileFiles.ts';
import { type KeyPath, type Problem, parsePath } from './profileProblem.ts';
import type { Environment, YamlSource } from './yamlSource.ts';

/** Which profile, and what the command line says instead of it. */
export interface ProfileRequest {
  /** Name of a profile in `profiles/`, or the path of a file. */
  readonly profile: string;
  readonly baseUrl: string | null;
  /** Of a recorded result, where the command line names none; absent or null elsewhere. */
  readonly recordedBaseUrl?: string | null;
  /** Whether the profile itself is that of a recorded result. */
  readonly isRecorded?: boolean;
  /** A key of datacenters.yaml. */
  readonly datacenter: string | null;
  /** Label of the release; absent or null: as the profile says. An entry `NAME@RELEASE` of datacenters.yaml goes before `NAME`. */
  readonly release?: string | null;
  readonly seed: number | null;
  /** Each `path=value`, in order. */
  readonly set: readonly string[];
  /** Folder that relative paths start from. */
  readonly cwd: string;
  readonly environment: Environment;
  /** Whether it is the profile of a duet's candidate: what `duet.candidate` says holds. */
  readonly isCandidate?: boolean;
}

/**
 * Everything that a profile is made of, lowest first: its file, its datacenter, the options of the command line.
 *
 * @throws ToolError PROFILE or USAGE when a source cannot be read.
 */
export function profileLayers(
  request: ProfileRequest,
  source: YamlSource,
  file: string,
): { layers: Layer[]; problems: Problem[] } {
  const { cwd, environment, release = null } = request;
  const problems: Problem[] = [];
  // Whatever no file says is a matter of the profile itself.
  const root = { ...option(source.file, [], {}), place: (path: KeyPath) => `${source.file}:${source.lineOf(path)}` };
  const base: Layer[] = [root];
  let value: unknown = {};
  const inFile = (path: KeyPath) => memberOf(value, path);
  const ownName = (): string | null => {
    const named = inFile(['target', 'datacenter']);
    return typeof named === 'string' && inFile(['target', 'baseUrl']) === undefined ? named : null;
  };
  const files = filesOf(file, source, cwd, environment);
  for (const each of files) {
    // Laid down before they can say which base URL stands beside them.
    value = stack([...base, ...layersOfFile(each, null, false)]).value;
    const own = ownName();
    const entry = own === null ? null : readDatacenters(file, cwd, environment).layersOf(own);
    const ownBaseUrl = textOf(inFile(['target', 'baseUrl'])) ?? entry?.[0]?.ownBaseUrl ?? null;
    base.push(...layersOfFile(each, ownBaseUrl, request.isRecorded ?? false));
  }
  const wanted = request.datacenter ?? ownName();
  const datacenters = wanted === null ? null : readDatacenters(file, cwd, environment);
  const layers: Layer[] = [];
  if (files.at(-1)?.value.name === undefined) layers.push(option(source.file, ['name'], basename(file, extname(file))));
  if (wanted !== null && datacenters !== null) {
    const entry = datacenters.layersOf(`${wanted}@${release}`) ?? datacenters.layersOf(wanted);
    const chosen = request.datacenter !== null;
    if (entry === null && request.baseUrl === null) {
      if (chosen) throw new ToolError('PROFILE', datacenters.unknown(wanted));
      problems.push({ path: ['target', 'datacenter'], message: `is unknown: ${datacenters.unknown(wanted)}` });
    }
    layers.push(...(entry ?? []).filter(({ path }) => chosen || inFile(path) === undefined));
    if (chosen) layers.push(option('--datacenter', ['target', 'datacenter'], wanted));
  }
  const { recordedBaseUrl = null } = request;
  if (recordedBaseUrl !== null) {
    layers.push({ ...option('the recorded result', ['target', 'baseUrl'], recordedBaseUrl), isRecorded: true });
  }
  if (request.isCandidate === true) layers.push(...candidateLayers(source, inFile(duetCandidate), []));
  layers.push(...request.set.map((each) => parseOverride(each, environment)));
  if (request.baseUrl !== null) layers.push(option('--base-url', ['target', 'baseUrl'], request.baseUrl));
  if (release !== null) layers.push(option('--release', ['target', 'release'], release));
  if (request.seed !== null) layers.push(option('--seed', ['seed'], request.seed));
  return {
    layers: [
      ...base,
      ...untouched(base, layers),
      ...layers,
      ...commonKeys([...base, ...layers], environment, request.isRecorded ?? false),
      ...commonProxy([...base, ...layers], environment),
    ],
    problems,
  };
}

/** What `duet.candidate` says, each single value and each list as a layer. Keys may be spelt as paths. */
function candidateLayers(source: YamlSource, value: unknown, inner: KeyPath): Layer[] {
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([key, member]) => candidateLayers(source, member, [...inner, key]));
  }
  const path = inner.length === 0 ? null : parsePath(inner.join('.'));
  if (path === null) return [];
  const inSource = (asked: KeyPath): KeyPath => [...duetCandidate, ...inner, ...asked.slice(path.length)];
  return [{ ...layerFrom(source, path, value, inSource), ownBaseUrl: null }];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/**
 * What `embedded` may do to the service of its own it may not do to another host, which the command line names, or a file
 * that extends it.
 */
function untouched(base: readonly Layer[], others: readonly Layer[]): Layer[] {
  const baseUrl = memberOf(stack([...base, ...others]).value, ['target', 'baseUrl']);
  if (typeof baseUrl !== 'string' || isLoopback(baseUrl)) return [];
  return ['mutate', 'regenerateKey']
    .map((key) => ['admin', key])
    .filter((path) => layerOf(base, path)?.ownBaseUrl === 'embedded')
    .map((path) => option('the profile, which is for the embedded service,', path, false));
}

/**
 * The key of a service for which nothing names one. A recorded profile has lost those that it named: they are the ones that
 * scripts take, too.
 */
function commonKeys(layers: readonly Layer[], environment: Environment, isRecorded: boolean): Layer[] {
  const { CANVASS_API_KEY: key, CANVASS_SECOND_KEY: second = '', CANVASS_FORBIDDEN_KEY: forbidden = '' } = environment;
  const target = memberOf(stack(layers).value, ['target']);
  const baseUrl = memberOf(target, ['baseUrl']);
  const keys = memberOf(target, ['apiKeys']);
  const named = keys !== undefined && !(Array.isArray(keys) && keys.length === 0);
  if (key === undefined || key === '' || typeof baseUrl !== 'string' || baseUrl === 'embedded' || named) return [];
  const [name, forbiddenPath] = ['CANVASS_API_KEY', ['target', 'forbiddenApiKey']];
  if (!isRecorded) return [fromEnvironment(name, ['target', 'apiKeys'], [key])];
  const isForbiddenNamed = memberOf(stack(layers).value, forbiddenPath) !== undefined;
  return [
    fromEnvironment(name, ['target', 'apiKeys'], second === '' ? [key] : [key, second]),
    ...(forbidden === '' || isForbiddenNamed
      ? []
      : [fromEnvironment('CANVASS_FORBIDDEN_KEY', forbiddenPath, forbidden)]),
  ];
}

/** The proxy of the environment, where the profile leaves it to that. */
function commonProxy(layers: readonly Layer[], environment: Environment): Layer[] {
  const target = memberOf(stack(layers).value, ['target']);
  const baseUrl = memberOf(target, ['baseUrl']);
  const proxy = memberOf(target, ['proxy']);
  if (typeof baseUrl !== 'string' || (proxy !== undefined && proxy !== 'auto')) return [];
  const found = environmentProxy(baseUrl, environment);
  return found === null ? [] : [fromEnvironment(found.variable, ['target', 'proxy'], found.url)];
}

/** What a variable of the environment says without being asked. */
function fromEnvironment(name: string, path: KeyPath, value: unknown): Layer {
  return { ...option(name, path, value), isFromEnvironment: () => true };
}

function option(name: string, path: KeyPath, value: unknown): Layer {
  return { path, value, place: () => name, missing: [], isFromEnvironment: () => false };
}

/** The member of a raw value at a path of keys; lists have none. */
export function memberOf(value: unknown, path: KeyPath): unknown {
  let inner = value;
  for (const part of path) {
    if (!isRecord(inner) || !Object.hasOwn(inner, part)) return undefined;
    inner = inner[part];
  }
  return inner;
}

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isRecord } from '../contract/jsonShape.ts';
import { ToolError } from '../errors.ts';
import { hostOf, isLoopback } from './address.ts';
import { unreadableColumns } from './answers/answerRule.ts';
import { replaying } from './arrivalsFile.ts';
import { noKey } from './complete.ts';
import { findProfile } from './findProfile.ts';
import { type Layer, layerOf, stack } from './layers.ts';
import type { Profile } from './profile.ts';
import { memberOf, type ProfileRequest, profileLayers } from './profileLayers.ts';
import { describeProblem, isWithin, type KeyPath, type Problem } from './profileProblem.ts';
import { tryResolveProfile } from './resolveProfile.ts';
import { literalSecrets, openSecrets } from './secretPlaces.ts';
import { parseYaml, readYaml, type YamlSource } from './yamlSource.ts';

/** What else is wrong with a profile that is in order. */
type FurtherProblems = (profile: Profile) => readonly Problem[];

/**
 * Finds, reads and resolves a profile that can be run.
 *
 * @param further what its reader alone can say of it
 * @throws ToolError PROFILE with every problem, each with its file and line or the option that it came from.
 */
export function loadProfile(request: ProfileRequest, further: FurtherProblems = () => []): Profile {
  const file = findProfile(request.profile, request.cwd);
  return resolved(request, readYaml(file, request.cwd, request.environment), file, further);
}

/**
 * As {@link loadProfile}, of the profile that a result holds, where its file is not known. Its keys are gone: they come
 * from CANVASS_API_KEY, or the command line, and so does the authorization.
 *
 * @param recorded the profile as the result has it.
 */
export function loadRecordedProfile(recorded: unknown, request: ProfileRequest): Profile {
  const text =
    JSON.stringify(recorded, (name, value) => {
      if (notRecorded.has(name)) return undefined;
      // Its stages are those that the file was made of.
      return name === 'arrivals' && isRecord(value) ? value.spacing : value;
    }) ?? '{}';
  const source = parseYaml(`the recorded profile ${request.profile}`, text, request.environment);
  return resolved({ ...request, isRecorded: true }, source, join(request.cwd, 'profiles', 'recorded.json'), () => []);
}

/** Keys are gone; and a result, which anybody may have written, allows nobody anything and names no file to be read. */
const notRecorded = new Set(['apiKeys', 'forbiddenApiKey', 'proxyCredentials', 'authorization', 'webhook', 'extends']);

function resolved(request: ProfileRequest, source: YamlSource, file: string, further: FurtherProblems): Profile {
  const { layers, problems } = profileLayers(request, source, file);
  const whole = stack(layers);
  const resolution = tryResolveProfile(whole.value, (path) => layerOf(layers, path)?.isFromEnvironment(path) === true);
  // A key that is misspelt is the matter, and not what it holds.
  const misspelt = resolution.ok ? [] : resolution.problems.filter(({ message }) => message.startsWith(noKey));
  const secrets = [...literalSecrets(whole.value, layers), ...openSecrets(whole.value, layers, request.environment)];
  problems.push(
    ...whole.problems,
    ...missingVariables(layers),
    ...secrets.filter(({ path }) => !misspelt.some((each) => isWithin(path, each.path))),
    ...strayAuthorization(whole.value, layers),
  );
  if (!resolution.ok) {
    // One cause, one problem: what a missing variable or datacenter brings about is not reported again.
    problems.push(...resolution.problems.filter(({ path }) => !problems.some((each) => sameMatter(path, each.path))));
  }
  if (resolution.ok && problems.length === 0) {
    const profile = replaying(resolution.profile, request.cwd);
    problems.push(...lackingToRun(resolution.profile, request.cwd));
    if (isProblem(profile)) problems.push(profile);
    else problems.push(...further(profile));
    if (!isProblem(profile) && problems.length === 0) return profile;
  }
  const lines = problems.slice(0, mostListed).map((problem) => `  ${placed(problem, layers)}`);
  if (problems.length > mostListed) lines.push(`  and ${problems.length - mostListed} more`);
  const many = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
  throw new ToolError('PROFILE', `profile ${request.profile} has ${many}:\n${lines.join('\n')}`);
}

function isProblem(read: Profile | Problem): read is Problem {
  return 'message' in read;
}

/** Who has more to mend mends these first. */
const mostListed = 50;

/** Variables that are not set, where what asks for them has the last word. */
function missingVariables(layers: readonly Layer[]): Problem[] {
  return layers.flatMap((layer) =>
    layer.missing
      .filter(({ path }) => layerOf(layers, path) === layer)
      .map(({ path, name }) => ({
        path,
        message: `needs the environment variable ${name}, which is not set`,
      })),
  );
}

/**
 * An authorization that names no host holds for the host that stands beside it, and for no other: not for one of the
 * command line where the file allows, nor for one of a recorded result where the command line does.
 */
function strayAuthorization(raw: unknown, layers: readonly Layer[]): Problem[] {
  const path = ['target', 'authorization'] as const;
  const baseUrl = memberOf(raw, ['target', 'baseUrl']);
  const given = memberOf(raw, path);
  if (typeof given !== 'string' || given.trim() === '' || typeof baseUrl !== 'string' || isLoopback(baseUrl)) return [];
  const ownBaseUrl = layerOf(layers, path)?.ownBaseUrl;
  const isNamedHere = layerOf(layers, ['target', 'baseUrl'])?.isRecorded !== true;
  const host = hostOf(baseUrl);
  if (ownBaseUrl === undefined ? isNamedHere : ownBaseUrl !== null && hostOf(ownBaseUrl) === host) return [];
  const holds = typeof ownBaseUrl === 'string' ? `holds for ${hostOf(ownBaseUrl) || ownBaseUrl} only` : 'names no host';
  const message = `${holds}, not for ${host}: where that is allowed too, write { by: …, hosts: [${host}] }`;
  return [{ path, message }];
}

function sameMatter(path: KeyPath, reported: KeyPath): boolean {
  return (
    isWithin(path, reported) || (path.join('.') === 'target.baseUrl' && reported.join('.') === 'target.datacenter')
  );
}

/** The option without which there would be nothing at `path`: no file has anything there. */
function broughtBy(layers: readonly Layer[], path: KeyPath): Layer | undefined {
  const inside = layers.filter((layer) => layer.path.length > path.length && isWithin(layer.path, path));
  return inside.some(({ isOfFile }) => isOfFile === true) ? undefined : inside.at(-1);
}

function placed(problem: Problem, layers: readonly Layer[]): string {
  const { path, because = path } = problem;
  const layer = broughtBy(layers, because) ?? layerOf(layers, because);
  const place = layer?.place(because);
  return `${place === undefined ? '' : `${place}  `}${describeProblem(layer?.isFromEnvironment(path) ? { ...problem, got: '' } : problem)}`;
}

/** What a profile that is in order lacks before it can be run: something to walk, a key to walk with, a file. */
function lackingToRun({ respondent, surveys, target }: Profile, cwd: string): Problem[] {
  const problems: Problem[] = [];
  if (surveys.walk.length === 0) {
    const message = 'is empty: name at least one survey, for example `surveys: { walk: [{ id: 1001 }] }`';
    problems.push({ path: ['surveys', 'walk'], message });
  }
  if (target.apiKeys.length === 0) {
    const message =
      'is empty: set the environment variable CANVASS_API_KEY, or name another one, `apiKeys: ["$' + '{NAME}"]`';
    problems.push({ path: ['target', 'apiKeys'], message });
  }
  problems.push(...unreadableColumns(respondent.answers, cwd));
  for (const key of ['caFile', 'certFile', 'keyFile'] as const) {
    const file = target.tls[key];
    if (file === null || existsSync(resolve(cwd, file))) continue;
    const message = 'names a file that is not there; a relative path starts from the folder that canvass is run in';
    problems.push({ path: ['target', 'tls', key], message, got: file });
  }
  return problems;
}

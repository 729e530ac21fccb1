import { randomInt } from 'node:crypto';
import { Compile } from 'typebox/schema';
import { fieldRateLimits } from '../contract/endpoints.ts';
import { ToolError } from '../errors.ts';
import { addressProblem, hostOf, isLoopback, placeText, proxyOf } from './address.ts';
import { complete } from './complete.ts';
import { inconsistencies } from './consistency.ts';
import type { Profile, Ramp } from './profile.ts';
import { memberOf } from './profileLayers.ts';
import { describeProblem, type KeyPath, type Problem } from './profileProblem.ts';
import { type CompleteProfile, ProfileSchema } from './schema.ts';
import { isSecretHeader, Secret } from './secret.ts';

const compiled = Compile(ProfileSchema);

/** What the embedded service is given where the profile names none. */
const embeddedDefaults = {
  apiKeys: ['canvass-key'],
  forbiddenApiKey: 'canvass-forbidden-key',
  walk: [{ id: 1001, weight: 1 }],
};

export type Resolution =
  | { readonly ok: true; readonly profile: Profile }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Completes a profile as a file spells it: fills the defaults, settles every `auto`, wraps the secrets, draws a seed
 * where none is given, and freezes the whole.
 *
 * @param raw parsed YAML or JSON, environment variables already in place.
 * @param isFromEnvironment whether the value at a path holds a variable of the environment, and so may be a secret.
 * @returns the profile, or all problems at once.
 */
export function tryResolveProfile(
  raw: unknown,
  isFromEnvironment: (path: KeyPath) => boolean = () => false,
): Resolution {
  const problems: Problem[] = [];
  const completed = complete(ProfileSchema, raw ?? {}, [], problems);
  if (compiled.Check(completed)) problems.push(...inconsistencies(completed));
  if (problems.length > 0) return { ok: false, problems: problems.map((problem) => withAddress(problem, raw)) };
  return { ok: true, profile: deepFreeze(settle(compiled.Parse(completed), isFromEnvironment)) };
}

/** Of a base URL it says which part of it is wrong, where the schema knows the whole form only. */
function withAddress(problem: Problem, raw: unknown): Problem {
  if (problem.path.join('.') !== 'target.baseUrl') return problem;
  const text = memberOf(raw, problem.path);
  const message = typeof text === 'string' && text !== '' ? addressProblem(text) : null;
  return message === null ? problem : { ...problem, message, got: '' };
}

/**
 * As {@link tryResolveProfile}, for profiles that no file holds.
 *
 * @throws ToolError PROFILE with all problems, a line each.
 */
export function resolveProfile(raw: unknown): Profile {
  const resolution = tryResolveProfile(raw);
  if (resolution.ok) return resolution.profile;
  const lines = resolution.problems.map(describeProblem);
  throw new ToolError('PROFILE', lines.join('\n'));
}

function settle(parsed: CompleteProfile, isFromEnvironment: (path: KeyPath) => boolean): Profile {
  const { target, load, surveys, output } = parsed;
  const { authorization } = target;
  const embedded = target.baseUrl === 'embedded';
  const keys = embedded && target.apiKeys.length === 0 ? embeddedDefaults.apiKeys : target.apiKeys;
  const forbidden = target.forbiddenApiKey ?? (embedded ? embeddedDefaults.forbiddenApiKey : null);
  const session = target.embedded.session === 'auto' ? target.session : target.embedded.session;
  const proxy = target.proxy === null ? null : proxyOf(target.proxy);
  const budget = isLoopback(target.baseUrl) ? null : fieldRateLimits;
  return {
    ...parsed,
    seed: parsed.seed === 'random' ? randomInt(0x1_0000_0000) : parsed.seed,
    target: {
      ...target,
      baseUrl: target.baseUrl.replace(/\/$/, ''),
      release: embedded && target.release === 'unlabelled' ? 'embedded' : target.release,
      basePath: target.basePath.replace(/\/$/, ''),
      headers: headersOf(target.headers, isFromEnvironment),
      proxy: proxy === null ? null : `http://${placeText(proxy)}`,
      proxyCredentials: proxy?.credentials == null ? null : new Secret(proxy.credentials),
      apiKeys: keys.map((key) => new Secret(key)),
      forbiddenApiKey: forbidden === null ? null : new Secret(forbidden),
      // A text alone holds for the host of the base URL.
      authorization:
        typeof authorization === 'string' ? { by: authorization, hosts: [hostOf(target.baseUrl)] } : authorization,
      rateBudget: target.rateBudget === 'auto' ? budget : target.rateBudget,
      embedded: { ...target.embedded, session: session === 'token' ? 'token' : 'cookie' },
    },
    surveys: { ...surveys, walk: embedded && surveys.walk.length === 0 ? embeddedDefaults.walk : surveys.walk },
    load:
      load.model === 'open'
        ? { ...load, stages: load.stages.map((each, index) => ({ ...each, ramp: rampOf(each.ramp, index) })) }
        : { ...load, stages: load.stages.map((each, index) => ({ ...each, ramp: rampOf(each.ramp, index) })) },
    // It has done its work as a layer of the candidate's own profile, and may hold keys.
    duet: { ...parsed.duet, candidate: { target: {}, surveys: {}, admin: {} } },
    thresholds: parsed.thresholds.map((each) =>
      typeof each === 'string' ? { expression: each, windowSeconds: null, abort: false } : each,
    ),
    output: { ...output, webhook: output.webhook === null ? null : new Secret(output.webhook) },
  };
}

/** Header values that may be secrets are wrapped: what came from the environment, and what such names stand for. */
function headersOf(
  headers: CompleteProfile['target']['headers'],
  isFromEnvironment: (path: KeyPath) => boolean,
): Profile['target']['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const isSecret = isSecretHeader(name) || isFromEnvironment(['target', 'headers', name]);
      return [name, isSecret ? new Secret(value) : value];
    }),
  );
}

/** A single stage is a constant level; several are joined by ramps. */
function rampOf(ramp: 'auto' | Ramp, index: number): Ramp {
  if (ramp !== 'auto') return ramp;
  return index === 0 ? 'step' : 'linear';
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}

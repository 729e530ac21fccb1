import { isAbsolute, relative, resolve } from 'node:path';
import { isRecord } from '../../contract/jsonShape.ts';
import { ToolError } from '../../errors.ts';
import type { WholePlan } from '../../load/shard/shards.ts';
import { demandLoopbackName, isHostNamed, isLoopbackHost, namedPlaces } from '../../profile/address.ts';
import { readRule } from '../../profile/answers/answerRule.ts';
import type { Profile } from '../../profile/profile.ts';
import { describeProblem } from '../../profile/profileProblem.ts';
import { tryResolveProfile } from '../../profile/resolveProfile.ts';
import type { Environment } from '../../profile/yamlSource.ts';
import type { Channel } from '../channel.ts';
import type { PlanSide, Prepare } from '../messages.ts';
import { keysOfPlan, type SideKeys } from '../planKeys.ts';

/** What the owner of a worker lets plans do: nothing of it can a plan say. */
export interface OwnRules {
  /** Hosts beside this machine that may be sent to: `survey.example.com`, `*.example.com`. */
  readonly allowHosts: readonly string[];
  /** Variables that API keys may be taken from, beside the usual ones. */
  readonly allowKeys: readonly string[];
  readonly environment: Environment;
  /** Files that a plan names lie below it. */
  readonly folder: string;
}

/**
 * What a worker follows of a plan at each of its services, with its own keys.
 *
 * @throws ToolError NOT_AUTHORIZED for a host, a key or a file that its owner has not allowed; PROFILE for what is no profile
 */
export async function followedPlan(plan: Prepare, own: OwnRules, channel: Channel): Promise<WholePlan[]> {
  const keys = keysOfPlan(plan, own, channel);
  const sides = plan.sides.map(({ run, keepCompletions, profile: text }: PlanSide, index): WholePlan => {
    const profile = profileOf(text, keys[index] ?? { apiKeys: [], forbiddenApiKey: null });
    return { profile, baseUrl: profile.target.baseUrl, runTag: run, schedule: plan.schedule, keepCompletions };
  });
  for (const { profile } of sides) {
    await demandAllowedHosts(profile.target, own.allowHosts);
    demandOwnFiles(profile, own.folder);
  }
  return sides;
}

/**
 * A resolved profile is also one as a file spells it: it is checked as a file is. Who allowed what it says nothing of: that
 * is looked at by {@link demandAllowedHosts}.
 */
function profileOf(text: string, keys: SideKeys): Profile {
  const raw: unknown = JSON.parse(text);
  const target = isRecord(raw) && isRecord(raw.target) ? raw.target : {};
  const hosts = namedPlaces({
    baseUrl: String(target.baseUrl),
    connectTo: textOf(target.connectTo),
    proxy: textOf(target.proxy),
  }).map(({ host }) => host);
  const authorization = { by: 'the command line of the worker', hosts };
  const resolution = tryResolveProfile({ ...Object(raw), target: { ...target, ...keys, authorization } });
  if (resolution.ok) return resolution.profile;
  throw new ToolError('PROFILE', resolution.problems.map(describeProblem).join('; '));
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/**
 * A worker connects to no host that its own owner has not allowed, whatever a leader wants; its own machine it always may.
 *
 * @throws ToolError NOT_AUTHORIZED
 */
async function demandAllowedHosts(target: Profile['target'], allowed: readonly string[]): Promise<void> {
  const list = allowed.length === 0 ? 'no host' : `only ${allowed.join(', ')}`;
  if (target.baseUrl === 'embedded') throw new ToolError('USAGE', 'it has no embedded service');
  for (const { key, host } of namedPlaces(target)) {
    await demandLoopbackName(host);
    if (isLoopbackHost(host) || allowed.some((pattern) => isHostNamed(pattern, host))) continue;
    const way = key === 'baseUrl' ? '' : ` (target.${key})`;
    throw new ToolError('NOT_AUTHORIZED', `it allows ${list}: start it with --allow-host ${host}${way}`);
  }
}

/** A worker reads no file outside of the folder that it was started in. @throws ToolError NOT_AUTHORIZED */
function demandOwnFiles({ target: { tls }, respondent }: Profile, folder: string): void {
  const rules = [respondent, ...Object.values(respondent.personas)].flatMap(({ answers }) =>
    Object.values(answers).flatMap((questions) => Object.entries(questions)),
  );
  const columns = rules.flatMap(([question, spelt]) => {
    const read = readRule(spelt, question);
    return read.ok && read.rule.kind === 'column' ? [read.rule.file] : [];
  });
  for (const file of [tls.caFile, tls.certFile, tls.keyFile, ...columns]) {
    if (file === null) continue;
    const way = relative(folder, resolve(folder, file));
    if (way !== '' && !way.startsWith('..') && !isAbsolute(way)) continue;
    throw new ToolError(
      'NOT_AUTHORIZED',
      `it reads no file outside of its folder, and the profile names ${file}: put it beside the profile, and into the folder that each worker is started in`,
    );
  }
}

import { ToolError } from '../errors.ts';
import type { Profile } from '../profile/profile.ts';
import type { Secret } from '../profile/secret.ts';
import type { Environment } from '../profile/yamlSource.ts';
import { type Channel, isSameProof } from './channel.ts';
import { fleetKeyVariable } from './fleetKey.ts';
import type { PlanKey, PlanSide, Prepare } from './messages.ts';

/**
 * API keys never travel. A plan names the variables that hold a key at the leader, with a keyed hash of the key and of the
 * plan; a worker looks where it was named, if its own command line lets it, and uses what is there only if the leader has it too.
 */

type Keyless<Each> = Omit<Each, 'keys' | 'forbiddenKey'>;
/** A plan before its keys are named. */
export type KeylessPlan = Omit<Prepare, 'sides'> & { readonly sides: readonly Keyless<PlanSide>[] };
type Target = Pick<Profile['target'], 'apiKeys' | 'forbiddenApiKey'>;

/**
 * A plan as a worker is told of it.
 *
 * @param targets of its sides, with the keys
 * @param environment of the leader
 * @throws ToolError USAGE for a key that no variable holds
 */
export function withKeys(
  plan: KeylessPlan,
  targets: readonly Target[],
  environment: Environment,
  channel: Channel,
): Prepare {
  const about = aboutOf(plan);
  const keyOf = (key: Secret): PlanKey => {
    const value = key.reveal();
    const variables = Object.keys(environment).filter((name) => environment[name] === value);
    if (variables.length === 0 || variables.includes(fleetKeyVariable)) throw badKey(variables);
    return { variables: variables.filter(isName).slice(0, 100), proof: channel.proof(value, about) };
  };
  const [first, second] = plan.sides.map((side, index): PlanSide => {
    const { apiKeys = [], forbiddenApiKey = null } = targets[index] ?? {};
    return {
      ...side,
      keys: apiKeys.map(keyOf),
      forbiddenKey: forbiddenApiKey === null ? null : keyOf(forbiddenApiKey),
    };
  });
  if (first === undefined) throw new TypeError('a plan has a side');
  return { ...plan, sides: second === undefined ? [first] : [first, second] };
}

/** What proofs are about: all of a plan that a worker follows. */
function aboutOf({ sides, ...rest }: KeylessPlan): string {
  return JSON.stringify([rest, ...sides]);
}

function isName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name);
}

function badKey(variables: readonly string[]): ToolError {
  const why =
    variables.length === 0
      ? 'an API key of the profile is in no variable of the environment, and keys do not travel: write "$' +
        '{CANVASS_API_KEY}" and set it here and at each worker'
      : `an API key of the profile is the key of the fleet: ${fleetKeyVariable} is for nothing else`;
  return new ToolError('USAGE', why);
}

/** Variables of a worker that a plan may name, without being asked. */
const standardVariables = /^CANVASS_(?:[A-Z0-9]+_)*API_KEY$|^CANVASS_FORBIDDEN_KEY$/;

/** Whether a plan may name a variable. @param allowed further ones, by the worker's command line */
function isAllowed(name: string, allowed: readonly string[]): boolean {
  return standardVariables.test(name) || allowed.includes(name);
}

/** @throws ToolError USAGE for a variable that is canvass's own */
export function demandKeyVariable(name: string): void {
  if (isName(name) && !/^CANVASS_(?:FLEET|NATS)_/.test(name)) return;
  throw new ToolError('USAGE', `--allow-key takes the name of a variable that holds an API key, not "${name}"`);
}

/** The keys of one side of a plan, from a worker's own environment. */
export interface SideKeys {
  readonly apiKeys: readonly string[];
  readonly forbiddenApiKey: string | null;
}

/**
 * The keys of each side of a plan.
 *
 * @param own the worker's environment, and the variables of it that its command line allows beside the usual ones
 * @throws ToolError NOT_AUTHORIZED for a key that is not there, or is another one
 */
export function keysOfPlan(
  plan: Prepare,
  own: { readonly environment: Environment; readonly allowKeys: readonly string[] },
  channel: Channel,
): SideKeys[] {
  const about = aboutOf({ ...plan, sides: plan.sides.map(({ keys: _, forbiddenKey: __, ...side }) => side) });
  const found = ({ variables, proof }: PlanKey, which: string): string => {
    const allowed = variables.filter((name) => isAllowed(name, own.allowKeys));
    const set = allowed.filter((name) => (own.environment[name] ?? '') !== '');
    const key = set
      .map((name) => own.environment[name] ?? '')
      .find((value) => isSameProof(channel.proof(value, about), proof));
    if (key !== undefined) return key;
    const names = (set.length > 0 ? set : allowed.length > 0 ? allowed : variables).join(' or ');
    const why =
      set.length > 0
        ? `is another one than the leader's: see ${names} there`
        : allowed.length > 0
          ? `is not in its environment: set ${names} there`
          : `is in ${names}, which it does not give away: start it with --allow-key ${variables[0]}`;
    throw new ToolError('NOT_AUTHORIZED', `${which} ${why}. Keys never travel.`);
  };
  return plan.sides.map(({ keys, forbiddenKey }, side) => {
    const ofSide = side === 0 ? '' : ' of the candidate';
    return {
      apiKeys: keys.map((key, at) => found(key, `${keys.length === 1 ? 'the API key' : `API key ${at + 1}`}${ofSide}`)),
      forbiddenApiKey: forbiddenKey === null ? null : found(forbiddenKey, `the forbidden API key${ofSide}`),
    };
  });
}

import { describe, expect, it } from 'vitest';
import { FleetKey, newFleetKey } from '../../src/fleet/fleetKey.ts';
import type { Prepare } from '../../src/fleet/messages.ts';
import { demandKeyVariable, type KeylessPlan, keysOfPlan, withKeys } from '../../src/fleet/planKeys.ts';
import type { Environment } from '../../src/profile/yamlSource.ts';
import { trialProfile } from '../support/loadRun.ts';

const key = 'key-7f3a91';
const forbidden = 'other-55aa';
const target = trialProfile('http://127.0.0.1:9', { target: { apiKeys: [key], forbiddenApiKey: forbidden } }).target;
const candidate = trialProfile('http://127.0.0.1:8', { target: { apiKeys: ['candidate-1d'] } }).target;
const environment = {
  CANVASS_API_KEY: key,
  CANVASS_FORBIDDEN_KEY: forbidden,
  CANVASS_CANDIDATE_API_KEY: 'candidate-1d',
};
const circle = FleetKey.of({ CANVASS_FLEET_KEY: newFleetKey() }, 'f');
const channel = circle.channel('keys', 's');

const side = { run: 'r1', keepCompletions: false, profile: '{"target":{"baseUrl":"http://127.0.0.1:9"}}' };
const plan: KeylessPlan = {
  kind: 'prepare',
  run: 'r1',
  worker: 0,
  part: { first: 0, count: 1, shards: 1 },
  schedule: 'stages',
  sides: [side],
  learnt: [],
};

/** A plan as it arrives. */
function arrived(leader: Environment = environment): Prepare {
  return JSON.parse(JSON.stringify(withKeys(plan, [target], leader, channel)));
}

function taken(told: Prepare, own: Environment, allowKeys: readonly string[] = [], by = channel) {
  return keysOfPlan(told, { environment: own, allowKeys }, by);
}

describe('the keys of a plan', () => {
  it('do not travel, and are taken from the variables that the leader has them in', () => {
    const told = arrived();
    expect(JSON.stringify(told)).not.toContain(key);
    expect(JSON.stringify(told)).not.toContain(forbidden);
    expect(taken(told, environment)).toEqual([{ apiKeys: [key], forbiddenApiKey: forbidden }]);
  });

  it('of a duet are those of both sides, each of its own', () => {
    const both = withKeys({ ...plan, sides: [side, side] }, [target, candidate], environment, channel);
    expect(taken(both, environment).map(({ apiKeys }) => apiKeys)).toEqual([[key], ['candidate-1d']]);
    expect(() => taken(both, { ...environment, CANVASS_CANDIDATE_API_KEY: '' })).toThrow(
      'the API key of the candidate is not in its environment: set CANVASS_CANDIDATE_API_KEY there',
    );
  });

  it('are not there, or are others: each is said with its variable', () => {
    expect(() => taken(arrived(), { CANVASS_FORBIDDEN_KEY: forbidden })).toThrow(
      'the API key is not in its environment: set CANVASS_API_KEY there. Keys never travel.',
    );
    expect(() => taken(arrived(), { ...environment, CANVASS_FORBIDDEN_KEY: 'x' })).toThrow(
      "the forbidden API key is another one than the leader's: see CANVASS_FORBIDDEN_KEY there",
    );
  });

  it('are taken from no variable that the worker does not give away, whatever its value', () => {
    const told = arrived({ TERM: key, CANVASS_FORBIDDEN_KEY: forbidden });
    const own = { ...environment, TERM: key };
    expect(() => taken(told, own)).toThrow('is in TERM, which it does not give away: start it with --allow-key TERM');
    // Whether the guess was right or not, the answer is the same.
    expect(() => taken(told, { ...own, TERM: 'xterm' })).toThrow('is in TERM, which it does not give away');
    expect(taken(told, own, ['TERM'])).toEqual([{ apiKeys: [key], forbiddenApiKey: forbidden }]);
  });

  it.each(['CANVASS_FLEET_KEY', 'CANVASS_NATS_PASSWORD', 'CANVASS_NATS_NKEY', 'a b'])(
    'are never in %s, also where the command line says so',
    (name) => {
      expect(() => demandKeyVariable(name)).toThrow('--allow-key takes the name of a variable');
    },
  );

  it('are refused when they are not in the environment of the leader, or are the key of the fleet', () => {
    expect(() => arrived({})).toThrow('an API key of the profile is in no variable');
    expect(() => arrived({ ...environment, CANVASS_FLEET_KEY: key })).toThrow('is the key of the fleet');
  });

  it.each<[string, Partial<KeylessPlan>]>([
    ['the service', { sides: [{ ...side, profile: side.profile.replace(':9', ':10') }] }],
    ['the number of services', { sides: [side, side] }],
    ['what is left out of differences', { learnt: ['x'] }],
    ['the run', { run: 'r2' }],
  ])('are kept when somebody who has not the key has changed %s', (_, changes) => {
    const [told] = arrived().sides;
    const sides = (changes.sides ?? [side]).map((each) => ({ ...told, ...each }));
    const changed = { ...arrived(), ...changes, sides } as Prepare;
    expect(() => taken(changed, environment)).toThrow("is another one than the leader's");
  });

  it('are kept when a plan comes a second time, in another session', () => {
    expect(() => taken(arrived(), environment, [], circle.channel('keys', 't'))).toThrow('is another one');
  });
});

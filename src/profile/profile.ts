import type { CompleteProfile } from './schema.ts';
import { Secret } from './secret.ts';

/** Everything within is read-only; functions and secrets stay what they are. */
type Frozen<T> = T extends Secret | string | number | boolean | null
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Frozen<Item>[]
    : { readonly [Key in keyof T]: Frozen<T[Key]> };

/** Calls that a service allows; a run must stay below it. */
export type RateBudget = Frozen<Exclude<CompleteProfile['target']['rateBudget'], 'auto' | null>>;

/** One threshold; its expression is parsed where it is evaluated. Without a window it is judged over the whole run. */
export type Threshold = Frozen<Exclude<CompleteProfile['thresholds'][number], string>>;

/** How a stage comes to its level: `linear` from the level before (0 before the first stage), or at once. */
export type Ramp = Exclude<OpenLoad['stages'][number]['ramp'], 'auto'>;

type Settled<Stage> = Omit<Stage, 'ramp'> & { ramp: Ramp };
type RawLoad = CompleteProfile['load'];
type OpenLoad = Extract<RawLoad, { model: 'open' }>;
type ClosedLoad = Extract<RawLoad, { model: 'closed' }>;

/**
 * A resolved profile: complete, consistent and deeply frozen. What may be absent is `null`. Secrets are wrapped, so that
 * printing a profile, or writing it as JSON, shows none.
 */
export type Profile = Frozen<
  Omit<CompleteProfile, 'seed' | 'target' | 'load' | 'thresholds' | 'output'> & {
    seed: number;
    target: Omit<
      CompleteProfile['target'],
      'apiKeys' | 'forbiddenApiKey' | 'authorization' | 'rateBudget' | 'embedded' | 'headers' | 'proxy'
    > & {
      apiKeys: Secret[];
      forbiddenApiKey: Secret | null;
      /** Values that may be secrets are wrapped. */
      headers: Record<string, string | Secret>;
      /** `http://host[:port]`, without its user. */
      proxy: string | null;
      /** User and password for the proxy, as `Proxy-Authorization: Basic` carries them. */
      proxyCredentials: Secret | null;
      /** Who allowed the test, for which hosts. */
      authorization: { by: string; hosts: string[] } | null;
      rateBudget: RateBudget | null;
      embedded: Omit<CompleteProfile['target']['embedded'], 'session'> & { session: 'cookie' | 'token' };
    };
    load:
      | (Omit<OpenLoad, 'stages'> & { stages: Settled<OpenLoad['stages'][number]>[] })
      | (Omit<ClosedLoad, 'stages'> & { stages: Settled<ClosedLoad['stages'][number]>[] });
    thresholds: Threshold[];
    output: Omit<CompleteProfile['output'], 'webhook'> & { webhook: Secret | null };
  }
>;

/** A distribution of times in ms, as `respondent.thinkTimeMs` holds it. */
export type DistributionMs = Profile['respondent']['thinkTimeMs'];

/** Seconds of a profile's stages. */
export function plannedSecondsOf({ load }: Profile): number {
  return load.stages.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
}

/** How arrivals of an open load are spaced, in stages that are spelt or made of a file. */
export function spacingOf({ arrivals }: Pick<Profile['load'], 'arrivals'>): 'poisson' | 'even' {
  return typeof arrivals === 'string' ? arrivals : arrivals.spacing;
}

/** What a stage comes to: arrivals a second, or respondents at once. */
export function levelOf(stage: { readonly arrivalsPerSecond: number } | { readonly respondents: number }): number {
  return 'respondents' in stage ? stage.respondents : stage.arrivalsPerSecond;
}

/** The API keys of a target, the one without permission last. */
export function keysOf({ apiKeys, forbiddenApiKey }: Pick<Profile['target'], 'apiKeys' | 'forbiddenApiKey'>) {
  return forbiddenApiKey === null ? apiKeys : [...apiKeys, forbiddenApiKey];
}

/** All that a target's profile holds and that must not leave the process, in the clear. */
export function secretsOf(target: Profile['target']): string[] {
  const all = [...keysOf(target), target.proxyCredentials, ...Object.values(target.headers)];
  const secrets = all.filter((each) => each instanceof Secret).map((each) => each.reveal());
  // Who talks of a proxy's user, or of a bearer, leaves out the word before it.
  const parts = secrets.flatMap((secret) => secret.match(/^(?:basic|bearer)\s+(.+)$/i)?.[1] ?? []);
  return [...secrets, ...parts];
}

type Traits = Profile['respondent'];

/** What respondents of one persona do: as all, but for what the persona says itself. */
export function traitsOf(all: Traits, { weight: _, answers, badLuck, ...own }: Traits['personas'][string]): Traits {
  const surveys = new Set([...Object.keys(all.answers), ...Object.keys(answers)]);
  return {
    ...all,
    ...said(own),
    badLuck: { ...all.badLuck, ...said(badLuck) },
    answers: Object.fromEntries([...surveys].map((id) => [id, { ...all.answers[id], ...answers[id] }])),
  };
}

/** What is not left to `respondent`. */
export function said<Own extends object>(own: Own): { [Key in keyof Own]?: NonNullable<Own[Key]> };
export function said(own: object): object {
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null));
}

import { type Clock, RealClock } from '../../client/clock.ts';
import { reachTransport } from '../../client/rateLimitedTransport.ts';
import { Redactor } from '../../client/redact.ts';
import { parseBaseUrl, type TargetAddress } from '../../client/target.ts';
import type { Transport } from '../../client/transport.ts';
import { AnswerHabits } from '../../judging/evidence/answerHabits.ts';
import { Evidence } from '../../judging/evidence/evidence.ts';
import { objectIn } from '../../judging/reading/administrationAnswer.ts';
import { type Answer, AnswerReader } from '../../judging/reading/answer.ts';
import { AskedAgain } from '../../judging/reading/askedAgain.ts';
import { TypedAnswers } from '../../judging/rules/previousPage.ts';
import { EarlyCompletions } from '../../judging/rules/surveyStatuses.ts';
import { newRunTag, runMarkOf, tokenOf } from '../../judging/tokens.ts';
import { keysOf, type Profile, secretsOf } from '../../profile/profile.ts';
import { Secret } from '../../profile/secret.ts';
import { cookieOriginOf } from '../../respondent/session/cookies.ts';
import type { SessionSettings } from '../../respondent/session/session.ts';
import { surelyAliveMs } from '../../respondent/walk/sessionAge.ts';
import type { Exchange } from '../../result/exchange.ts';
import { LearntAnswers } from './learntAnswers.ts';

/** The API keys of a run, in the clear: they go into requests and nowhere else. */
export interface RunKeys {
  /** The key that requests carry; regeneration replaces it. */
  valid: string;
  /** Another valid key, which regeneration must leave alone; `null` when the profile has one key only. */
  readonly second: string | null;
  /** All keys that the run knows, for leak checks. */
  readonly all: string[];
  /** A key without permission; it may replace itself. */
  forbidden: string | null;
}

/** Takes the key that a regeneration gave for the one in use, or for the one without permission, from then on. */
export function takeNewKey(answer: Answer, keys: RunKeys, which: 'valid' | 'forbidden' = 'valid'): void {
  const { apiKey } = objectIn(answer);
  if (typeof apiKey !== 'string') return;
  keys[which] = apiKey;
  keys.all.push(apiKey);
}

/** The profile with the keys that are good now: a run may have regenerated those that it began with. */
export function withKeysOf(profile: Profile, { valid, forbidden }: RunKeys): Profile {
  const { target } = profile;
  const apiKeys = valid === '' ? target.apiKeys : [new Secret(valid), ...target.apiKeys.slice(1)];
  const forbiddenApiKey = forbidden === null ? null : new Secret(forbidden);
  return { ...profile, target: { ...target, apiKeys, forbiddenApiKey } };
}

/** What all probes of a run share. */
export interface ProbeEnvironment {
  readonly profile: Profile;
  /** The base URL that is really used, also where the profile says `embedded`. */
  readonly baseUrl: string;
  readonly target: {
    readonly transport: Transport;
    readonly clock: Clock;
    readonly address: TargetAddress;
    readonly settings: SessionSettings;
    readonly redactor: Redactor;
  };
  readonly evidence: Evidence;
  /** Whether what it sends may be no crowd: one thing is done at a time. */
  readonly isAlone: boolean;
  readonly keys: RunKeys;
  readonly reader: AnswerReader;
  /** What the service took and refused so far. */
  readonly answers: LearntAnswers;
  /** Of which shape the answers are that it takes. */
  readonly answerHabits: AnswerHabits;
  /** A session that was used this recently cannot have timed out. */
  readonly sessionAliveMs: number;
  /** Walks whose completions are looked for among the records. */
  readonly auditedWalks: number;
  readonly earlyCompletions: EarlyCompletions;
  readonly askedAgain: AskedAgain;
  readonly typedAnswers: TypedAnswers;
  /** Every `requestID` that answers to probes have carried. */
  readonly requestIds: Set<string>;
  /** What the run creates on the target, so that it can be removed (design, Run result). */
  readonly created: { readonly endpoint: string; readonly id: string; readonly marker: string }[];
  /** What all that the run creates has in common. */
  readonly runMark: string;
  /** What the tokens of the run carry. */
  readonly runTag: string;
  /** A mark that no other text of any run carries. */
  nextToken(): string;
  /** Asked before every request of a probe: whether enough is known, or the person wants to stop. */
  readonly isOver: () => boolean;
  /** Calls a minute that the service was seen to allow the key in use; `null` where it refused none. */
  learntPerMinute(): number | null;
  /** Hears of every exchange, for the statistics of the run, and whether it carried the key in use. */
  readonly onExchange: (exchange: Exchange, hasKeyInUse: boolean) => void;
}

/**
 * Keys that are nearly the good one, and none, each by what it is, in words that go on a sentence: empty, longer, shorter,
 * with a word behind it, and with a sign at an end that no key has which is numbered through.
 */
export function misspeltKeys(key: string): Readonly<Record<string, string>> {
  return {
    'where it is empty': '',
    'where it is the good one and a sign behind it': `${key}x`,
    'where it is the good one and a sign before it': `x${key}`,
    'where it is the good one and a word behind it': `${key} x`,
    'where it is the good one without its last sign': key.slice(0, -1),
    'where it is the good one but for its last sign': `${key.slice(0, -1)}~`,
    'where it is the good one but for its first sign': `~${key.slice(1)}`,
  };
}

/** A key in capitals, or in small letters: whether that is another key is not shown. */
export function otherLetters(key: string): string {
  return key === key.toUpperCase() ? key.toLowerCase() : key.toUpperCase();
}

/** Keys that lead a careless look-up astray; what stands in front of a service may refuse them in its own way. */
export const oddKeys = ['null', 'undefined', "' OR '1'='1"] as const;

/** Connections of a conformance run: probes are side by side, and some send at the same time. */
const connections = 32;

/** Enough to meet a loss that happens once in 200 times. */
const auditedWalks = 210;

/** How requests travel, and what time it is. */
export interface Network {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Calls a minute that the service was seen to allow a key; `null` where it refused none. */
  readonly learntPerMinute?: (key: string) => number | null;
  /** A simulation of many services has fewer walks in each. */
  readonly auditedWalks?: number;
}

/** @param maxConnections connections at the same time. */
function httpNetwork(profile: Profile, baseUrl: string, maxConnections = connections): Network {
  const clock = new RealClock();
  const connections = { mode: 'shared', max: maxConnections } as const;
  const transport = reachTransport({ profile, baseUrl, connections, clock });
  return { clock, transport, learntPerMinute: (key) => transport.learntPerMinute([key]) };
}

/**
 * What the probes of a run share, made from its profile.
 *
 * @param baseUrl the base URL that is really used, also where the profile says `embedded`.
 * @param network HTTP and real time, unless the run is a simulation.
 * @param runTag what tells the texts of the run from those of every other.
 */
export function createEnvironment(
  profile: Profile,
  baseUrl: string,
  onExchange: ProbeEnvironment['onExchange'],
  isOver: (evidence: Evidence) => boolean,
  network: Network = httpNetwork(profile, baseUrl),
  runTag = newRunTag(),
): ProbeEnvironment {
  const { target, respondent } = profile;
  const { transport, clock } = network;
  const valid = target.apiKeys.map((key) => key.reveal());
  const forbidden = target.forbiddenApiKey?.reveal() ?? null;
  const all = keysOf(target).map((key) => key.reveal());
  const evidence = new Evidence();
  const keys: RunKeys = { valid: valid[0] ?? '', second: valid[1] ?? null, all, forbidden };
  let tokens = 0;
  return {
    profile,
    baseUrl,
    target: {
      transport,
      clock,
      address: parseBaseUrl(baseUrl),
      settings: { strategy: target.session, origin: cookieOriginOf(baseUrl, target.limits) },
      // A key in other letters gives it away as well.
      redactor: new Redactor([
        ...secretsOf(target),
        ...valid.flatMap((key) => Object.values(misspeltKeys(key))),
        ...valid.map(otherLetters),
      ]),
    },
    evidence,
    isAlone: false,
    isOver: () => isOver(evidence),
    keys,
    reader: new AnswerReader(target.limits.jsonDepth),
    answers: new LearntAnswers(respondent.allocationTotal),
    answerHabits: new AnswerHabits(evidence.habits),
    sessionAliveMs: surelyAliveMs(respondent.expire.idleSeconds),
    auditedWalks: network.auditedWalks ?? auditedWalks,
    earlyCompletions: new EarlyCompletions(),
    askedAgain: new AskedAgain(),
    typedAnswers: new TypedAnswers(),
    requestIds: new Set(),
    created: [],
    runMark: runMarkOf(runTag),
    runTag,
    learntPerMinute: () => network.learntPerMinute?.(keys.valid) ?? null,
    nextToken: () => tokenOf(runTag, tokens++),
    onExchange,
  };
}

/** The environment of what is repeated after a run: nobody listens, and nothing but its end stops it. */
export function environmentForRepeating(
  profile: Profile,
  baseUrl: string,
  maxConnections = connections,
): ProbeEnvironment {
  return createEnvironment(
    profile,
    baseUrl,
    () => {},
    () => false,
    httpNetwork(profile, baseUrl, maxConnections),
  );
}

/** Forgets what still waits, and closes all connections. */
export async function closeEnvironment({ target }: ProbeEnvironment): Promise<void> {
  target.clock.clear();
  await target.transport.close();
}

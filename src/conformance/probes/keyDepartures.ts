import {
  judgeKeyLetters,
  judgeKeyNotServed,
  judgeKeyRefused,
  type KeyedEndpoint,
  type KeyFlaw,
  keyClauseOf,
} from '../../judging/rules/authentication.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { misspeltKeys, oddKeys, otherLetters } from '../drive/probeEnvironment.ts';
import type { Departure } from '../drive/probeSession.ts';
import type { ProbeContext } from './probeContext.ts';

/** An endpoint that is called with keys that are no good. */
export interface KeyTrial {
  readonly endpoint: KeyedEndpoint;
  /** Whether a good key was granted this very call: then nothing but the key can be refused. */
  readonly isGood: boolean;
  readonly send: (departure: Departure) => Promise<ProbeExchange>;
  /** What came before it that it needs. */
  readonly before?: readonly ProbeExchange[];
}

/** Calls an endpoint without a key, with wrong ones, and with one without permission. @param refused told of what was */
export async function tryFlaws(
  { environment }: ProbeContext,
  { endpoint, isGood, send, before = [] }: KeyTrial,
  refused: (exchange: ProbeExchange, flaw: KeyFlaw) => Promise<void> = async () => {},
): Promise<void> {
  const { keys, evidence } = environment;
  // A key that is nearly right must not expire the one in use: of regeneration it is tried last of all.
  const nearly: Readonly<Record<string, string>> = endpoint === 'regenerate-key' ? {} : misspeltKeys(keys.valid);
  const flaws: readonly (readonly [KeyFlaw, Readonly<Record<string, Departure>>])[] = [
    ['missing', { 'where it is none': { key: 'none' } }],
    [
      'wrong',
      {
        'where it is the key of nobody': { key: 'wrong' },
        ...Object.fromEntries(Object.entries(nearly).map(([what, text]) => [what, { key: { text } }])),
      },
    ],
    ['forbidden', { 'where it is a key without permission': { key: 'forbidden' } }],
  ];
  for (const [flaw, departures] of flaws) {
    const clause = keyClauseOf(flaw, endpoint);
    // Every key may regenerate itself.
    if (clause === null) continue;
    if (flaw === 'forbidden' && keys.forbidden === null) {
      evidence.unknown('unexercised', clause, 'the profile names no target.forbiddenApiKey');
      continue;
    }
    for (const [what, departure] of Object.entries(departures)) {
      const exchange = await send(departure);
      // A step of a session needs what came before it there.
      const findings = before.length === 0 ? exchange.findings : exchange.findingsWith(...before);
      findings.ofPart([what, ...(holdsGood(nearly[what], keys.valid) ? ['where it begins with the good one'] : [])]);
      if (judgeKeyRefused(findings, exchange, endpoint, flaw, isGood)) await refused(exchange, flaw);
    }
  }
}

/** Whether a key that is nearly right holds the good one from its first sign on. */
function holdsGood(nearly: string | undefined, good: string): boolean {
  return nearly?.startsWith(good) === true;
}

/** Keys that a service may take for what they are not. */
export async function tryOddKeys({ environment }: ProbeContext, { endpoint, send }: KeyTrial): Promise<void> {
  for (const text of oddKeys) {
    const exchange = await send({ key: { text }, isHostile: true });
    judgeKeyNotServed(exchange.findings, exchange, endpoint);
  }
  const { valid } = environment.keys;
  const flipped = await send({ key: { text: otherLetters(valid) } });
  judgeKeyLetters(flipped.findings, flipped, valid);
}

import type { Profile } from '../profile/profile.ts';
import { resolveProfile } from '../profile/resolveProfile.ts';
import { startService } from '../service/service.ts';
import { loadSurveys } from '../service/survey/surveyCatalogue.ts';
import { type AlteredOptions, altered } from './altered.ts';
import { type Chosen, decisions } from './dimensions/dimensions.ts';

export const selftestKeys = { valid: ['canvass-key', 'canvass-second-key'], forbidden: ['canvass-forbidden-key'] };
export const sessionTransports = ['cookie', 'token', 'both'] as const;
export const selftestSurveys = loadSurveys();

/** Roles of the embedded service's surveys. */
export const embeddedRoles = {
  noBack: 1003,
  closed: 1004,
  quotaFull: 1005,
  paused: 1006,
  suspended: 1007,
  passwordGate: 1008,
  multiLanguage: 1009,
  redirect: 1010,
  optOut: 1011,
  error: 1012,
} as const;

/** The profile of the self-test: every role filled, everything allowed. */
export function selftestProfile(seed: number): Profile {
  return resolveProfile({
    name: 'selftest',
    seed,
    target: { baseUrl: 'embedded', apiKeys: selftestKeys.valid, forbiddenApiKey: selftestKeys.forbidden[0] },
    surveys: {
      walk: [1001, 1002, 1003, 1013, 1015].map((id) => ({ id, weight: 1 })),
      ...embeddedRoles,
      missing: 999999,
      required: { 1001: [101, 103, 105, 106, 107], 1002: [201, 202, 203, 207] },
    },
    // The embedded service shows what it stored at once.
    audit: { settleSeconds: 1 },
    admin: {
      organizationId: 1,
      primaryAccountId: 7,
      surveyId: 1001,
      datapadId: 5,
      mutate: true,
      regenerateKey: true,
    },
  });
}

/** The service of the self-test, with a fault, or as somebody else builds it. */
export function startSubject(options: AlteredOptions) {
  return startService(altered({ keys: selftestKeys, surveys: selftestSurveys, ...options }));
}

/** One service that does what the document allows: conformance must be silent. */
export interface AllowedSubject {
  readonly id: string;
  /** Does as the samples of the document do, so that nothing of it may deviate either. */
  readonly plain: boolean;
  /** What it answers to which open question, to be compared with what was observed. */
  readonly answers: readonly { readonly question: string; readonly value: string }[];
  readonly options: AlteredOptions;
}

const mostAlternatives = Math.max(...decisions.map(({ values }) => values.length));

/**
 * Services that do what the document allows: the plain one with each session transport, then as many as it takes for every alternative of every open question to
 * have its turn, then `random` combinations drawn by `seed`.
 */
export function allowedSubjects(random: number, seed: number): readonly AllowedSubject[] {
  const covering = Array.from({ length: mostAlternatives }, (_, turn) => allowed(`variant-${turn}`, turn, () => turn));
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
  const clean = sessionTransports.map(
    (session): AllowedSubject => ({
      id: `clean-${session}`,
      plain: true,
      answers: answersOf({}),
      options: { session },
    }),
  );
  const drawn = Array.from({ length: random }, (_, at) => allowed(`random-${at}`, next(), next));
  return [...clean, ...covering, ...drawn];
}

function allowed(id: string, turn: number, pick: () => number): AllowedSubject {
  const chosen = Object.fromEntries(decisions.map(({ id, values }) => [id, values[pick() % values.length] ?? '']));
  const session = sessionTransports[turn % sessionTransports.length] ?? 'cookie';
  return { id, plain: false, answers: answersOf(chosen), options: { variants: chosen, session } };
}

/** What a service of these variants answers to which open question. */
function answersOf(chosen: Chosen): AllowedSubject['answers'] {
  return decisions.flatMap(({ id, values, answers: question }) =>
    question === undefined ? [] : [{ question, value: chosen[id] ?? values[0] ?? '' }],
  );
}

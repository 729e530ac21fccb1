import { fileURLToPath } from 'node:url';
import { judgeExchange } from '../../src/judging/exchangeJudge.ts';
import { AnswerReader } from '../../src/judging/reading/answer.ts';
import { auditRules } from '../../src/judging/rules/sanity.ts';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';
import type { AlteredOptions } from '../../src/selftest/altered.ts';
import { compatible } from '../../src/selftest/dimensions/dimensions.ts';
import type { Fault } from '../../src/selftest/faults/fault.ts';
import { faults } from '../../src/selftest/faults/faults.ts';
import { nameOf } from '../../src/selftest/generated/memberFaults.ts';
import { judgeAlone, recordRun, wrongAnswers } from '../../src/selftest/generated/recordedAnswers.ts';
import { embeddedRoles, selftestKeys, selftestSurveys } from '../../src/selftest/selftestSubjects.ts';
import { drawHonest } from '../../src/selftest/simulation/honestServices.ts';
import { simulate } from '../../src/selftest/simulation/simulate.ts';
import { loadSurveys } from '../../src/service/survey/surveyCatalogue.ts';
import { AlteredStream } from '../judging/alteredStream.ts';
import { lively, requiredQuestions, straight } from '../respondent/walking.ts';
import { Collected } from '../support/judging.ts';
import { withSeededChance } from '../support/seededChance.ts';
import { Answers, digest, evidenceGolden, type Golden, linesOf } from './golden.ts';
import { loaded } from './loaded.ts';

/** Services of so many kinds have all faults among them, each of them seldom, so that the others show beside it. */
const groups = 3;

/** A fault stays where it is when others come. */
function faulty(group: number, everyNth: number): AlteredOptions {
  return rarely(
    everyNth,
    faults.filter(({ id }) => Number.parseInt(digest(id), 16) % groups === group),
  );
}

function rarely(everyNth: number, own: readonly Fault[]): AlteredOptions {
  return { faults: own.map((fault) => ({ fault, everyNth: Math.max(everyNth, fault.everyNth) })) };
}

/** What becomes of completions. */
const audited = new Set<string>(Object.values(auditRules).map(({ clause }) => clause));
const ofRecords = faults.filter(({ clauses }) => clauses.some((clause) => audited.has(clause)));

/** A service as conformance sees it, with all its probes and walks. */
async function conformed(options: AlteredOptions): Promise<Golden> {
  const service = { options, known: selftestSurveys, demanding: true, latency: () => 1, seed: 1 };
  return evidenceGolden(await withSeededChance(1, () => simulate(service)));
}

/** A service as a load sees it, whose respondents do everything often. */
async function walked(
  options: AlteredOptions,
  seed: number,
  of: object = {},
  { weight = 6, arrivalsPerSecond = 12 } = {},
): Promise<Golden> {
  const { surveys = selftestSurveys } = options;
  const profile = resolveProfile({
    name: 'golden',
    seed,
    target: {
      baseUrl: 'embedded',
      apiKeys: selftestKeys.valid,
      session: options.session === 'cookie' ? 'cookie' : 'auto',
    },
    surveys: {
      walk: [...surveys.keys()].map((id) => ({ id, weight: id === 1001 ? weight : 1 })),
      ...(surveys === selftestSurveys ? { required: requiredQuestions(), ...embeddedRoles } : {}),
    },
    admin: { surveyId: surveys === selftestSurveys ? 1001 : 2001 },
    load: {
      model: 'open',
      stages: [{ durationSeconds: 10, arrivalsPerSecond }],
      warmupSeconds: 2,
      gracefulStopSeconds: 600,
    },
    respondent: {
      ...lively,
      badLuck: {
        doubleSubmit: 0.05,
        retry: 0.05,
        lostConnection: 0.05,
        twoTabs: 0.05,
        slowReader: 0.02,
        hesitate: 0.03,
      },
      ...of,
    },
  });
  const { result, requests } = await withSeededChance(1, () => loaded(profile, options));
  const { clauses, violations, problems, observations, coverage, endpoints, audit, timeline, ...rest } = result;
  const told = { ...rest, profile: null, tool: null };
  return {
    whole: { result, requests },
    lines: [
      ...linesOf(result),
      // When the slowest were sent is told by the clock of this machine.
      ...endpoints.map(({ slowest: _, ...each }) => `${each.endpoint}: ${each.requests} ${digest(each)}`),
      ...Object.entries(coverage).map(
        ([what, { exercised, total, ...items }]) => `${what}: ${exercised} of ${total} ${digest(items)}`,
      ),
      ...Object.entries(audit ?? {}).map(([what, of]) => `audit, ${what}: ${typeof of === 'number' ? of : digest(of)}`),
      ...Object.entries(told).map(([what, of]) => `${what}: ${digest(of)}`),
      `timeline: ${digest(timeline)}`,
      `requests: ${requests.length} ${digest(requests)}`,
    ],
  };
}

const expire = { probability: 0.1, kinds: ['idle', 'drop'], idleSeconds: 900 };
const personas = {
  quick: { weight: 2, thinkTimeMs: { distribution: 'none' }, back: 0 },
  wavering: {
    ...{ weight: 1, back: 0.25, resume: 0.05, optional: 0.3 },
    thinkTimeMs: { distribution: 'lognormal', median: 2000, sigma: 0.6 },
  },
  steady: { weight: 1, thinkTimeMs: { distribution: 'uniform', min: 500, max: 900 } },
  sudden: { weight: 1, thinkTimeMs: { distribution: 'exponential', mean: 700 } },
};

/** A survey with rules that no question shows, and answers as a profile gives them. */
const fieldSurveys = loadSurveys(fileURLToPath(new URL('../support/fieldSurveys', import.meta.url)));
const answers = {
  2001: {
    201: { 20101: 3, 20102: 1, 4711: 1 },
    203: 'number 18..20',
    204: 'date 1990-01-01..2025-12-31',
    205: 'text 30..40',
  },
};

/** The document leaves much open. */
const free = compatible({
  ...drawHonest(36).departures,
  // A survey may ask each page twice, and its progress need not tell.
  ...{ questionsAsked: 'twice', progressOrder: 'never-falls' },
  // Records that name others, in whatever order, are not taken for copies of them.
  ...{ walkRecord: 'yes', recordQuestionOrder: 'reversed', recordAnswerOrder: 'reversed', memberOrder: 'reversed' },
});

let cleanRun: ReturnType<typeof recordRun> | null = null;
/** The clean run, and what some answers are of. */
const clean = () => (cleanRun ??= withSeededChance(1, () => recordRun(1)));

/** What canvass finds, of all kinds of answers and services; each by itself, so that a difference has a place. */
export const corpora: Readonly<Record<string, () => Promise<Golden>>> = {
  // Conformance of services that do otherwise.
  'conform-faulty-1': () => conformed({ session: 'cookie', ...faulty(0, 13) }),
  'conform-faulty-2': () => conformed({ session: 'token', ...faulty(1, 13) }),
  'conform-faulty-3': () => conformed({ session: 'both', ...faulty(2, 13) }),
  'conform-free': () => conformed({ session: 'both', variants: free }),
  // Walks of a load.
  'walks-clean': () => walked({ session: 'cookie' }, 1),
  'walks-free': () =>
    walked({ session: 'both', variants: drawHonest(4).departures }, 2, { personas, learn: false, expire }),
  'walks-faulty-1': () => walked({ session: 'token', ...faulty(0, 61) }, 3, { personas }),
  'walks-faulty-2': () => walked({ session: 'cookie', ...faulty(1, 61) }, 4),
  'walks-faulty-3': () => walked({ session: 'both', ...faulty(2, 61) }, 5),
  'walks-audited': () => walked({ session: 'cookie', ...rarely(11, ofRecords) }, 6, straight, { weight: 60 }),
  'walks-given': () =>
    walked({ surveys: fieldSurveys, ...rarely(5, ofRecords) }, 11, { ...straight, answers }, { arrivalsPerSecond: 4 }),
  'walks-learning': () => walked({ surveys: fieldSurveys }, 12, straight, { arrivalsPerSecond: 4 }),
  // Answers by themselves.
  /** Answers that are altered anywhere: heads, statuses, texts that are cut, what belongs to others. */
  'answers-altered': async () => {
    const [stream, reader, answers] = [new AlteredStream(1), new AnswerReader(), new Answers()];
    for (let at = 0; at < 2000; at++) {
      const { exchange, circumstances } = stream.next();
      const found = new Collected();
      judgeExchange(found, reader.read({ ...exchange, repeat: null }), circumstances);
      answers.add(exchange.endpoint, `${at}`, found);
    }
    return answers;
  },
  'conform-clean': async () => evidenceGolden((await clean()).evidence),
  /** Each answer of a clean service with one member wrong. */
  'answers-wrong': async () => {
    const answers = new Answers();
    for (const { situation, fault, exchange } of wrongAnswers((await clean()).situations)) {
      const found = new Collected();
      judgeAlone(found, exchange);
      answers.add(situation, `${nameOf(fault.path)} ${fault.change}`, found);
    }
    return answers;
  },
};

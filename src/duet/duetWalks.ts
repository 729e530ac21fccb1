import type { RealClock } from '../client/clock.ts';
import { Redactor } from '../client/redact.ts';
import type { Transport } from '../client/transport.ts';
import { HealthMonitor } from '../load/health/healthMonitor.ts';
import { SecondRecorder } from '../load/metrics/secondRecorder.ts';
import { ShardRunner } from '../load/shard/shardRunner.ts';
import type { ShardPlan } from '../load/shard/shards.ts';
import type { ThreadListener } from '../load/shard/threadBody.ts';
import { type Profile, secretsOf } from '../profile/profile.ts';
import { CompletionLedger } from '../respondent/audit/completionLedger.ts';
import { createCrowd } from '../respondent/createCrowd.ts';
import type { Crowd, WalkObserver } from '../respondent/crowd.ts';
import { Random } from '../respondent/random.ts';
import type { DuetSide, PairCounts } from '../result/duetResult.ts';
import type { Outcome } from '../result/exchange.ts';
import type { SecondDelta } from '../result/tally/delta.ts';
import type { DuetDelta } from '../result/tally/duetTally.ts';
import { AnswerComparison } from './answerDifferences.ts';
import { DifferenceCounter } from './differenceCounter.ts';
import { type AnsweredPair, type PairedSide, Pairing } from './pairing.ts';
import { PairLatencies } from './pairLatencies.ts';
import { SideForms } from './sideForms.ts';

/** One shard of twins, and what it runs with. */
export interface TwinsOfThread {
  readonly plans: Readonly<Record<DuetSide, ShardPlan>>;
  /** Names of differences that mean nothing. */
  readonly learnt: readonly string[];
  readonly clock: RealClock;
  readonly transports: Readonly<Record<DuetSide, Transport>>;
  /** The clock's time at which the plan begins. */
  readonly startMs: number;
}

/**
 * The walks of a duet in this thread: one schedule, which starts a respondent on each side. The base is a shard like
 * any other; the candidate goes along with it, and its seconds are told with those of the base.
 */
export class DuetWalks {
  /** Starts and stops them. */
  readonly runner: ShardRunner;
  readonly #warmupSeconds: number;
  readonly #listener: ThreadListener<DuetDelta>;
  readonly #health = new HealthMonitor();
  readonly #recorder: SecondRecorder;
  readonly #ledgers: Readonly<Record<DuetSide, CompletionLedger | null>>;
  readonly #comparison: AnswerComparison;
  readonly #differences: DifferenceCounter;
  readonly #latencies: PairLatencies;
  readonly #pairing: Pairing;
  #candidate: Crowd | null = null;
  /** Since they were told. */
  #counts: PairCounts = { walks: 0, compared: 0, parted: 0 };

  constructor({ plans, learnt, clock, transports, startMs }: TwinsOfThread, listener: ThreadListener<DuetDelta>) {
    this.#listener = listener;
    const { base, candidate } = plans;
    this.#warmupSeconds = base.profile.load.warmupSeconds;
    const forms = {
      base: new SideForms(base.baseUrl, base.profile, base.profile),
      candidate: new SideForms(candidate.baseUrl, candidate.profile, base.profile),
    };
    this.#comparison = new AnswerComparison(forms);
    this.#differences = new DifferenceCounter(learnt);
    this.#latencies = new PairLatencies(startMs);
    this.#recorder = new SecondRecorder({
      walkEnded: () => {},
      exchangeEnded: (endMs) => clock.nudge(endMs),
    });
    this.#ledgers = { base: ledgerOf(base), candidate: ledgerOf(candidate) };
    const outcomes: Record<DuetSide, Outcome> = { base: 'ok', candidate: 'ok' };
    const sideOf = (side: DuetSide): PairedSide => ({
      transport: transports[side],
      lastOutcome: () => outcomes[side],
      forms: forms[side],
    });
    const sides = { base: sideOf('base'), candidate: sideOf('candidate') };
    const pairs = {
      onWalk: () => void this.#counts.walks++,
      onPair: (pair: AnsweredPair) => this.#onPair(pair),
      onPart: () => void this.#counts.parted++,
    };
    this.#pairing = new Pairing(sides, pairs, clock, new Random(base.profile.seed, 1 + base.shard));
    const crowdOf = (side: DuetSide, observer: WalkObserver): Crowd =>
      createCrowd({
        profile: alike(plans[side].profile),
        baseUrl: plans[side].baseUrl,
        transport: this.#pairing.transportOf(side),
        clock,
        observer: noting(observer, (outcome) => {
          outcomes[side] = outcome;
        }),
        seed: base.profile.seed,
        run: plans[side].runTag,
        redactor: new Redactor(secretsOf(plans[side].profile.target)),
        completions: this.#ledgers[side],
      });
    this.runner = new ShardRunner(
      base,
      {
        clock,
        transport: this.#pairing.transportOf('base'),
        completions: this.#ledgers.base,
        exchangeEnded: (endMs) => clock.nudge(endMs),
        takeConnections: () => null,
        takeHealth: (sockets) => this.#health.take(sockets),
        createCrowd: (observer) => {
          const candidateCrowd = crowdOf('candidate', this.#recorder);
          this.#candidate = candidateCrowd;
          return together(crowdOf('base', observer), candidateCrowd);
        },
      },
      {
        onHalf: (delta) => this.#tell(delta, listener.onHalf),
        onSecond: (delta) => this.#tell(delta, listener.onSecond),
        onFinished: () => this.#finish(),
      },
      startMs,
    );
  }

  #onPair(pair: AnsweredPair): void {
    if (pair.isSame) {
      this.#latencies.record(pair);
      this.#counts.compared++;
      this.#differences.add(pair, this.#comparison.differencesOf(pair));
    } else {
      const { base, candidate } = pair;
      const words = (answer: typeof base): string => `${answer.exchange.method} ${answer.exchange.path}`;
      this.#differences.add(pair, [{ aspect: 'request', path: '', base: words(base), candidate: words(candidate) }]);
    }
  }

  /** The candidate's second is the base's with its own counts: schedule and generator are the same. */
  #tell(base: SecondDelta, tell: (second: DuetDelta) => void): void {
    const crowd = this.#candidate;
    if (crowd === null) return;
    const { observed, refusals, personas, ...coverage } = crowd.takeCoverage();
    const recorded = this.#recorder.take(base.measured);
    const candidate: SecondDelta = {
      ...base,
      active: crowd.active,
      coverage,
      ...recorded,
      observations: [...recorded.observations, ...observed],
      refusals: [...refusals],
      ...(Object.keys(personas).length === 0 ? {} : { personas }),
    };
    const pairs = this.#latencies.take().filter(({ second }) => second >= this.#warmupSeconds);
    const counts = this.#counts;
    this.#counts = { walks: 0, compared: 0, parted: 0 };
    tell({ second: base.second, sides: { base, candidate }, pairs, ...this.#differences.take(), counts });
  }

  #finish(): void {
    this.#health.close();
    const { base, candidate } = this.#ledgers;
    this.#listener.onFinished({
      completions: [base, candidate].map((ledger) => (ledger === null ? [] : [ledger.kept()])),
      created: [],
    });
  }
}

/** Twins answer alike whatever others have met on one side, and what happens to one would part them. */
function alike({ respondent, ...profile }: Profile): Profile {
  const badLuck = { ...respondent.badLuck, ...noBadLuck };
  const personas = Object.fromEntries(
    Object.entries(respondent.personas).map(([name, persona]) => [name, { ...persona, badLuck: noBadLuck }]),
  );
  return { ...profile, respondent: { ...respondent, learn: false, badLuck, personas } };
}

const noBadLuck = { doubleSubmit: 0, retry: 0, lostConnection: 0, twoTabs: 0, slowReader: 0, hesitate: 0 };

function ledgerOf({ keepCompletions }: ShardPlan): CompletionLedger | null {
  return keepCompletions ? new CompletionLedger() : null;
}

/** Both crowds as one: an arrival starts a respondent in each. */
function together(base: Crowd, candidate: Crowd): Crowd {
  return {
    start(index, intendedMs) {
      base.start(index, intendedMs);
      candidate.start(index, intendedMs);
    },
    get active() {
      return Math.max(base.active, candidate.active);
    },
    takeCoverage: () => base.takeCoverage(),
    stop() {
      base.stop();
      candidate.stop();
    },
  };
}

/** An observer that also notes what each exchange counted as. */
function noting(observer: WalkObserver, note: (outcome: Outcome) => void): WalkObserver {
  return {
    onExchange(exchange, outcome, intent) {
      note(outcome);
      observer.onExchange(exchange, outcome, intent);
    },
    onViolation: (violation) => observer.onViolation(violation),
    onObservation: (question, value, exchange, walk, situation) =>
      observer.onObservation(question, value, exchange, walk, situation),
    onWalkEnd: (walk) => observer.onWalkEnd(walk),
  };
}

import type { Clock, Timer } from '../client/clock.ts';
import type { Crowd } from '../respondent/crowd.ts';
import { Random } from '../respondent/random.ts';
import type { LatencyCounts } from '../result/tally/latencyCounts.ts';
import type { Arrivals, LevelCurve } from './schedule.ts';
import { owns, type Shard } from './shard/shards.ts';

/** What an executor starts respondents with. */
export interface ExecutorContext {
  readonly clock: Clock;
  readonly crowd: Pick<Crowd, 'start' | 'active'>;
  /** The clock's time at which the plan begins. */
  readonly startMs: number;
  /** Respondents at once, at most, in this shard. */
  readonly maxRespondents: number;
  /** Where it records how late it started each respondent, µs. */
  readonly lateness: LatencyCounts;
}

/** Starts the respondents of one shard when its schedule wants them, by the open or the closed model. */
export abstract class Executor {
  protected readonly context: ExecutorContext;
  protected curve: LevelCurve;
  protected isStopped = false;
  /** Respondents that should have started so far. */
  arrivals = 0;
  /** Those of them that could not, because of `load.maxRespondents`. */
  dropped = 0;

  constructor(context: ExecutorContext, curve: LevelCurve) {
    this.context = context;
    this.curve = curve;
  }

  /** When its schedule ends, ms of the clock. */
  get endMs(): number {
    return this.context.startMs + this.curve.endMs;
  }

  /** Begins to follow the schedule. */
  abstract run(): void;

  /** Must be told of the end of every walk that it started. @param failed whether the target did not let it go on */
  abstract onWalkEnd(index: number, failed: boolean): void;

  /** Starts nobody from now on. */
  stop(): void {
    this.isStopped = true;
  }

  /** Starts a respondent; one that finds no room is dropped and counted, never delayed. */
  protected start(index: number, intendedMs: number): void {
    const { clock, crowd, maxRespondents, lateness } = this.context;
    this.arrivals++;
    if (crowd.active >= maxRespondents) this.dropped++;
    else {
      lateness.record((clock.nowMs() - intendedMs) * 1000);
      crowd.start(index, intendedMs);
    }
  }
}

/** The open model: respondents arrive when the schedule says, however slow the service is. */
export class OpenExecutor extends Executor implements Timer {
  readonly #schedule: Arrivals;
  #armedMs = Number.POSITIVE_INFINITY;

  constructor(context: ExecutorContext, schedule: Arrivals, curve: LevelCurve) {
    super(context, curve);
    this.#schedule = schedule;
  }

  override run(): void {
    this.#arm();
  }

  override onWalkEnd(): void {}

  /** Arrivals a second from an instant on, ms since the start of the plan; what was due before it stays as it was. */
  setRate(arrivalsPerSecond: number, fromMs: number): void {
    this.curve = this.curve.heldFrom(fromMs, arrivalsPerSecond);
    this.#schedule.follow(this.curve);
    this.#arm();
  }

  onTimer(): void {
    const { clock, startMs } = this.context;
    this.#armedMs = Number.POSITIVE_INFINITY;
    const nowMs = clock.nowMs();
    while (!this.isStopped && startMs + this.#schedule.nextMs <= nowMs) {
      const { nextIndex, nextMs } = this.#schedule;
      this.#schedule.take();
      this.start(nextIndex, startMs + nextMs);
    }
    this.#arm();
  }

  /** Waits for the next arrival. A timer that was set for a later instant stays set: it then finds nothing to do. */
  #arm(): void {
    const instantMs = this.context.startMs + this.#schedule.nextMs;
    if (this.isStopped || instantMs === Number.POSITIVE_INFINITY || instantMs >= this.#armedMs) return;
    this.#armedMs = instantMs;
    this.context.clock.at(instantMs, this);
  }
}

/** How long a member waits after its first failed walk, and at most after many in a row. */
const firstBackOffMs = 250;
const longestBackOffMs = 30_000;

/**
 * The closed model: a population whose members begin another walk when one ends, not sooner than the pacing after the
 * last began. Members are numbered; while the level falls, those above it finish their walk and begin no other.
 *
 * A member whose walk failed backs off before the next, twice as long after each failure in a row, with jitter: a
 * service that refuses everybody at once would otherwise be asked as fast as it can refuse.
 *
 * Walk number n of member m is respondent n × population + m, so that respondents do not depend on who is faster.
 */
export class ClosedExecutor extends Executor {
  readonly #members = new Map<number, Member>();
  readonly #population: number;
  readonly #random: Random;
  readonly #pacingMs: number;

  constructor(context: ExecutorContext, curve: LevelCurve, part: Shard, pacingMs: number, seed: number) {
    super(context, curve);
    this.#random = new Random(seed, part.shard);
    this.#pacingMs = pacingMs;
    this.#population = Math.max(1, Math.round(curve.peak));
    for (let number = 0; number < this.#population; number++) {
      if (owns(part, number)) this.#members.set(number, new Member(this, number));
    }
  }

  override run(): void {
    for (const member of this.#members.values()) this.#await(member, this.context.startMs);
  }

  override onWalkEnd(index: number, failed: boolean): void {
    const member = this.#members.get(index % this.#population);
    if (member === undefined) return;
    member.failures = failed ? member.failures + 1 : 0;
    const nowMs = this.context.clock.nowMs() + this.#backOffMs(member.failures);
    this.#await(member, Math.max(nowMs, member.intendedMs + this.#pacingMs));
  }

  /** Lets a member begin at `instantMs`, or when the level next has room for it after that. */
  #await(member: Member, instantMs: number): void {
    const { clock, startMs } = this.context;
    const instant = startMs + this.curve.reaches(member.number + 0.5, instantMs - startMs);
    if (this.isStopped || instant === Number.POSITIVE_INFINITY) return;
    member.intendedMs = instant;
    clock.at(instant, member);
  }

  /** Half of it is chance: members that failed together do not come back together. */
  #backOffMs(failures: number): number {
    if (failures === 0) return 0;
    const longest = Math.min(longestBackOffMs, firstBackOffMs * 2 ** (failures - 1));
    return longest * (0.5 + 0.5 * this.#random.next());
  }

  begin(member: Member): void {
    if (!this.isStopped) this.start(member.walks++ * this.#population + member.number, member.intendedMs);
  }
}

/** One of the population: a timer of its own, so that beginning a walk makes no closure. */
class Member implements Timer {
  readonly #executor: ClosedExecutor;
  readonly number: number;
  walks = 0;
  /** When its walk began, or is to begin. */
  intendedMs = 0;
  /** Walks that failed, in a row. */
  failures = 0;

  constructor(executor: ClosedExecutor, number: number) {
    this.#executor = executor;
    this.number = number;
  }

  onTimer(): void {
    this.#executor.begin(this);
  }
}

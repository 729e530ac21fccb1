import type { Timer } from '../../client/timerHeap.ts';
import { Random } from '../../respondent/random.ts';
import type { LevelCurve } from '../schedule/levelCurve.ts';
import { owns, type Shard } from '../schedule/shard.ts';
import type { Executor, ExecutorContext } from './executor.ts';

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
export class ClosedExecutor implements Executor {
  readonly #context: ExecutorContext;
  readonly #curve: LevelCurve;
  readonly #members = new Map<number, Member>();
  readonly #population: number;
  readonly #random: Random;
  #stopped = false;
  arrivals = 0;
  dropped = 0;

  constructor(context: ExecutorContext, curve: LevelCurve, part: Shard, pacingMs: number, seed: number) {
    this.#context = context;
    this.#curve = curve;
    this.#random = new Random(seed, part.shard);
    this.#population = Math.max(1, Math.round(curve.peak));
    for (let number = 0; number < this.#population; number++) {
      if (owns(part, number)) this.#members.set(number, new Member(this, number, pacingMs));
    }
  }

  get endMs(): number {
    return this.#context.startMs + this.#curve.endMs;
  }

  run(): void {
    for (const member of this.#members.values()) this.await(member, this.#context.startMs);
  }

  onWalkEnd(index: number, failed: boolean): void {
    const member = this.#members.get(index % this.#population);
    if (member === undefined) return;
    member.failures = failed ? member.failures + 1 : 0;
    const nowMs = this.#context.clock.nowMs() + this.#backOffMs(member.failures);
    this.await(member, Math.max(nowMs, member.earliestMs));
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Lets a member begin at `instantMs`, or when the level next has room for it after that. */
  await(member: Member, instantMs: number): void {
    const { clock, startMs } = this.#context;
    const instant = startMs + this.#curve.reaches(member.number + 0.5, instantMs - startMs);
    if (this.#stopped || instant === Number.POSITIVE_INFINITY) return;
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
    if (this.#stopped) return;
    const { clock, crowd, maxRespondents, lateness } = this.#context;
    this.arrivals++;
    if (crowd.active >= maxRespondents) {
      this.dropped++;
      return;
    }
    lateness.record((clock.nowMs() - member.intendedMs) * 1000);
    crowd.start(member.nextWalk() * this.#population + member.number, member.intendedMs);
  }
}

/** One of the population: a timer of its own, so that beginning a walk makes no closure. */
class Member implements Timer {
  readonly #executor: ClosedExecutor;
  readonly number: number;
  readonly #pacingMs: number;
  #walks = 0;
  intendedMs = 0;
  /** Walks that failed, in a row. */
  failures = 0;
  /** When its next walk may begin at the earliest. */
  earliestMs = 0;

  constructor(executor: ClosedExecutor, number: number, pacingMs: number) {
    this.#executor = executor;
    this.number = number;
    this.#pacingMs = pacingMs;
  }

  nextWalk(): number {
    this.earliestMs = this.intendedMs + this.#pacingMs;
    return this.#walks++;
  }

  onTimer(): void {
    this.#executor.begin(this);
  }
}

import { Arrivals, LevelCurve } from '../../load/schedule.ts';
import type { WholePlan } from '../../load/shard/shards.ts';
import { plannedSecondsOf, spacingOf } from '../../profile/profile.ts';
import type { ReasonOf } from '../../result/reason.ts';
import { countIn } from '../../result/tally/counts.ts';
import type { SecondDelta } from '../../result/tally/delta.ts';

/** What of a worker's account contradicts its part of the plan, or itself. */
export type Contradiction = Pick<ReasonOf<'worker-contradicts-plan'>, 'what' | 'told' | 'due'>;

/**
 * What one worker has told of one service, held against what its part of the plan makes certain: how long the run takes,
 * how many arrive, and that nobody walks without having arrived, or completes a survey without a request.
 */
export class PlanAccount {
  readonly #plan: WholePlan;
  #arrivals = 0;
  #dropped = 0;
  #ended = 0;
  #completed = 0;
  #requests = 0;

  /** @param plan of all workers */
  constructor(plan: WholePlan) {
    this.#plan = plan;
  }

  add({ arrivals, dropped, ends, endpoints, injected = {} }: SecondDelta): void {
    this.#arrivals += arrivals;
    this.#dropped += dropped;
    this.#completed += countIn(ends, 'completed');
    for (const count of Object.values(ends)) this.#ended += count;
    for (const { requests } of Object.values(endpoints)) this.#requests += requests;
    for (const { requests } of Object.values(injected)) this.#requests += requests;
  }

  /**
   * What cannot be; `null` where all adds up.
   *
   * @param seconds that it has told
   * @param due arrivals of its part of the plan; `null` where that says nothing of them
   * @param hasStopped whether the leader had the run end before its time
   */
  contradiction(seconds: number, due: number | null, hasStopped: boolean): Contradiction | null {
    const { profile, schedule } = this.#plan;
    const plannedSeconds = schedule === 'stages' ? Math.floor(plannedSecondsOf(profile)) : Number.POSITIVE_INFINITY;
    if (!hasStopped && seconds < plannedSeconds) return contradiction('seconds', seconds, plannedSeconds);
    const told = this.#arrivals;
    if (due !== null && (told > due || (told < due && !hasStopped))) return contradiction('arrivals', told, due);
    const started = told - this.#dropped;
    if (this.#ended > started) return contradiction('walks', this.#ended, started);
    if (this.#completed > this.#requests) return contradiction('requests', this.#requests, this.#completed);
    return null;
  }
}

function contradiction(what: Contradiction['what'], told: number, due: number): Contradiction {
  // A run without an end of its own is to last until the leader ends it.
  return { what, told, due: Number.isFinite(due) ? due : null };
}

/** How many arrive in each shard of a plan; `null` for a population, whose walks follow one another, and without stages. */
export function arrivalsByShard({ profile: { load, seed }, schedule }: WholePlan, shards: number): number[] | null {
  if (load.model === 'closed' || schedule !== 'stages') return null;
  const due = new Array<number>(shards).fill(0);
  const all = new Arrivals(LevelCurve.ofLoad(load), spacingOf(load), seed, { shard: 0, shards: 1 });
  for (; all.nextMs !== Number.POSITIVE_INFINITY; all.take()) {
    const shard = all.nextIndex % shards;
    due[shard] = (due[shard] ?? 0) + 1;
  }
  return due;
}

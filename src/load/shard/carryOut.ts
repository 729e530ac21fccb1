import type { Generators, ShardsListener, ShardsOutcome } from './shards.ts';

/** How a run ends before its time. */
export interface Stops {
  /** Aborted when no more is needed: nobody begins any more, and walks end as at the end of the schedule. */
  readonly enough?: AbortSignal;
  /** Aborted by a person: nobody walks on. */
  readonly interrupt: AbortSignal;
  /** Aborted, after `interrupt`, when nobody waits any longer. */
  readonly abandon?: AbortSignal;
}

/**
 * Carries a plan out to its end.
 *
 * @param gracefulStopSeconds how long walks under way may take where no more is needed
 * @throws ToolError when a target cannot be used at all, or a part of the generators cannot be started
 */
export async function carryOut<Plan, Second>(
  generators: Generators<Plan, Second>,
  plan: Plan,
  gracefulStopSeconds: number,
  listener: ShardsListener<Second>,
  { enough, interrupt, abandon }: Stops,
): Promise<ShardsOutcome> {
  const shards = await generators.start(plan, listener);
  const over = new AbortController();
  shards.begin();
  onAbort(enough, over.signal, () => shards.stop(gracefulStopSeconds * 1000));
  onAbort(interrupt, over.signal, () => shards.stop(0));
  onAbort(abandon, over.signal, () => void shards.terminate());
  try {
    return await shards.finished();
  } finally {
    over.abort();
  }
}

/** Calls `then` when `signal` is aborted, or has been, until it is `over`. */
function onAbort(signal: AbortSignal | undefined, over: AbortSignal, then: () => void): void {
  if (signal?.aborted === true) then();
  else signal?.addEventListener('abort', then, { once: true, signal: over });
}

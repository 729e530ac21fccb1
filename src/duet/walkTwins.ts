import type { DuetGenerators, DuetListener, DuetOutcome, DuetPlan } from './duetPlan.ts';

/** How the walks of twins end before their time. */
export interface TwinStops {
  /** Aborted when no more is needed: nobody begins any more, and walks end as at the end of the schedule. */
  readonly enough?: AbortSignal;
  /** Aborted to end early: nobody walks on. */
  readonly interrupt: AbortSignal;
  /** Aborted when nobody waits any longer. */
  readonly abandon: AbortSignal;
}

/**
 * Lets twins walk to their end.
 *
 * @throws ToolError when a target cannot be used at all, or a part of the generators cannot be started
 */
export async function walkTwins(
  generators: DuetGenerators,
  plan: DuetPlan,
  listener: DuetListener,
  { enough, interrupt, abandon }: TwinStops,
): Promise<DuetOutcome> {
  const twins = await generators.start(plan, listener);
  const { gracefulStopSeconds } = plan.sides.base.profile.load;
  const over = new AbortController();
  twins.begin();
  if (enough !== undefined) onAbort(enough, over.signal, () => twins.stop(gracefulStopSeconds * 1000));
  onAbort(interrupt, over.signal, () => twins.stop(0));
  onAbort(abandon, over.signal, () => void twins.terminate());
  try {
    return await twins.finished();
  } finally {
    over.abort();
  }
}

/** Calls `then` when `signal` is aborted, or has been, until it is `over`. */
function onAbort(signal: AbortSignal, over: AbortSignal, then: () => void): void {
  if (signal.aborted) then();
  else signal.addEventListener('abort', then, { once: true, signal: over });
}

import type { TimelinePoint } from '../result/timeline.ts';

/** How the number of respondents in the service moved while arrivals came. */
export interface Backlog {
  /** Respondents that came and stayed, over the arrivals of the same time; 0.05 is 5 in 100 more than it finished. */
  readonly share: number;
  /** The growth is beyond what chance explains, at once (early) or over a whole probe (in the end). */
  readonly clear: boolean;
  readonly sustained: boolean;
}

/** Up to this share of arrivals may stay before a probe counts as overloaded. */
const toleratedShare = 0.01;

/**
 * Tells a queue that grows from one that sways. `restActive` is the number in the service that arrivals at this rate
 * need when nothing queues (Little's law from lower rates); its square root is how far chance moves it.
 */
export function backlogOf(points: readonly TimelinePoint[], restActive: number): Backlog {
  const side = Math.min(3, Math.floor(points.length / 2));
  if (side === 0) return { share: 0, clear: false, sustained: false };
  const meanActive = (of: readonly TimelinePoint[]): number => of.reduce((sum, p) => sum + p.active, 0) / of.length;
  const first = meanActive(points.slice(0, side));
  const last = meanActive(points.slice(-side));
  const middle = meanActive(points.slice(Math.floor((points.length - side) / 2)).slice(0, side));
  const span = points.length - side;
  const arrivals = (points.reduce((sum, p) => sum + p.arrivals, 0) / points.length) * span;
  const growth = last - first;
  const sway = Math.sqrt(2 * Math.max(1, restActive));
  return {
    share: arrivals === 0 ? 0 : growth / arrivals,
    clear: points.length >= 3 && growth > 0.1 * arrivals + 2 * Math.sqrt(arrivals) + 2 * sway,
    sustained: growth > toleratedShare * arrivals + 2 * sway && last > middle,
  };
}

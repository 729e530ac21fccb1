import type { ReasonOf } from '../reason.ts';
import type { GeneratorHealth } from '../runResult.ts';
import { LatencyCounts } from './latencyCounts.ts';
import type { Tally } from './tally.ts';

/** A generator is saturated when it was at its limit for more than this share of the measured seconds. */
const toleratedShare = 0.1;

/** A wait that nobody notices is no reason for advice. */
const noticeableUs = 20_000;

/** What the generator says of itself, whether it was at its own limit, and what a person can do about it. */
export function generatorHealth(tally: Tally, workers: number): GeneratorHealth {
  const { health } = tally;
  const limit = saturation(tally)?.code;
  return {
    workers,
    cpuPercent: health.cpuPercent,
    eventLoopDelayP99Ms: health.eventLoopDelay.percentileUs(99) / 1000,
    startLatenessP99Ms: health.startLateness.percentileUs(99) / 1000,
    droppedArrivals: tally.dropped,
    saturated: limit !== undefined,
    garbageCollectionMs: health.garbageCollectionMs,
    longestCollectionMs: health.longestCollectionMs,
    socketsPeak: health.socketsPeak,
    peakMemoryMiB: health.peakMemoryMiB,
    advice: [
      limit === 'generator-busy' &&
        'Give the generator more threads (load.workers) or cores, or let fewer respondents arrive (load.stages).',
      (limit === 'generator-late' || limit === 'machine-crowded') &&
        'Keep this machine free of other work during the run, or let fewer respondents arrive (load.stages).',
      tally.dropped > 0 &&
        'Raise load.maxRespondents, or offer fewer arrivals: respondents wait for the service and leave no room.',
      waitsForConnections(tally) &&
        `Requests waited long for one of ${health.socketsPeak} connections: experienced latency holds that wait. Where the service's users do not share connections, raise load.connections.max.`,
    ].filter((each) => each !== false),
  };
}

/** Whether half of the requests waited longer for a connection than for the service. */
function waitsForConnections(tally: Tally): boolean {
  const experienced = new LatencyCounts();
  const service = new LatencyCounts();
  for (const endpoint of tally.endpoints.values()) {
    experienced.addPairs(endpoint.experienced.pairs());
    service.addPairs(endpoint.service.pairs());
  }
  const lateUs = tally.health.startLateness.percentileUs(50);
  return experienced.percentileUs(50) > 2 * service.percentileUs(50) + lateUs + noticeableUs;
}

/** That the generator was not there for a time, or that its clock was set: the longest of each. */
export function absenceReasons({ absences }: Tally): ReasonOf<'generator-away' | 'clock-set-back'>[] {
  const [longest, ...others] = absences
    .filter(({ what }) => what !== 'clock-back')
    .toSorted((a, b) => b.seconds - a.seconds);
  const [back] = absences.filter(({ what }) => what === 'clock-back').toSorted((a, b) => b.seconds - a.seconds);
  return [
    ...(longest === undefined ? [] : [{ code: 'generator-away', ...longest, times: 1 + others.length } as const]),
    ...(back === undefined
      ? []
      : [{ code: 'clock-set-back', atSecond: back.atSecond, seconds: back.seconds } as const]),
  ];
}

/** How a generator was saturated, which proves nothing of the service; `null` when it was not. */
export function saturation(tally: Tally): ReasonOf<'generator-busy' | 'generator-late' | 'machine-crowded'> | null {
  const { health } = tally;
  const tolerated = Math.max(1, health.seconds * toleratedShare);
  const percentOfTime = (seconds: number): number => Math.round((100 * seconds) / health.seconds);
  // First, as a thread that is late is so because of it.
  if (health.crowdedSeconds > tolerated) {
    const { crowdedCores: tookCores, cores, crowdedSeconds } = health;
    return { code: 'machine-crowded', tookCores, cores, percentOfTime: percentOfTime(crowdedSeconds) };
  }
  if (health.busySeconds > tolerated) {
    return { code: 'generator-busy', percentOfTime: percentOfTime(health.busySeconds) };
  }
  if (health.lateSeconds > tolerated) {
    return { code: 'generator-late', percentOfTime: percentOfTime(health.lateSeconds) };
  }
  return null;
}

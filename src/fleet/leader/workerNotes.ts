import type { FleetWorkerResult } from '../../result/fleetResult.ts';
import type { SecondDelta } from '../../result/tally/delta.ts';
import { isThreadBusy, isThreadLate } from '../../result/tally/healthTally.ts';

type Noted = 'arrivals' | 'requests' | 'cpuPercent' | 'eventLoopDelayP99Ms' | 'busyShare' | 'lateShare';

/** What one worker did at one service, and how its threads fared, from its own seconds. */
export class WorkerNotes {
  #arrivals = 0;
  #requests = 0;
  #threadSeconds = 0;
  #cpuPercentSum = 0;
  #busySeconds = 0;
  #lateSeconds = 0;
  #eventLoopDelayP99Ms = 0;

  add({ arrivals, endpoints, health, measured }: SecondDelta): void {
    this.#arrivals += arrivals;
    for (const endpoint of Object.values(endpoints)) this.#requests += endpoint.requests;
    if (!measured) return;
    for (const thread of health) {
      this.#threadSeconds++;
      this.#cpuPercentSum += thread.cpuPercent;
      this.#eventLoopDelayP99Ms = Math.max(this.#eventLoopDelayP99Ms, thread.eventLoopDelayP99Ms);
      if (isThreadBusy(thread)) this.#busySeconds++;
      if (isThreadLate(thread)) this.#lateSeconds++;
    }
  }

  get result(): Pick<FleetWorkerResult, Noted> {
    const perThread = (seconds: number): number => (this.#threadSeconds === 0 ? 0 : seconds / this.#threadSeconds);
    return {
      arrivals: this.#arrivals,
      requests: this.#requests,
      cpuPercent: perThread(this.#cpuPercentSum),
      eventLoopDelayP99Ms: this.#eventLoopDelayP99Ms,
      busyShare: perThread(this.#busySeconds),
      lateShare: perThread(this.#lateSeconds),
    };
  }
}

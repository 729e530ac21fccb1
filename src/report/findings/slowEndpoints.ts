import type { RunResult } from '../../result/runResult.ts';
import { latencyText } from '../quantities.ts';
import type { StandsOut } from './finding.ts';
import { medianOf } from './seconds.ts';

/** How many times as slow as the others an endpoint must be, and of how many requests. */
const leastRatio = 10;
const leastRequests = 20;
/** Time-outs as a share of the requests: from here on the median is that of time-outs, or nearly. */
const leastTimeouts = 0.2;

/** Endpoints that take ten times as long as the others; one that mostly gives no answer in time is not slow. */
export function slowEndpoints({ endpoints }: RunResult): StandsOut[] {
  const measured = endpoints.filter(
    ({ requests, outcomes, latency }) =>
      latency.experienced.count >= leastRequests && outcomes.timeout < leastTimeouts * requests,
  );
  return measured.flatMap((endpoint) => {
    const own = endpoint.latency.experienced.p50;
    const others = measured.filter((other) => other !== endpoint).map(({ latency }) => latency.experienced.p50);
    const usual = medianOf(others);
    if (others.length === 0 || usual === 0 || own < leastRatio * usual) return [];
    const text = `${endpoint.endpoint} is ${Math.round(own / usual)} times as slow as the other endpoints: its median is ${latencyText(own)}, theirs ${latencyText(usual)}.`;
    return [{ text, moment: null }];
  });
}

/** Random numbers in [0, 1) from a seed. */
export type Random = () => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export type Admission = 'accepted' | 'throttled' | 'refused';

/** One queue with one worker whose pace may depend on how many wait: the mathematics of a service, without HTTP. */
export interface SimulatedService {
  admit(waiting: number, nowSeconds: number): Admission;
  /** Time that the worker takes for the request that it begins now. */
  paceSeconds(waiting: number, nowSeconds: number): number;
  /** Time beyond queue and worker that the answer takes. */
  delaySeconds(nowSeconds: number): number;
}

/** Serves exactly `requestsPerSecond`, whatever waits. */
export function fixedRate(requestsPerSecond: number): SimulatedService {
  return { admit: () => 'accepted', paceSeconds: () => 1 / requestsPerSecond, delaySeconds: () => 0.005 };
}

/** Degrades with concurrency by the Universal Scalability Law. */
export function degrading(lambda: number, sigma: number, kappa: number): SimulatedService {
  const throughput = (n: number): number => (lambda * n) / (1 + sigma * (n - 1) + kappa * n * (n - 1));
  return {
    admit: () => 'accepted',
    paceSeconds: (waiting) => 1 / throughput(Math.max(1, waiting)),
    delaySeconds: () => 0.005,
  };
}

/** Answers 429 above `limitPerSecond` requests (a bucket of a tenth of a second's worth), long before it is busy itself. */
export function limited(requestsPerSecond: number, limitPerSecond: number): SimulatedService {
  const bucket = Math.max(1, limitPerSecond / 10);
  let tokens = bucket;
  let lastSeconds = 0;
  return {
    ...fixedRate(requestsPerSecond),
    admit: (_, nowSeconds) => {
      tokens = Math.min(bucket, tokens + (nowSeconds - lastSeconds) * limitPerSecond);
      lastSeconds = nowSeconds;
      if (tokens < 1) return 'throttled';
      tokens -= 1;
      return 'accepted';
    },
  };
}

/** A fixed rate that sways by 5 % every second, with a few slow answers and a few failures, all within the SLO. */
export function noisy(requestsPerSecond: number, random: Random): SimulatedService {
  let second = -1;
  let sway = 1;
  return {
    admit: () => (random() < 0.001 ? 'refused' : 'accepted'),
    paceSeconds: (_, nowSeconds) => {
      if (Math.floor(nowSeconds) !== second) {
        second = Math.floor(nowSeconds);
        sway = 0.95 + 0.1 * random();
      }
      return (2 * random()) / (requestsPerSecond * sway);
    },
    delaySeconds: () => (random() < 0.003 ? 0.7 : 0.005 + 0.02 * random()),
  };
}

/**
 * Works at a fixed rate until more than `tippingPoint` wait; then it falls to a third, refuses every fifth request, and
 * comes back only when it has been idle for `coolSeconds`.
 */
export function collapsing(requestsPerSecond: number, tippingPoint: number, coolSeconds: number): SimulatedService {
  let down = false;
  let lastSeconds = 0;
  const look = (waiting: number, nowSeconds: number): void => {
    if (down && nowSeconds - lastSeconds > coolSeconds) down = false;
    if (waiting > tippingPoint) down = true;
    lastSeconds = nowSeconds;
  };
  let admitted = 0;
  return {
    admit: (waiting, nowSeconds) => {
      look(waiting, nowSeconds);
      admitted += 1;
      return down && admitted % 5 === 0 ? 'refused' : 'accepted';
    },
    paceSeconds: () => (down ? 3 : 1) / requestsPerSecond,
    delaySeconds: () => 0.005,
  };
}

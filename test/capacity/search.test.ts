import { beforeAll, describe, expect, it } from 'vitest';
import { capacityOf } from '../../src/capacity/capacityOf.ts';
import { nextAction } from '../../src/capacity/nextAction.ts';
import { planOf } from '../../src/capacity/plan.ts';
import { searchCapacity } from '../../src/capacity/search.ts';
import { searchOutcomeOf } from '../../src/capacity/searchOutcome.ts';
import { parseObjective } from '../../src/capacity/serviceLevel.ts';
import { defaultSettings, type SearchSettings } from '../../src/capacity/settings.ts';
import { busySearches, recordedSearch } from './recordedSearch.ts';
import { type SimulatedCrowd, SimulatedProbe } from './simulatedProbe.ts';
import * as simulated from './simulatedService.ts';

const slo = ['latency.p99 < 500ms', 'errors.rate < 0.5%'].map(parseObjective);
const requestsPerWalk = 6;
const quickCrowd: SimulatedCrowd = { requestsPerWalk, thinkSeconds: 0, arrivals: 'even' };

type MakeService = (requestsPerSecond: number, random: simulated.Random) => simulated.SimulatedService;

async function searchOnce(
  service: simulated.SimulatedService,
  random: simulated.Random,
  change: { settings?: Partial<SearchSettings>; crowd?: Partial<SimulatedCrowd>; signal?: AbortSignal } = {},
) {
  const settings = { ...defaultSettings, ...change.settings };
  const probe = new SimulatedProbe(service, { ...quickCrowd, ...change.crowd }, random);
  const record = await searchCapacity(probe, slo, settings, change.signal ?? new AbortController().signal);
  return { probe, record, answer: searchOutcomeOf(record, settings) };
}

/** Searches `runs` services whose capacities (walks a second) are spread evenly in the logarithm from 20 to 200. */
async function searches(runs: number, make: MakeService, crowd: Partial<SimulatedCrowd> = {}) {
  const found = [];
  for (let run = 0; run < runs; run += 1) {
    const random = simulated.randomOf(run * 7919 + 1);
    const capacity = 20 * 10 ** (run / runs);
    const service = make(capacity * requestsPerWalk, random);
    found.push({ capacity, run, ...(await searchOnce(service, random, { crowd })) });
  }
  return found;
}

type Found = Awaited<ReturnType<typeof searches>>[number];

function share(found: readonly Found[], of: (one: Found) => boolean): number {
  return found.filter(of).length / found.length;
}

/** How far the answers are from the known capacities, worst first, with the run that shows it. */
function misses(found: readonly Found[], tolerance: number): string[] {
  return found
    .map(({ capacity, answer, run }) => ({ run, off: answer.sustainablePerSecond.best / capacity - 1 }))
    .filter(({ off }) => Math.abs(off) > tolerance)
    .map(({ run, off }) => `run ${run}: ${(100 * off).toFixed(1)} %`);
}

const covers = ({ capacity, answer }: Found): boolean =>
  answer.sustainablePerSecond.low <= capacity &&
  capacity <= (answer.sustainablePerSecond.high ?? Number.POSITIVE_INFINITY);

/** USL parameters whose peak throughput is 1: the service degrades beyond 44 requests at once. */
const degradingLambda = (1 + 0.05 * 42.6 + 0.0005 * 43.6 * 42.6) / 43.6;

const kinds: Record<string, MakeService> = {
  'a fixed service rate': (rate) => simulated.fixedRate(rate),
  'a service that degrades with concurrency': (rate) => simulated.degrading(rate * degradingLambda, 0.05, 0.0005),
  'a noisy service': (rate, random) => simulated.noisy(rate, random),
  'a service that collapses after overload': (rate) => simulated.collapsing(rate, Math.max(30, rate / 6), 3),
};

describe.each(Object.entries(kinds))('a search of %s', (_, make) => {
  let found: readonly Found[];
  beforeAll(async () => {
    found = await searches(12, make);
  });

  it('finds the known capacity within 5 %, in under three minutes, and the interval holds it', () => {
    expect(misses(found, 0.05)).toEqual([]);
    expect(share(found, covers)).toBeGreaterThanOrEqual(0.9);
    expect(Math.max(...found.map(({ record }) => record.spentSeconds))).toBeLessThan(180);
    expect(share(found, ({ answer }) => answer.limitedBy === 'service')).toBe(1);
    expect(share(found, ({ answer }) => answer.confirmationsHeld > 0)).toBeGreaterThanOrEqual(0.9);
    expect(share(found, ({ record }) => record.drain.gaveUp)).toBe(0);
  });

  it('never offers more than 1.5 times the breaking point for longer than one stage', () => {
    for (const { capacity, probe } of found) {
      const beyond = [...probe.offered].filter(([rate]) => rate > 1.5 * capacity);
      expect(beyond.length).toBeLessThanOrEqual(1);
      for (const [rate, seconds] of beyond) {
        expect(rate).toBeLessThan(1.8 * capacity);
        expect(seconds).toBeLessThan(defaultSettings.stepSeconds);
      }
    }
  });
});

describe('chance in arrivals', () => {
  it('widens the interval, which still holds the capacity', async () => {
    const found = await searches(12, (rate) => simulated.fixedRate(rate), { arrivals: 'poisson' });
    expect(misses(found, 0.15)).toEqual([]);
    expect(share(found, covers)).toBeGreaterThanOrEqual(0.85);
  });
});

describe('honesty', () => {
  it('says "at least" where the rate limiter answers, and never more than the limiter lets through', async () => {
    const limited: MakeService = (rate) => simulated.limited(3 * rate, rate);
    for (const { capacity, answer } of await searches(5, limited)) {
      expect(answer.limitedBy).toBe('limiter');
      expect(answer.sustainablePerSecond.high).toBeNull();
      expect(answer.sustainablePerSecond.best).toBeGreaterThan(0.88 * capacity);
      expect(answer.sustainablePerSecond.best).toBeLessThan(1.08 * capacity);
    }
  });

  it('says "at least" where the generator could not keep up', async () => {
    const { answer } = await searchOnce(simulated.fixedRate(6000), simulated.randomOf(1), {
      crowd: { generatorPerSecond: 150 },
    });
    expect(answer.limitedBy).toBe('generator');
    expect(answer.sustainablePerSecond.high).toBeNull();
    expect(answer.sustainablePerSecond.best).toBeGreaterThan(135);
    expect(answer.sustainablePerSecond.best).toBeLessThanOrEqual(150);
  });

  it('tries again where this machine was busy for a moment, and does not take that for a limit', async () => {
    const { answer } = await searchOnce(simulated.fixedRate(600), simulated.randomOf(1), {
      crowd: { generatorTroubleSeconds: [40, 41, 42, 100, 101, 102] },
    });
    expect(answer.limitedBy).toBe('service');
    expect(Math.abs(answer.sustainablePerSecond.best / 100 - 1)).toBeLessThan(0.05);
  });

  it('does not take trouble of this machine for a limit at a rate that held for a whole probe', async () => {
    const { answer, record } = await searchOnce(simulated.degrading(351 * degradingLambda, 0.05, 0.0005), () => 0.5, {
      crowd: { generatorTroubleSeconds: Array.from({ length: 300 }, (_, i) => 110 + i) },
    });
    expect(record.attempts.filter(({ outcome }) => outcome === 'generator').length).toBeGreaterThan(3);
    expect(answer.limitedBy).toBe('service');
    expect(Math.abs(answer.sustainablePerSecond.best / 58.5 - 1)).toBeLessThan(0.06);
  });

  it('says "at least" where this machine never got quiet again, instead of trying one rate for ever', async () => {
    const { answer, record } = await searchOnce(simulated.fixedRate(600), simulated.randomOf(1), {
      crowd: { generatorTroubleSeconds: Array.from({ length: 300 }, (_, i) => 18 + i) },
    });
    expect(answer.limitedBy).toBe('generator');
    expect(answer.sustainablePerSecond.high).toBeNull();
    const rates = record.attempts.filter((a) => a.outcome === 'generator').map((a) => a.offeredPerSecond);
    expect(new Set(rates).size).toBeGreaterThan(1);
  });

  it('knows where the service broke, and confirms nothing, where this machine was busy from then on', async () => {
    const { answer } = await searchOnce(simulated.fixedRate(600), simulated.randomOf(1), {
      crowd: { generatorTroubleSeconds: Array.from({ length: 300 }, (_, i) => 55 + i) },
    });
    expect(answer).toMatchObject({ limitedBy: 'service', confirmationsHeld: 0 });
    expect(answer.sustainablePerSecond.low).toBeLessThan(100);
    expect(answer.sustainablePerSecond.high).toBeGreaterThan(100);
    expect(answer.sustainablePerSecond.high).toBeLessThan(120);
  });

  it('is not kept from a whole answer by a machine that is late one second in three, where nothing breaks by it', async () => {
    const probe = new SimulatedProbe(simulated.fixedRate(600), quickCrowd, simulated.randomOf(1));
    const nextSecond = probe.nextSecond.bind(probe);
    probe.nextSecond = async () => {
      const second = await nextSecond();
      return second.point.second % 3 === 0 ? { ...second, generatorTrouble: 'it ran late' } : second;
    };
    const record = await searchCapacity(probe, slo, defaultSettings, new AbortController().signal);
    const answer = searchOutcomeOf(record, defaultSettings);
    expect(answer.sustainablePerSecond.best).toBeGreaterThan(90);
    expect(answer.sustainablePerSecond.best).toBeLessThanOrEqual(103);
    expect(answer.confirmationsHeld).toBeGreaterThan(0);
  });

  it('climbs again where this machine was busy at the start alone', async () => {
    const { answer } = await searchOnce(simulated.fixedRate(600), simulated.randomOf(1), {
      crowd: { generatorTroubleSeconds: Array.from({ length: 18 }, (_, i) => i) },
    });
    expect(answer).toMatchObject({ limitedBy: 'service' });
    expect(Math.abs(answer.sustainablePerSecond.best / 100 - 1)).toBeLessThan(0.05);
  });

  it('rests the longer, the longer this machine is in the way', () => {
    const restAfter = (troubles: number) => {
      const attempts = Array.from({ length: troubles }, () => ['climb', 15, 15, 15, 'generator', 3] as const);
      const { attempts: seen } = recordedSearch('duration', ['climb', 10, 10, 10, 'held', 4], ...attempts);
      const action = nextAction({ attempts: seen, spentSeconds: 20, requests: 90, errors: 0 }, defaultSettings);
      return action.kind === 'offer' ? action.restSeconds : null;
    };
    expect([0, 1, 2, 3, 9].map(restAfter)).toEqual([0, 2, 4, 8, 16]);
  });

  it('confirms below a rate that this machine was in the way of again and again', () => {
    const nextWith = (...troubled: readonly number[]) => {
      const held = [10, 15, 22.5].map((rate) => ['climb', rate, rate, rate, 'held', 9] as const);
      const broke = [33.75, 33].map((rate) => ['climb', rate, rate, 24, 'broke', 4] as const);
      const recovered = ['recover', 11, 11, 11, 'held', 4] as const;
      const again = troubled.map((rate) => ['bisect', rate, rate, rate, 'generator', 9] as const);
      const { attempts } = recordedSearch('duration', ...held, ...broke, recovered, ...again);
      return nextAction(
        { attempts, spentSeconds: 90, requests: 90, errors: 0 },
        { ...defaultSettings, maxSeconds: 300 },
      );
    };
    const first = nextWith();
    if (first.kind !== 'offer') throw new Error('nothing is offered');
    const { stage, ratePerSecond } = first;
    expect(stage).toBe('bisect');
    expect(nextWith(ratePerSecond, ratePerSecond)).toMatchObject({ stage: 'bisect' });
    expect(nextWith(ratePerSecond, ratePerSecond, ratePerSecond)).toMatchObject({ stage: 'confirm' });
  });

  it('confirms what is needed as soon as as much has held, and finds the capacity in the same time', async () => {
    for (let run = 0; run < 8; run += 1) {
      const random = simulated.randomOf(run * 7919 + 1);
      const capacity = 20 * 10 ** (run / 8);
      const needed = 0.6 * capacity;
      const settings: SearchSettings = { ...defaultSettings, neededPerSecond: needed };
      const service = simulated.fixedRate(capacity * requestsPerWalk);
      const { record } = await searchOnce(service, random, { settings, crowd: { arrivals: 'poisson' } });
      const { points, ...found } = capacityOf('east', ['latency.p99 < 500ms'], record, settings, {}, 'poisson');
      expect(planOf({ points, ...found }, { peakPerSecond: needed, headroom: 0 }).verdict).toBe('yes');
      const [first, ...later] = points.filter(({ stage }) => stage === 'confirm');
      expect(first).toMatchObject({ offeredPerSecond: needed, withinSlo: true });
      expect(later.map(({ offeredPerSecond }) => offeredPerSecond)).not.toContain(needed);
      expect(found.sustainablePerSecond.best / capacity).toBeCloseTo(1, 1);
    }
  });

  it('does not offer for longer what is needed where less breaks, or where this machine is in the way again and again', () => {
    const settings = { ...defaultSettings, neededPerSecond: 20 };
    const next = (...seen: Parameters<typeof recordedSearch>[1][]) => {
      const { attempts } = recordedSearch('settled', ...seen);
      return nextAction({ attempts, spentSeconds: 60, requests: 900, errors: 0 }, settings);
    };
    const needed = { stage: 'confirm', ratePerSecond: 20 };
    const voided = ['confirm', 20, 20, 20, 'generator', 25] as const;
    expect(next(['climb', 22, 22, 22, 'held', 4])).toMatchObject(needed);
    expect(next(['climb', 15, 15, 15, 'held', 4])).toMatchObject({ stage: 'climb' });
    expect(next(['climb', 22, 22, 22, 'held', 4], voided, voided)).toMatchObject(needed);
    expect(next(['climb', 22, 22, 22, 'held', 4], voided, voided, voided)).not.toMatchObject(needed);
  });

  it('says "at least" at the ceiling of the profile, confirms it, and never exceeds it', async () => {
    const { answer, probe } = await searchOnce(simulated.fixedRate(6000), simulated.randomOf(1), {
      settings: { maxPerSecond: 100 },
    });
    expect(answer).toMatchObject({ limitedBy: 'ceiling', confirmationsHeld: 2 });
    expect(answer.sustainablePerSecond.best).toBeCloseTo(100, 0);
    expect(answer.sustainablePerSecond.high).toBeNull();
    expect(Math.max(...probe.offered.keys())).toBe(100);
  });

  it.each([
    ['fewer arrivals by chance', recordedSearch('ceiling', ['climb', 14, 13, 13, 'held', 4])],
    ['trouble of this machine, which puts the break above it', busySearches.ceiling],
  ])('is content with two confirmations at the ceiling, with %s', (_, { attempts }) => {
    const settings = { ...defaultSettings, maxPerSecond: 14, maxSeconds: 1000 };
    const confirmed = recordedSearch('ceiling', ['confirm', 14, 12.4, 12.4, 'held', 10]).attempts;
    const next = (seen: typeof attempts) =>
      nextAction({ attempts: seen, spentSeconds: 60, requests: 900, errors: 0 }, settings);
    const confirmations = attempts.filter(({ stage, outcome }) => stage === 'confirm' && outcome === 'held').length;
    const missing = Array.from({ length: 2 - confirmations }, () => confirmed).flat();
    expect(next([...attempts, ...missing.slice(1)])).toMatchObject({ kind: 'offer' });
    expect(next([...attempts, ...missing])).toEqual({ kind: 'finish', end: 'ceiling' });
  });

  it('stays within the rate budget from the first stage on, and says that the budget was the limit', async () => {
    const { answer, probe, record } = await searchOnce(simulated.fixedRate(6000), simulated.randomOf(1), {
      settings: { budgetRequestsPerSecond: 40 },
    });
    expect(answer.limitedBy).toBe('limiter');
    expect(answer.sustainablePerSecond.best).toBeGreaterThan(6);
    expect(Math.max(...probe.offered.keys()) * requestsPerWalk).toBeLessThanOrEqual(41);
    expect(record.spentSeconds).toBeLessThan(100);
  });

  it('finds a capacity below the first rate', async () => {
    const { answer } = await searchOnce(simulated.fixedRate(18), simulated.randomOf(1), {
      settings: { startPerSecond: 40 },
    });
    expect(answer.limitedBy).toBe('service');
    expect(Math.abs(answer.sustainablePerSecond.best / 3 - 1)).toBeLessThan(0.1);
  });

  it('ends soon, and says nothing of capacity, where hardly a request succeeds at any rate', async () => {
    const broken = { ...simulated.fixedRate(600), admit: () => 'refused' as const };
    const { answer, record } = await searchOnce(broken, simulated.randomOf(1));
    expect(answer.sustainablePerSecond).toEqual({ low: 0, best: 0, high: null });
    expect(record.end).toBe('nothing-succeeded');
    expect(record.spentSeconds).toBeLessThan(30);
  });
});

describe('respondents who think', () => {
  it('are waited for: a rate is judged only when its walks are under way', async () => {
    const { answer, record } = await searchOnce(simulated.fixedRate(300), simulated.randomOf(3), {
      crowd: { thinkSeconds: 1 },
      settings: { maxSeconds: 500 },
    });
    expect(Math.abs(answer.sustainablePerSecond.best / 50 - 1)).toBeLessThan(0.06);
    for (const attempt of record.attempts.filter((one) => one.outcome === 'held'))
      expect(attempt.requestsPerSecond).toBeGreaterThan(0.85 * requestsPerWalk * attempt.startedPerSecond);
  });
});

describe('bounds', () => {
  it.each([
    ['duration', { maxSeconds: 40 }],
    ['requests', { maxRequests: 5000 }],
  ] as const)('of %s end the search with the best answer so far', async (end, settings) => {
    const { answer, record } = await searchOnce(simulated.fixedRate(600), simulated.randomOf(1), { settings });
    expect(record.end).toBe(end);
    expect(record.spentSeconds).toBeLessThanOrEqual(settings === undefined ? 0 : 60);
    expect(answer.sustainablePerSecond.best).toBeGreaterThan(20);
    expect(answer.sustainablePerSecond.best).toBeLessThanOrEqual(105);
  });

  it('an interrupt ends it within a second with the best answer so far', async () => {
    const abort = new AbortController();
    const random = simulated.randomOf(1);
    const probe = new SimulatedProbe(simulated.fixedRate(600), quickCrowd, random);
    const nextSecond = probe.nextSecond.bind(probe);
    probe.nextSecond = async () => {
      const second = await nextSecond();
      if (probe.nowSeconds >= 30) abort.abort();
      return second;
    };
    const record = await searchCapacity(probe, slo, defaultSettings, abort.signal);
    expect(record).toMatchObject({ end: 'interrupted', spentSeconds: 30 });
    expect(searchOutcomeOf(record, defaultSettings)).toMatchObject({ limitedBy: 'ceiling' });
    expect(searchOutcomeOf(record, defaultSettings).sustainablePerSecond.best).toBeGreaterThan(20);
  });

  it('a service that once needed a rest gets it at once after the next overload', async () => {
    const { record } = await searchOnce(simulated.collapsing(351, 58, 3), simulated.randomOf(1));
    const looks = record.attempts.filter((one) => one.stage === 'recover').map((one) => one.outcome);
    expect(looks.length).toBeGreaterThan(2);
    expect(looks.filter((outcome) => outcome !== 'held')).toHaveLength(1);
  });

  it('a service that never recovers is left alone', async () => {
    const { record, answer } = await searchOnce(simulated.collapsing(600, 50, 10_000), simulated.randomOf(1));
    expect(record.end).toBe('not-recovered');
    expect(answer.sustainablePerSecond.best).toBeGreaterThan(60);
    expect(answer.sustainablePerSecond.best).toBeLessThanOrEqual(110);
  });
});

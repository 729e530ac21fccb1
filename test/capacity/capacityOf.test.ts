import { describe, expect, it } from 'vitest';
import { capacityOf } from '../../src/capacity/capacityOf.ts';
import { planCapacities } from '../../src/capacity/planCapacities.ts';
import { searchCapacity } from '../../src/capacity/search.ts';
import { parseObjective } from '../../src/capacity/serviceLevel.ts';
import { defaultSettings, type SearchSettings } from '../../src/capacity/settings.ts';
import { busySearches } from './recordedSearch.ts';
import { SimulatedProbe } from './simulatedProbe.ts';
import * as simulated from './simulatedService.ts';

const slo = ['latency.p99 < 500ms', 'errors.rate < 0.5%'];
const degradingLambda = (1 + 0.05 * 42.6 + 0.0005 * 43.6 * 42.6) / 43.6;

async function capacityOfService(
  make: (random: simulated.Random) => simulated.SimulatedService,
  change: Partial<SearchSettings> = {},
) {
  const settings = { ...defaultSettings, ...change };
  const random = simulated.randomOf(1);
  const crowd = { requestsPerWalk: 6, thinkSeconds: 0, arrivals: 'even' } as const;
  const probe = new SimulatedProbe(make(random), crowd, random);
  const signal = new AbortController().signal;
  const record = await searchCapacity(probe, slo.map(parseObjective), settings, signal);
  return capacityOf('eu', slo, record, settings, {}, 'even');
}

describe('the reading of the scaling curve', () => {
  it.each([
    ['a fixed service rate', () => simulated.fixedRate(360), 'fuller, not slower'],
    ['a noisy service', (random: simulated.Random) => simulated.noisy(360, random), 'fuller, not slower'],
    ['degradation', () => simulated.degrading(360 * degradingLambda, 0.05, 0.0005), 'slower, not only fuller'],
    ['a collapse', () => simulated.collapsing(360, 60, 3), 'slower, not only fuller'],
  ])('tells what overload does: %s', async (_, make, reading) => {
    const { fit } = await capacityOfService(make);
    expect(fit?.reading).toContain(reading);
  });

  it('tells nothing of overload where nothing broke, and nothing of probes that were void', () => {
    const { fit } = capacityOf('eu', slo, busySearches.generator, defaultSettings, {}, 'poisson');
    expect(fit?.reading).toContain('No rate broke, so what an overload does is not known.');
    expect(fit?.reading).not.toMatch(/slower|fuller/);
  });

  it('says nothing of the most that there can be where no rate broke', () => {
    const { fit, sustainablePerSecond } = capacityOf('eu', slo, busySearches.generator, defaultSettings, {}, 'poisson');
    expect(sustainablePerSecond.high).toBeNull();
    expect(fit?.reading).not.toContain('no concurrency brings more');
  });

  it('takes parameters from a service that slows down gradually, none from a hard limit', async () => {
    const gradual = await capacityOfService(() => simulated.degrading(360 * degradingLambda, 0.05, 0.0005));
    expect(gradual.fit?.reading).toContain('By the scaling law');
    const hard = await capacityOfService(() => simulated.fixedRate(360));
    expect(hard.fit?.reading).toContain('its parameters say nothing here');
  });
});

describe('the reasons', () => {
  it('say that nothing is known where a bound ended the search before a rate was judged', async () => {
    const { reasons, sustainablePerSecond } = await capacityOfService(() => simulated.fixedRate(360), {
      maxRequests: 20,
    });
    expect(sustainablePerSecond).toEqual({ low: 0, best: 0, high: null });
    expect(reasons[0]).toContain('Nothing is known');
    expect(reasons.at(-1)).toContain('capacity.maxRequests (20)');
  });

  it('name the wait for the rate budget, which latency holds', async () => {
    const { reasons } = await capacityOfService(() => simulated.fixedRate(3600), { budgetRequestsPerSecond: 40 });
    expect(reasons.join(' ')).toContain('lets 40.0 requests a second through');
  });
});

describe('a forecast', () => {
  it('reads percentiles between rates that held, none beyond them, and says what it cannot know', async () => {
    const measured = await capacityOfService(() => simulated.fixedRate(360));
    const [within] = planCapacities([measured], () => ({ peakPerSecond: 45, headroom: 0.3 }));
    const atPeak = within?.forecast?.find(({ ratePerSecond }) => ratePerSecond === 45);
    expect(atPeak?.p99).toBeGreaterThan(5_000);
    expect(atPeak?.p99).toBeLessThan(100_000);
    expect(within?.forecastLimits).toContain('evenly spaced');
    const [beyond] = planCapacities([measured], () => ({ peakPerSecond: 90, headroom: 0.3 }));
    const beyondPeak = beyond?.forecast?.find(({ ratePerSecond }) => ratePerSecond === 90);
    expect(beyondPeak).toMatchObject({ p50: null, p99: null });
    expect(beyondPeak?.reading).toContain('the queue grew');
  });

  it('knows what an overloaded service got done, which the walks that ended do not tell', async () => {
    const { points, sustainablePerSecond } = await capacityOfService(() => simulated.fixedRate(360));
    const overloaded = points.filter((point) => point.offeredPerSecond > 1.1 * sustainablePerSecond.best);
    expect(overloaded.length).toBeGreaterThan(0);
    for (const { carriedPerSecond = 0 } of overloaded) expect(Math.abs(carriedPerSecond / 60 - 1)).toBeLessThan(0.05);
  });
});

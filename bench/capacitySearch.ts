/**
 * How right and how quick is the capacity search? `node bench/capacitySearch.ts [SEARCHES]` runs that many searches of
 * each simulated service, capacities spread from 20 to 200 respondents a second, and prints how far the answers are off.
 * Known is, where respondents come evenly, the pace that the service was made with; where they come by chance, the rate
 * at which every second spell of a probe's length holds (`holdingRate.ts`).
 */

import { searchCapacity } from '../src/capacity/search.ts';
import { searchOutcomeOf } from '../src/capacity/searchOutcome.ts';
import { parseObjective } from '../src/capacity/serviceLevel.ts';
import { defaultSettings } from '../src/capacity/settings.ts';
import { SimulatedProbe } from '../test/capacity/simulatedProbe.ts';
import * as simulated from '../test/capacity/simulatedService.ts';
import { holdingRate } from './holdingRate.ts';

const requestsPerWalk = 6;
const degradingLambda = (1 + 0.05 * 42.6 + 0.0005 * 43.6 * 42.6) / 43.6;
const slo = ['latency.p99 < 500ms', 'errors.rate < 0.5%'].map(parseObjective);

type Make = (requestsPerSecond: number, random: simulated.Random) => simulated.SimulatedService;

const services: Readonly<Record<string, Make>> = {
  'fixed rate': (rate) => simulated.fixedRate(rate),
  degrading: (rate) => simulated.degrading(rate * degradingLambda, 0.05, 0.0005),
  noisy: (rate, random) => simulated.noisy(rate, random),
  collapsing: (rate) => simulated.collapsing(rate, Math.max(30, rate / 6), 3),
};

const searches = Number(process.argv[2] ?? 100);
const [leastPerSecond, decades] = [20, 1];
/** Between so many capacities what is known is read off the neighbours. */
const knownAt = [0, 0.25, 0.5, 0.75, 1];
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** By the place of a search among all, from 0 to 1, what its service carries as a share of its pace. */
async function knownShares(make: Make, arrivals: 'even' | 'poisson'): Promise<(place: number) => number> {
  if (arrivals === 'even') return () => 1;
  const shares: number[] = [];
  for (const place of knownAt) {
    const pace = leastPerSecond * 10 ** (decades * place);
    const known = await holdingRate((random) => make(pace * requestsPerWalk, random), pace, slo, {
      requestsPerWalk,
      thinkSeconds: 0,
      arrivals,
    });
    shares.push(known / pace);
  }
  return (place) => {
    const at = Math.min(knownAt.length - 2, Math.floor(place * (knownAt.length - 1)));
    const [from = 1, to = 1] = shares.slice(at);
    return from + (to - from) * (place * (knownAt.length - 1) - at);
  };
}

async function measure(make: Make, arrivals: 'even' | 'poisson'): Promise<Record<string, string>> {
  const off: number[] = [];
  const widths: number[] = [];
  const seconds: number[] = [];
  let held = 0;
  let confirmed = 0;
  const shareAt = await knownShares(make, arrivals);
  const startMs = performance.now();
  for (let run = 0; run < searches; run += 1) {
    const random = simulated.randomOf(run * 7919 + 1);
    const pace = leastPerSecond * 10 ** ((decades * run) / searches);
    const capacity = pace * shareAt(run / searches);
    const probe = new SimulatedProbe(
      make(pace * requestsPerWalk, random),
      { requestsPerWalk, thinkSeconds: 0, arrivals },
      random,
    );
    const record = await searchCapacity(probe, slo, defaultSettings, new AbortController().signal);
    const { sustainablePerSecond, confirmationsHeld } = searchOutcomeOf(record, defaultSettings);
    const { low, best, high } = sustainablePerSecond;
    widths.push(((high ?? Number.POSITIVE_INFINITY) - low) / best);
    if (confirmationsHeld >= 2) confirmed += 1;
    off.push(Math.abs(best / capacity - 1));
    seconds.push(record.spentSeconds);
    if (low <= capacity && capacity <= (high ?? Number.POSITIVE_INFINITY)) held += 1;
  }
  const quantile = (of: number[], share: number): number =>
    of.sort((a, b) => a - b)[Math.min(searches - 1, Math.floor(share * searches))] ?? 0;
  return {
    arrivals,
    'median off': percent(quantile(off, 0.5)),
    'most off': percent(quantile(off, 1)),
    'interval holds it': percent(held / searches),
    'median width': percent(quantile(widths, 0.5)),
    '9 of 10 within': percent(quantile(widths, 0.9)),
    'confirmed twice': percent(confirmed / searches),
    'longest search': `${Math.max(...seconds)} s`,
    'real time': `${((performance.now() - startMs) / 1000).toFixed(1)} s`,
  };
}

const table: Record<string, Record<string, string>> = {};
for (const [name, make] of Object.entries(services)) table[name] = await measure(make, 'even');
for (const [name, make] of Object.entries(services)) table[`${name}, by chance`] = await measure(make, 'poisson');
console.table(table);

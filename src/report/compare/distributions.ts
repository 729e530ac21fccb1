import { recordedValues } from '../../result/histogramPercentiles.ts';
import type { RunResult } from '../../result/runResult.ts';

/** How the experienced latency of an endpoint is spread on both sides: shares of its requests in bins of equal ratio. */
export interface Distribution {
  readonly endpoint: string;
  /** Lower edges of the bins, µs, ascending; one more closes the last. */
  readonly edgesUs: readonly number[];
  readonly base: readonly number[];
  readonly candidate: readonly number[];
}

const perDecade = 24;

/** Both sides of each endpoint that both called. */
export function distributions(base: readonly RunResult[], candidate: readonly RunResult[]): Distribution[] {
  const names = [...new Set(base.flatMap((run) => run.endpoints.map(({ endpoint }) => endpoint)))];
  return names.flatMap((endpoint) => {
    const [before, after] = [binned(base, endpoint), binned(candidate, endpoint)];
    if (before.size === 0 || after.size === 0) return [];
    const bins = [...before.keys(), ...after.keys()];
    const low = Math.min(...bins);
    const count = Math.max(...bins) - low + 1;
    const shares = (counts: ReadonlyMap<number, number>): number[] => {
      const total = [...counts.values()].reduce((sum, each) => sum + each, 0);
      return Array.from({ length: count }, (_, i) => Number(((counts.get(low + i) ?? 0) / total).toPrecision(4)));
    };
    const edgesUs = Array.from({ length: count + 1 }, (_, i) => Math.round(10 ** ((low + i) / perDecade)));
    return [{ endpoint, edgesUs, base: shares(before), candidate: shares(after) }];
  });
}

function binned(runs: readonly RunResult[], endpoint: string): Map<number, number> {
  const counts = new Map<number, number>();
  for (const run of runs)
    for (const each of run.endpoints)
      if (each.endpoint === endpoint)
        for (const { us, count } of recordedValues(each.latency.experienced)) {
          const bin = Math.floor(Math.log10(Math.max(1, us)) * perDecade);
          counts.set(bin, (counts.get(bin) ?? 0) + count);
        }
  return counts;
}

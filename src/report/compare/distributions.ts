import { bucketMiddleUs, type LatencySummary } from '../../result/histogramPercentiles.ts';
import type { RunResult } from '../../result/runResult.ts';
import { countsOf } from '../../result/tally/latencyCounts.ts';

/** How the experienced latency of an endpoint is spread on both sides: shares of its requests in bins of equal ratio. */
export type Distribution = ReturnType<typeof distributions>[number];

/** Both sides of each endpoint that both called. */
export function distributions(base: readonly RunResult[], candidate: readonly RunResult[]) {
  const names = [...new Set(base.flatMap((run) => run.endpoints.map(({ endpoint }) => endpoint)))];
  return names.flatMap((endpoint) => {
    const sides = [base, candidate].map((runs) => experiencedIn(runs, endpoint));
    if (sides.some((summaries) => summaries.every(({ count }) => count === 0))) return [];
    const { edgesUs, counts } = latencyBins(sides, 24);
    const [ours = [], theirs = []] = counts.map((side) => {
      const total = side.reduce((sum, count) => sum + count, 0);
      return side.map((count) => Number((count / total).toPrecision(4)));
    });
    return [{ endpoint, edgesUs, base: ours, candidate: theirs }];
  });
}

function experiencedIn(runs: readonly RunResult[], endpoint: string): LatencySummary[] {
  const own = runs.flatMap((run) => run.endpoints.filter((each) => each.endpoint === endpoint));
  return own.map(({ latency }) => latency.experienced);
}

/** Requests of several sides by latency, in bins of equal ratio; `edgesUs` are their lower edges, µs, and one more closes the last. */
export function latencyBins(sides: readonly (readonly LatencySummary[])[], perDecade: number) {
  const byBin = sides.map((summaries) => {
    const counts = new Map<number, number>();
    const pairs = countsOf(summaries).pairs();
    for (let i = 0; i + 1 < pairs.length; i += 2) {
      const bin = Math.floor(Math.log10(Math.max(1, bucketMiddleUs(pairs[i] ?? 0))) * perDecade);
      counts.set(bin, (counts.get(bin) ?? 0) + (pairs[i + 1] ?? 0));
    }
    return counts;
  });
  const bins = byBin.flatMap((counts) => [...counts.keys()]);
  const low = Math.min(...bins);
  const length = Math.max(...bins) - low + 1;
  return {
    edgesUs: Array.from({ length: length + 1 }, (_, i) => Math.round(10 ** ((low + i) / perDecade))),
    counts: byBin.map((counts) => Array.from({ length }, (_, i) => counts.get(low + i) ?? 0)),
  };
}

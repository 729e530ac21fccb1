import { type Histogram, HistogramLogWriter } from 'hdr-histogram-js';
import { histogramOf } from '../../result/histogramPercentiles.ts';
import type { RunResult } from '../../result/runResult.ts';
import { LatencyCounts } from '../../result/tally/latencyCounts.ts';
import { timelineBucketFloorUs } from '../../result/timelineLatency.ts';

/**
 * The latency of a run as a histogram log (format 1.3) that HdrHistogram's own tools read. Values are µs. Two files,
 * since a tool that adds up a log's intervals must not meet a request twice:
 *
 * - `total`: one interval, the whole run, for each endpoint and kind of latency (tag `take.service`); exact.
 * - `seconds`: one interval for each second and endpoint (tag `take`), experienced latency, from the timeline's
 *   buckets of 4.4 %.
 */
export function hlogs(result: RunResult): { total: string; seconds: string } {
  return { total: totalLog(result), seconds: secondsLog(result) };
}

function totalLog(result: RunResult): string {
  return log(result, 'whole run, exact; values in microseconds', (write) => {
    for (const { endpoint, latency, expectedRejections } of result.endpoints) {
      const kinds = { ...latency, expectedRejections };
      for (const [kind, summary] of Object.entries(kinds))
        if (summary.count > 0) write(`${endpoint}.${kind}`, histogramOf(summary), 0, result.run.durationSeconds);
    }
  });
}

function secondsLog(result: RunResult): string {
  const { intervalSeconds, points } = result.timeline;
  return log(result, 'experienced latency by second, in buckets 4.4 % wide; values in microseconds', (write) => {
    const counts = new LatencyCounts();
    for (const { second, endpoints } of points)
      for (const [endpoint, { buckets }] of Object.entries(endpoints)) {
        counts.clear();
        for (let i = 0; i + 1 < buckets.length; i += 2)
          counts.record(timelineBucketFloorUs((buckets[i] ?? 0) + 0.5), buckets[i + 1]);
        if (counts.count > 0) write(endpoint, counts.toHistogram(), second, intervalSeconds);
      }
  });
}

type Write = (tag: string, histogram: Histogram, startSeconds: number, lengthSeconds: number) => void;

function log(result: RunResult, comment: string, fill: (write: Write) => void): string {
  const lines: string[] = [];
  const writer = new HistogramLogWriter((line) => lines.push(line));
  const startMs = Date.parse(result.run.startedAt);
  writer.outputComment(`[canvass ${result.tool.version}, ${comment}]`);
  writer.outputLogFormatVersion();
  writer.outputComment(
    `[StartTime: ${(startMs / 1000).toFixed(3)} (seconds since epoch), ${new Date(startMs).toISOString()}]`,
  );
  writer.outputLegend();
  fill((tag, histogram, startSeconds, lengthSeconds) => {
    histogram.tag = tag.replace(/[\s,]/g, '_');
    writer.outputIntervalHistogram(histogram, startSeconds, startSeconds + lengthSeconds);
  });
  return lines.join('');
}

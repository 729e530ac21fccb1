import type { ListenAddress } from '../report/listenOn.ts';
import type { WatchedRun } from '../report/metrics/runMetrics.ts';
import { toolVersion } from '../toolVersion.ts';

/** How runs are watched from outside while they go on. */
export interface MonitoringRequest {
  /** Where Prometheus finds their metrics; null for nowhere. */
  readonly metrics: ListenAddress | null;
  /** Where their metrics are pushed to, with its path; null for nowhere. */
  readonly otlpUrl: string | null;
}

const pushEveryMs = 1000;

/**
 * Serves and pushes metrics as they are asked for; `null` where they are not. What it takes is loaded only then.
 *
 * @throws ToolError PORT_IN_USE
 */
export async function startMonitoring({ metrics, otlpUrl }: MonitoringRequest, onNotice: (notice: string) => void) {
  if (metrics === null && otlpUrl === null) return null;
  const { SeriesTable } = await import('../report/metrics/seriesTable.ts');
  const { RunMetrics } = await import('../report/metrics/runMetrics.ts');
  const table = new SeriesTable();
  const server = metrics === null ? null : await served(metrics);
  if (server !== null) onNotice(`metrics: ${server.url}`);
  const push = otlpUrl === null ? null : await pushed(otlpUrl);
  const timer = setInterval(() => push?.push(), pushEveryMs).unref();
  return {
    /** A run that begins: what it tells from now on is served and pushed. */
    watch: (run: WatchedRun) => new RunMetrics(table, run),
    /** Pushes how it all ended, and serves nothing any more. */
    close: async () => {
      clearInterval(timer);
      await push?.close();
      await server?.close();
    },
  };

  async function served(address: ListenAddress) {
    const { startPrometheusServer } = await import('../report/metrics/prometheus.ts');
    return await startPrometheusServer(table, address);
  }

  async function pushed(url: string) {
    const { OtlpPush } = await import('../report/metrics/otlpPush.ts');
    const onTrouble = (why: string): void =>
      onNotice(`metrics do not reach ${new URL(url).host} (${why}); the run goes on.`);
    return new OtlpPush(table, { url, version: toolVersion(), onTrouble });
  }
}

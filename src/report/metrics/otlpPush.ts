import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { otlpMetrics } from './otlpMetrics.ts';
import type { SeriesTable } from './seriesTable.ts';

/** A collector that takes longer has lost a push, and holds up nobody. */
const longestPushMs = 2000;

export interface OtlpPushOptions {
  /** Of a collector, with the path of its metrics. */
  readonly url: string;
  readonly version: string;
  /** Called once, when a push does not get through; the run goes on. */
  readonly onTrouble: (why: string) => void;
}

/**
 * Pushes the metrics of a table to a collector, by OpenTelemetry's own exporter: one push at a time. What is counted is
 * cumulative, so a push that was left out because the one before took long has lost nothing. Headers (a token, say) are
 * those of `OTEL_EXPORTER_OTLP_HEADERS`, which the exporter reads by itself.
 */
export class OtlpPush {
  readonly #table: SeriesTable;
  readonly #options: OtlpPushOptions;
  readonly #exporter: OTLPMetricExporter;
  readonly #resource: ReturnType<typeof resourceFromAttributes>;
  #pushing: Promise<void> | null = null;
  #hasToldTrouble = false;
  #didFail = false;

  constructor(table: SeriesTable, options: OtlpPushOptions) {
    this.#table = table;
    this.#options = options;
    this.#exporter = new OTLPMetricExporter({ url: options.url, timeoutMillis: longestPushMs });
    const own = resourceFromAttributes({ 'service.name': 'canvass', 'service.version': options.version });
    this.#resource = own.merge(detectResources({ detectors: [envDetector] }));
  }

  get isPushing(): boolean {
    return this.#pushing !== null;
  }

  /** Pushes what there is now, unless a push is under way. Never throws, and takes its time by itself. */
  push(): void {
    this.#pushing ??= this.#push().finally(() => {
      this.#pushing = null;
    });
  }

  /** Pushes what there is at the end; resolves when that has got through, or has taken too long. */
  async close(): Promise<void> {
    await this.#pushing;
    if (!this.#didFail) await this.#push();
    await this.#exporter.shutdown().catch(() => {});
  }

  #push(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const metrics = otlpMetrics(this.#table, this.#resource, this.#options.version);
    this.#exporter.export(metrics, ({ code, error }) => {
      this.#didFail = code !== 0;
      if (this.#didFail && !this.#hasToldTrouble) this.#options.onTrouble(reasonOf(error));
      this.#hasToldTrouble ||= this.#didFail;
      resolve();
    });
    return promise;
  }
}

/** Why a push failed, without a word that the collector, or whoever answered in its place, has chosen. */
function reasonOf(error: Error | undefined): string {
  const code: unknown = error !== undefined && 'code' in error ? error.code : null;
  if (typeof code === 'number') return `it answered with HTTP ${code}`;
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : 'it did not answer in time';
}

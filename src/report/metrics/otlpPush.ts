import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import type { SeriesTable } from './seriesTable.ts';

/** The requests of the push that is under way: the exporter gives them to nobody, and its agents are those of the environment. */
const requestsOfPush = new AsyncLocalStorage<ClientRequest[]>();
subscribe('http.client.request.start', (message) => {
  requestsOfPush.getStore()?.push((message as { readonly request: ClientRequest }).request);
});

/** A collector that takes longer has lost a push, and holds up nobody. */
const longestPushMs = 2000;

interface OtlpPushOptions {
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
    const metrics = this.#table.exported(this.#resource, this.#options.version);
    // The exporter's own time begins anew with each byte: a collector that drips would hold it for ever.
    const requests: ClientRequest[] = [];
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      for (const request of requests) request.destroy();
    }, longestPushMs);
    const done: Parameters<OTLPMetricExporter['export']>[1] = ({ code, error }) => {
      clearTimeout(deadline);
      this.#didFail = isLate || code !== 0;
      if (this.#didFail && !this.#hasToldTrouble) this.#options.onTrouble(isLate ? tooLate : reasonOf(error));
      this.#hasToldTrouble ||= this.#didFail;
      resolve();
    };
    requestsOfPush.run(requests, () => this.#exporter.export(metrics, done));
    return promise;
  }
}

const tooLate = 'it did not answer in time';

/** Why a push failed, without a word that the collector, or whoever answered in its place, has chosen. */
function reasonOf(error: Error | undefined): string {
  const code: unknown = error !== undefined && 'code' in error ? error.code : null;
  if (typeof code === 'number') return `it answered with HTTP ${code}`;
  return typeof code === 'string' && /^[A-Z_]+$/.test(code) ? code : tooLate;
}

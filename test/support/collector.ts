import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { json } from 'node:stream/consumers';
import root from 'otlp-definitions/build/src/generated/root.js';
import { listening } from './freePort.ts';

interface Value {
  readonly stringValue?: string;
}
interface Attributes {
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
}
interface NumberPoint extends Attributes {
  readonly startTimeUnixNano: number;
  readonly timeUnixNano: number;
  readonly asDouble?: number;
}
interface HistogramPoint extends Attributes {
  readonly count: number;
  readonly sum: number;
  readonly bucketCounts: readonly number[];
  readonly explicitBounds: readonly number[];
}
interface PushedMetric {
  readonly name: string;
  readonly description: string;
  readonly unit: string;
  readonly gauge?: { readonly dataPoints: readonly NumberPoint[] };
  readonly sum?: {
    readonly dataPoints: readonly NumberPoint[];
    readonly aggregationTemporality: string;
    readonly isMonotonic: boolean;
  };
  readonly histogram?: { readonly dataPoints: readonly HistogramPoint[]; readonly aggregationTemporality: string };
}
/** A push, as far as tests look at it. */
export interface Pushed {
  readonly resourceMetrics: readonly {
    readonly resource: Attributes;
    readonly scopeMetrics: readonly {
      readonly scope: { readonly name: string };
      readonly metrics: readonly PushedMetric[];
    }[];
  }[];
}

/** What OpenTelemetry's own compiler of protocol buffers has made of its `.proto` files; its types say nothing of it. */
interface Definitions {
  readonly opentelemetry: {
    readonly proto: {
      readonly collector: { readonly metrics: { readonly v1: { readonly ExportMetricsServiceRequest: Message } } };
    };
  };
}
interface Message {
  /** Why a message is none; `null` for one. */
  verify(message: unknown): string | null;
  fromObject(object: unknown): unknown;
  toObject(message: unknown, options: object): Pushed;
}
const { ExportMetricsServiceRequest: Definition } = (root as unknown as Definitions).opentelemetry.proto.collector
  .metrics.v1;

/** A collector on loopback, as far as metrics over HTTP as JSON go. */
export interface Collector {
  readonly url: string;
  /** What was pushed so far, read by OpenTelemetry's definitions. */
  readonly pushes: readonly { readonly path: string; readonly headers: IncomingHttpHeaders; readonly pushed: Pushed }[];
  /** What a push is answered with from now on; `null` lets it wait for ever. */
  status: number | null;
  /** Waits for the next push. */
  next(): Promise<void>;
  close(): Promise<void>;
}

export async function startCollector(status: number | null = 200): Promise<Collector> {
  const pushes: Collector['pushes'][number][] = [];
  let pushed = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const body = await json(request);
    const message = Definition.fromObject(body);
    const wrong = Definition.verify(message);
    if (wrong !== null) throw new Error(`what was pushed is no request: ${wrong}`);
    pushes.push({
      path: request.url ?? '',
      headers: request.headers,
      pushed: Definition.toObject(message, { longs: Number, enums: String }),
    });
    pushed.resolve();
    pushed = Promise.withResolvers();
    if (collector.status === null) return;
    response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}');
  });
  const port = await listening(server);
  const collector: Collector = {
    url: `http://127.0.0.1:${port}`,
    pushes,
    status,
    next: () => pushed.promise,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return collector;
}

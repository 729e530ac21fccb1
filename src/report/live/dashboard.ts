import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { RunProgress } from '../../result/progress.ts';
import type { RunResult } from '../../result/runResult.ts';
import type { TimelinePoint } from '../../result/timeline.ts';
import type { Witness } from '../../result/verdict.ts';
import { limitLines, scheduleOf } from '../charts/timeData.ts';
import type { PageAssets } from '../html/bundlePage.ts';
import { pageAssets } from '../html/pageAssets.ts';
import { reportPage } from '../html/reportPage.ts';
import { closeServer, listenOn } from '../listenOn.ts';
import { type LiveView, liveSeconds } from '../pageData.ts';
import { livePage, liveParts } from './livePage.ts';

interface DashboardOptions {
  /** 0 chooses a free port. */
  readonly port: number;
  /** Called once, when a viewer presses the stop button: the run ends gracefully. */
  readonly onStop: () => void;
}

const fetchReportMs = 3000;
/** More viewers than this are no people. */
const mostViewers = 50;
/** A viewer that reads nothing while this much waits for it has gone, whatever its connection says. */
const mostWaitingBytes = 8 * 1024 * 1024;

/** Starts the live page. @throws ToolError PORT_IN_USE */
export async function startDashboard({ port, onStop }: DashboardOptions): Promise<Dashboard> {
  const dashboard = new Dashboard(await pageAssets(), onStop);
  await dashboard.listen(port);
  return dashboard;
}

/** The live page of a run. It listens on loopback only. */
export class Dashboard {
  url = '';
  /** Names under which the page may be asked for: another name that leads here is an attempt to read it. */
  #hosts: readonly string[] = [];
  readonly #server = createServer((request, response) => this.#answer(request, response));
  readonly #assets: PageAssets;
  readonly #onStop: () => void;
  readonly #token = randomBytes(24).toString('base64url');
  readonly #viewers = new Set<ServerResponse>();
  readonly #seconds: TimelinePoint[] = [];
  readonly #sentWitnesses = new Set<string>();
  #progress: RunProgress | null = null;
  #sentParts: Record<string, string> = {};
  #report: string | null = null;
  #stopped = false;
  #reportFetched: (() => void) | null = null;

  constructor(assets: PageAssets, onStop: () => void) {
    this.#assets = assets;
    this.#onStop = onStop;
  }

  async listen(wanted: number): Promise<void> {
    const address = { host: '127.0.0.1', port: wanted };
    const port = await listenOn(this.#server, address, 'The live page', '--dashboard PORT');
    this.#hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
    this.url = `http://127.0.0.1:${port}/`;
  }

  /** Tells the viewers how the run stands; about once a second. Cheap while nobody looks. */
  update(progress: RunProgress): void {
    this.#progress = progress;
    const { point } = progress;
    if (point !== null && point.second !== this.#seconds.at(-1)?.second) {
      this.#seconds.push(point);
      if (this.#seconds.length > liveSeconds) this.#seconds.shift();
      this.#send('seconds', [point]);
    }
    if (this.#viewers.size > 0) this.#send('view', this.#changes(progress));
  }

  /** Gives the viewers the report in place of the live page; resolves when they have it, or after 3 seconds. */
  async finish(result: RunResult, directory: string): Promise<void> {
    if (this.#viewers.size === 0) return;
    this.#report = reportPage(result, this.#assets, { directory, history: [] });
    let waiting = this.#viewers.size;
    const fetched = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, fetchReportMs);
      this.#reportFetched = () => {
        if (--waiting > 0) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.#send('end', {});
    await fetched;
  }

  async close(): Promise<void> {
    for (const viewer of this.#viewers) viewer.end();
    this.#viewers.clear();
    await closeServer(this.#server);
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    response.setHeader('cache-control', 'no-store');
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('content-security-policy', "frame-ancestors 'none'");
    const asked = this.#hosts.includes(request.headers.host ?? '')
      ? `${request.method} ${request.url}`
      : 'another host';
    if (asked === 'GET /') this.#page(response);
    else if (asked === 'GET /events') this.#watch(response);
    else if (asked === 'POST /stop') this.#stop(request, response);
    else refuse(response, asked === 'another host' ? 403 : 404);
  }

  #page(response: ServerResponse): void {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (this.#report === null) {
      response.end(livePage(this.#progress, this.#token, this.#assets));
      return;
    }
    response.end(this.#report, () => this.#reportFetched?.());
  }

  #watch(response: ServerResponse): void {
    if (this.#viewers.size >= mostViewers) {
      refuse(response, 503);
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.on('close', () => this.#viewers.delete(response));
    this.#viewers.add(response);
    if (this.#progress !== null) {
      // The newcomer needs every part and every witness: what follows are changes only.
      this.#sentParts = {};
      this.#sentWitnesses.clear();
      this.#send('view', this.#changes(this.#progress));
    }
    response.write(eventText('seconds', this.#seconds));
    if (this.#report !== null) response.write(eventText('end', {}));
  }

  #stop(request: IncomingMessage, response: ServerResponse): void {
    const given = Buffer.from(String(request.headers['x-canvass-token'] ?? ''));
    const token = Buffer.from(this.#token);
    if (given.length !== token.length || !timingSafeEqual(given, token)) {
      refuse(response, 403);
      return;
    }
    response.writeHead(202).end();
    if (this.#stopped) return;
    this.#stopped = true;
    this.#onStop();
  }

  /** Parts whose markup changed, and witnesses that were not sent before. */
  #changes(progress: RunProgress): LiveView {
    const parts: Record<string, string> = {};
    for (const [id, { text }] of Object.entries(liveParts(progress)))
      if (this.#sentParts[id] !== text) {
        parts[id] = text;
        this.#sentParts[id] = text;
      }
    const witnesses: Record<string, Witness> = {};
    for (const { id, witness } of progress.violations) {
      if (this.#sentWitnesses.has(id)) continue;
      this.#sentWitnesses.add(id);
      witnesses[id] = witness;
    }
    const { profile, thresholds } = progress;
    const schedule = scheduleOf({ kind: 'load', run: {}, profile });
    return { parts, witnesses, schedule, limits: limitLines(thresholds) };
  }

  #send(name: string, data: unknown): void {
    if (this.#viewers.size === 0) return;
    const text = eventText(name, data);
    for (const viewer of this.#viewers) {
      if (viewer.writableLength > mostWaitingBytes) viewer.destroy();
      else viewer.write(text);
    }
  }
}

/** A server-sent event; JSON has no raw line breaks, so it is one `data` line. */
function eventText(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recoverResult } from '../../../src/load/recoverResult.ts';
import { journalName } from '../../../src/result/journal.ts';
import type { RunProgress } from '../../../src/result/progress.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { load } from '../../../src/runs/load.ts';
import { type RunningService, startService } from '../../../src/service/service.ts';
import { toolVersion } from '../../../src/toolVersion.ts';
import { main } from '../../cli/canvass.ts';
import { keyHolder, lossesOf, rulesOf, startWorker, type TestWorker } from '../../support/fleet.ts';
import { type NatsServer, startNats } from '../../support/natsServer.ts';
import { networkTo } from '../../support/network.ts';

/** What a worker or a leader has said so far. */
class Said {
  #text = '';
  readonly #waiting: (() => void)[] = [];

  add(text: string): void {
    this.#text += text;
    for (const look of this.#waiting) look();
  }

  /** Resolves when it has been said; rejects when the speaker ends before. */
  says(what: RegExp, ended: Promise<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      ended.finally(() => reject(new Error(`It ended, and said:\n${this.#text}`))).catch(() => {});
      const look = (): void => {
        if (what.test(this.#text)) resolve();
      };
      this.#waiting.push(look);
      look();
    });
  }
}

/** Who speaks. */
interface Speaker {
  /** Resolves when it has said something. */
  says(what: RegExp): Promise<void>;
  readonly ended: Promise<unknown>;
}

/** A real worker or leader: a process of this machine, which signals reach. */
interface Canvass extends Speaker {
  readonly child: ChildProcess;
}

const started: ChildProcess[] = [];

function canvass(words: readonly string[]): Canvass {
  const child = spawn(process.execPath, [main, ...words], { cwd: folder, env: { ...process.env, ...keyHolder } });
  started.push(child);
  const said = new Said();
  child.stderr.on('data', (bytes) => said.add(String(bytes)));
  child.stdout.resume();
  const ended = once(child, 'exit');
  return { child, ended, says: (what) => said.says(what, ended) };
}

function worker(name: string): Canvass {
  return canvass(['worker', '--nats', nats.url, '--fleet', 'f', '--name', name, '--threads', '1']);
}

/** A worker that no signal needs to reach: within this process, where its threads cost nothing to start. */
function workerHere(name: string, port: number = nats.port): Speaker & Pick<TestWorker, 'end'> {
  const said = new Said();
  const say = (text: string): void => said.add(`${text}\n`);
  const changes = { name, version: toolVersion(), rules: rulesOf({ folder }), say };
  const { ended, end } = startWorker(`nats://127.0.0.1:${port}`, 'f', changes);
  return { ended, end, says: (what) => said.says(what, ended) };
}

/** So that two thirds of it, after which a worker stops by itself, are longer than a busy machine stalls. */
const lostAfterSeconds = 5;

/** Enough for a share of each second to each of four, and few enough that no machine is busy with them. */
const perSecond = 8;

/** Leads a run of `seconds`, and hears how it goes on. */
async function lead(
  workers: string,
  seconds: number,
  onProgress: (progress: RunProgress) => void,
  { set = [], interrupt = new AbortController().signal }: { set?: readonly string[]; interrupt?: AbortSignal } = {},
): Promise<RunResult> {
  const stage = `{ durationSeconds: ${seconds}, arrivalsPerSecond: ${perSecond} }`;
  const { result } = await load(
    {
      profile: {
        profile,
        baseUrl: service.baseUrl,
        datacenter: null,
        seed: 1,
        set: [`load.stages=[${stage}]`, ...set],
        cwd: folder,
        environment: keyHolder,
      },
      out: join(folder, 'reports'),
      baseline: null,
      dashboardPort: null,
      monitoring: { metrics: null, otlpUrl: null },
      shrink: false,
      preflight: false,
      fleet: {
        nats: nats.url,
        natsCa: null,
        fleet: 'f',
        workers,
        waitSeconds: 300,
        allowLost: 0,
        lostAfterSeconds,
        environment: keyHolder,
      },
    },
    { interrupt, abandon: new AbortController().signal, onNotice: () => {}, onTrouble: () => {}, onProgress },
  );
  return result;
}

const folder = mkdtempSync(join(tmpdir(), 'canvass-fleet-'));
const profile = join(folder, 'mine.yaml');
let nats: NatsServer;
let service: RunningService;
let a: ReturnType<typeof workerHere>;
beforeAll(async () => {
  writeFileSync(
    profile,
    [
      'surveys: { walk: [{ id: 1013 }] }',
      'respondent: { thinkTimeMs: { distribution: none } }',
      'load: { arrivals: even, warmupSeconds: 0, gracefulStopSeconds: 2 }',
      'output: { formats: [json] }',
    ].join('\n'),
  );
  [nats, service] = await Promise.all([startNats(), startService()]);
  a = workerHere('a');
  await a.says(/waits in fleet f/);
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await a.end();
  await service.close();
  await nats.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('a run on many machines', () => {
  it('names the share of each worker that was killed, frozen or cut off, and is invalid', async () => {
    const network = await networkTo(nats.port);
    const killed = worker('killed');
    const frozen = worker('frozen');
    const cut = workerHere('cut', network.port);
    let seconds = 0;
    const result = await lead('a,cut,frozen,killed', 7, () => {
      if (++seconds !== 1) return;
      killed.child.kill('SIGKILL');
      frozen.child.kill('SIGSTOP');
      network.cut();
    });
    frozen.child.kill('SIGCONT');
    expect(result.verdict).toBe('INVALID');
    const lost = result.reasonCodes?.filter((reason) => reason.code === 'worker-lost') ?? [];
    expect(lost.map(({ worker, sharePercent }) => [worker, sharePercent]).sort()).toEqual([
      ['cut', 25],
      ['frozen', 25],
      ['killed', 25],
    ]);
    expect(lost[0]?.why).toMatch(/^nothing was heard of it for \d s$/);
    expect(result.fleet?.workers.map(({ name, lost }) => [name, lost === null])).toEqual([
      ['a', true],
      ['cut', false],
      ['frozen', false],
      ['killed', false],
    ]);
    // One that is cut off stops on its own; one that wakes up hears that it was given up. Both wait for the next run.
    await Promise.all([
      cut.says(/nothing was heard of the leader for 3 s: its load was stopped; waiting/),
      frozen.says(/given this worker up|heard of the leader/),
    ]);
    await cut.end();
    await network.close();
    frozen.child.kill('SIGTERM');
    await frozen.ended;
    expect(frozen.child.exitCode).toBe(0);
  });

  it('ends on all of them with a threshold that aborts, and when it is interrupted', async () => {
    const b = workerHere('b');
    await b.says(/waits in fleet f/);
    const set = ['thresholds=[{ expression: "respondents.started < 12", abort: true }]'];
    const aborted = await lead('a,b', 60, () => {}, { set });
    expect(aborted.thresholds).toEqual([
      expect.objectContaining({ passed: false, abortedAtSecond: expect.any(Number) }),
    ]);
    const interrupt = new AbortController();
    const interrupted = await lead('a,b', 60, () => interrupt.abort(), { interrupt: interrupt.signal });
    expect(interrupted.run.interrupted).toBe(true);
    for (const { respondents, fleet } of [aborted, interrupted]) {
      expect(respondents.started).toBeLessThan(60 * perSecond);
      expect(fleet?.workers.map(({ name, lost }) => [name, lost])).toEqual([
        ['a', null],
        ['b', null],
      ]);
    }
    // Both are free again at once.
    const next = await lead('a,b', 1, () => {});
    expect(next.respondents.started).toBe(perSecond);
    await b.end();
  });

  it('misses nothing when NATS is started again, even without what it had stored', async () => {
    let seconds = 0;
    const restarts: Promise<void>[] = [];
    const result = await lead('a', 5, () => {
      seconds++;
      if (seconds === 1) restarts.push(nats.restart(true));
      if (seconds === 3) restarts.push(nats.restart(false));
    });
    await Promise.all(restarts);
    expect(restarts).toHaveLength(2);
    expect(lossesOf(result)).toEqual([]);
    expect(result.respondents.started).toBe(5 * perSecond);
    // A busy machine may count an arrival a second late; none is counted twice, and no second is missing.
    const arrivals = result.timeline.points.slice(0, 5).map((point) => point.arrivals);
    expect(arrivals.reduce((sum, count) => sum + count, 0)).toBe(5 * perSecond);
    for (const count of arrivals) expect(count).toBeGreaterThan(perSecond / 2);
  });

  it('is recovered from the journal of a leader that was killed, and its workers are free within seconds', async () => {
    const out = join(folder, 'killed');
    const words = ['load', profile, '--base-url', service.baseUrl, '--no-preflight', '--out', out];
    const fleet = ['--nats', nats.url, '--fleet', 'f', '--workers', 'a', '--lost-after', String(lostAfterSeconds)];
    const leader = canvass([
      ...words,
      ...fleet,
      '--set',
      `load.stages=[{ durationSeconds: 60, arrivalsPerSecond: ${perSecond} }]`,
    ]);
    await leader.says(/1 s of 60 s, running, one worker, /);
    const [run = ''] = readdirSync(out);
    const written = (): number => readFileSync(join(out, run, journalName), 'utf8').split('\n').length;
    await expect.poll(written, { timeout: 30_000 }).toBeGreaterThan(2);
    leader.child.kill('SIGKILL');
    await leader.ended;
    const recovered = await recoverResult(join(out, run));
    expect(recovered.verdict).toBe('INVALID');
    expect(recovered.respondents.started).toBeGreaterThanOrEqual(6);
    await a.says(/nothing was heard of the leader for 3 s: its load was stopped; waiting for the next\n$/);
    const next = await lead('a', 1, () => {});
    expect(next.respondents.started).toBe(perSecond);
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capacityOf } from '../../../src/capacity/capacityOf.ts';
import { capacityVerdict } from '../../../src/capacity/capacityVerdict.ts';
import { planCapacities } from '../../../src/capacity/planCapacities.ts';
import { searchCapacity } from '../../../src/capacity/search.ts';
import { parseObjective } from '../../../src/capacity/serviceLevel.ts';
import { defaultSettings } from '../../../src/capacity/settings.ts';
import { conformResult } from '../../../src/conformance/run/conformResult.ts';
import { ExchangeLog } from '../../../src/conformance/run/exchangeLog.ts';
import { conform } from '../../../src/conformance/run/exerciseClauses.ts';
import { selectProbes } from '../../../src/conformance/run/selection.ts';
import { nothingAcceptable } from '../../../src/judging/baseline/standing.ts';
import { poolResults } from '../../../src/load/pool/poolResults.ts';
import { recoverResult } from '../../../src/load/recoverResult.ts';
import { JournalWriter } from '../../../src/result/journal.ts';
import type { RunMeta } from '../../../src/result/progress.ts';
import { inWords } from '../../../src/result/reasonWords.ts';
import { parseResult } from '../../../src/result/resultFile.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { altered } from '../../../src/selftest/altered.ts';
import { chooseFaults } from '../../../src/selftest/faults/faults.ts';
import { startService } from '../../../src/service/service.ts';
import { SimulatedProbe } from '../../capacity/simulatedProbe.ts';
import * as simulated from '../../capacity/simulatedService.ts';
import { duetOf } from '../../support/duetRun.ts';
import { runTrial, sampleMeta, trialProfile } from '../../support/loadRun.ts';

const thresholds = [
  'requests > 40',
  'latency.p99 < 1us',
  'latency.p50 < 10s',
  'errors.rate < 1%',
  'violations == 0',
  'endpoint(take).latency.p90 < 5s',
  'errors < 5',
  'requests.perSecond > 1',
  { expression: 'latency.p95 < 1us', windowSeconds: 1 },
];

const load = { stages: [{ durationSeconds: 1, arrivalsPerSecond: 12 }] };
/** Without it, whoever has ended begins again at once, all the time. */
const respondent = { thinkTimeMs: { distribution: 'fixed', value: 50 } };
const surveys = { walk: [{ id: 1001 }, { id: 1002 }] };

/** Short runs of every kind, with failures and without, what pools of them say, and what was saved and read again. */
export async function realRuns(): Promise<Record<string, RunResult>> {
  const good = await startService();
  const faulty = await startService(altered({ faults: chooseFaults('server-error:10,back-two-pages') }));
  try {
    const at = (seed: number, changes: Record<string, unknown> = {}, baseUrl = good.baseUrl): Promise<RunResult> =>
      runTrial(trialProfile(baseUrl, { seed, thresholds, surveys, load, ...changes })).then((result) =>
        named(result, seed),
      );
    const [first, second, third] = [await at(1), await at(2), await at(3)];
    const runs = [first, second, third];
    const failing = await at(4, {}, faulty.baseUrl);
    const bothFail = [failing, named(failing, 5)];
    // Of these nobody asks how fast they were: side by side, for each waits for its seconds.
    const [warm, early, closed, away, recovered, findings, conformed] = await Promise.all([
      at(6, { load: { stages: [{ durationSeconds: 2, arrivalsPerSecond: 12 }], warmupSeconds: 1 } }),
      at(10, { load: { ...load, warmupSeconds: 60 } }),
      at(7, { respondent, load: { model: 'closed', stages: [{ durationSeconds: 1, respondents: 4 }] } }),
      at(8, {}, 'http://127.0.0.1:9'),
      recoveredRun(good.baseUrl),
      duetOf(good.baseUrl, faulty.baseUrl, { load: { ...load, gracefulStopSeconds: 600 } }),
      conformRun(faulty.baseUrl),
    ]);
    return {
      'a run': first,
      'a run that was read again': parseResult(JSON.stringify(second), 'saved'),
      'a run that fails': failing,
      'a run with a warm-up': warm,
      'a run that ended in its warm-up': early,
      'a closed run': closed,
      'a run without a target': away,
      'a run that was recovered': recovered,
      'three runs, pooled': poolResults(runs),
      'two that fail, pooled': poolResults(bothFail),
      'good and bad, pooled': poolResults([...runs, ...bothFail]),
      'with a target that went away, pooled': poolResults([first, away]),
      'with a warm-up, pooled': poolResults([
        warm,
        { ...warm, run: { ...warm.run, startedAt: later(90), endedAt: later(92) } },
      ]),
      'pooled with a pool': poolResults([poolResults([first, second]), third]),
      'at once, pooled': poolResults([first, atTheTimeOf(second, first)]),
      'with a recovered run, pooled': poolResults([first, recovered]),
      'the base of a duet': findings.base,
      'the candidate of a duet': findings.candidate,
      'a conform run that fails': conformed,
      'a capacity, enough': await capacityRun(first, 40),
      'a capacity, not enough': await capacityRun(first, 400, {}, defaultSettings.maxSeconds, simulated.fixedRate(360)),
      'a capacity of a busy generator': await capacityRun(first, 30, { generatorPerSecond: 45 }),
      'a capacity that nothing confirms': await capacityRun(first, 20, {}, 30),
    };
  } finally {
    await good.close();
    await faulty.close();
  }
}

const beganMs = Date.UTC(2026, 2, 1, 10);

function later(minutes: number): string {
  return new Date(beganMs + 60_000 * minutes).toISOString();
}

/** Trials all begin at the same made-up instant: each is told a time of its own; and pools are of one address. */
function named(result: RunResult, seed: number): RunResult {
  return {
    ...result,
    target: { ...result.target, baseUrl: 'http://service.example' },
    run: { ...result.run, id: `trial-${seed}`, startedAt: later(5 * seed), endedAt: later(5 * seed + 1) },
  };
}

function atTheTimeOf(result: RunResult, { run: { startedAt, endedAt } }: RunResult): RunResult {
  return { ...result, run: { ...result.run, startedAt, endedAt } };
}

async function recoveredRun(baseUrl: string): Promise<RunResult> {
  const directory = await mkdtemp(join(tmpdir(), 'canvass-figures-'));
  try {
    const journal = (meta: RunMeta): Promise<JournalWriter> => JournalWriter.open(directory, meta);
    await runTrial(trialProfile(baseUrl, { seed: 9, thresholds, surveys, load }), { journal });
    return named(await recoverResult(directory), 9);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** A few of the probes that are sent for one clause. */
async function conformRun(baseUrl: string): Promise<RunResult> {
  const profile = trialProfile(baseUrl, { seed: 5, surveys });
  const { probes, only, asked } = selectProbes('MOVE-BACK-01');
  const log = new ExchangeLog();
  const findings = await conform({
    ...{ profile, baseUrl, seed: profile.seed, respondents: 1, places: [], isOver: () => false },
    probes: probes.filter(({ id }) => ['beginning', 'going-back'].includes(id)),
    onExchange: (exchange) => log.onExchange(exchange),
  });
  return conformResult(sampleMeta(profile), log, findings, {
    ...{ endedAt: new Date(beganMs + 5000), interrupted: false, bound: null, troubles: [], only, asked },
    ...{ acceptable: nothingAcceptable, minCoveragePercent: null },
  });
}

/** What a search of a simulated service found, as the run of a real one tells it. */
async function capacityRun(
  traffic: RunResult,
  peakPerSecond: number,
  crowd: { readonly generatorPerSecond?: number } = {},
  maxSeconds = defaultSettings.maxSeconds,
  service = simulated.degrading(360, 0.05, 0.0005),
): Promise<RunResult> {
  const slo = ['latency.p99 < 500ms', 'errors.rate < 0.5%'];
  const settings = { ...defaultSettings, maxSeconds };
  const random = simulated.randomOf(1);
  const walked = { requestsPerWalk: 6, thinkSeconds: 0, arrivals: 'even', ...crowd } as const;
  const probe = new SimulatedProbe(service, walked, random);
  const record = await searchCapacity(probe, slo.map(parseObjective), settings, new AbortController().signal);
  const measured = capacityOf('local', slo, record, settings, {}, 'even');
  const capacity = planCapacities([measured], () => ({ peakPerSecond, headroom: 0.1 }));
  const walkedThere = {
    promises: { judgement: 'not looked at', lookedAt: 0, broken: 0 },
    target: { judgement: 'there', requests: 1, answers: 1 },
  } as const;
  const { verdict, reasons } = capacityVerdict(capacity, walkedThere);
  return { ...traffic, kind: 'capacity', verdict, ...inWords(reasons), thresholds: [], capacity };
}

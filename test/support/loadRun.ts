import { nothingAcceptable } from '../../src/judging/baseline/standing.ts';
import { newRunTag } from '../../src/judging/tokens.ts';
import { workersOf } from '../../src/load/loadPlan.ts';
import { runLoad } from '../../src/load/runLoad.ts';
import type { Generators } from '../../src/load/shard/shards.ts';
import { localThreads } from '../../src/load/shard/shardThreads.ts';
import { type Profile, plannedSecondsOf } from '../../src/profile/profile.ts';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';
import type { JournalWriter } from '../../src/result/journal.ts';
import type { RunMeta, RunProgress } from '../../src/result/progress.ts';
import type { RunResult } from '../../src/result/runResult.ts';
import { loadHere } from './inThisThread.ts';

interface TrialOptions {
  readonly generators?: Generators;
  readonly interrupt?: AbortSignal;
  readonly abandon?: AbortSignal;
  readonly journal?: (meta: RunMeta) => Promise<JournalWriter>;
  readonly onProgress?: (progress: RunProgress) => void;
}

/** What a run of a profile is, as a test wants it. */
export function sampleMeta(profile: Profile): RunMeta {
  const { baseUrl, datacenter, release, session } = profile.target;
  return {
    run: { id: 'trial', profile: profile.name, seed: profile.seed, startedAt: '2026-03-01T10:00:00.000Z' },
    target: { baseUrl, datacenter, release, session },
    tool: { version: '0', node: process.version, platform: 'test', cpus: 1 },
    profile: JSON.parse(JSON.stringify(profile)),
    workers: workersOf(profile),
    plannedSeconds: plannedSecondsOf(profile),
  };
}

/** A short load on a target that a test has started: quick walks without a warm-up, changed as the test says. */
export function trialProfile(baseUrl: string, changes: Record<string, unknown> = {}): Profile {
  const load = typeof changes.load === 'object' ? changes.load : {};
  const target = typeof changes.target === 'object' ? changes.target : {};
  return resolveProfile({
    name: 'trial',
    seed: 11,
    respondent: { thinkTimeMs: { distribution: 'none' } },
    surveys: { walk: [{ id: 1001 }] },
    ...changes,
    // A busy machine must not look like a service that gives no answer.
    target: { baseUrl, apiKeys: ['canvass-key'], timeoutMs: 20_000, ...target },
    load: {
      model: 'open',
      arrivals: 'even',
      stages: [{ durationSeconds: 0.25, arrivalsPerSecond: 80 }],
      warmupSeconds: 0,
      workers: 1,
      gracefulStopSeconds: 5,
      ...load,
    },
  });
}

/** Runs a profile: in this thread, unless it asks for several. */
export async function runTrial(profile: Profile, options: TrialOptions = {}): Promise<RunResult> {
  const meta = sampleMeta(profile);
  return await runLoad(profile, {
    meta,
    acceptable: nothingAcceptable,
    baseUrl: profile.target.baseUrl,
    runTag: newRunTag(),
    generators: options.generators ?? (meta.workers === 1 ? loadHere : localThreads(meta.workers)),
    journal: (await options.journal?.(meta)) ?? null,
    interrupt: options.interrupt ?? new AbortController().signal,
    ...(options.abandon === undefined ? {} : { abandon: options.abandon }),
    onProgress: options.onProgress ?? (() => {}),
    onNotice: () => {},
  });
}

import { type DuetRun, runDuet } from '../../src/duet/runDuet.ts';
import { nothingAcceptable } from '../../src/judging/baseline/standing.ts';
import { newRunTag } from '../../src/judging/tokens.ts';
import type { DuetJudgement } from '../../src/report/compare/compareTwins.ts';
import { twinsHere } from './inThisThread.ts';
import { sampleMeta, trialProfile } from './loadRun.ts';

/** How tests judge a duet. */
export const duetJudgement: DuetJudgement = {
  minimumEffect: 0.03,
  falseAlarms: 0.05,
  instanceNoise: 0.005,
  look: 0,
  expected: [],
  today: '2026-06-01',
};

/** Every behaviour, often, on surveys with every type of question. */
function profileOf(baseUrl: string, changes: Record<string, unknown> = {}) {
  return trialProfile(baseUrl, {
    surveys: { walk: [{ id: 1001 }, { id: 1002 }, { id: 1003 }, { id: 1015 }], noBack: 1003 },
    respondent: {
      thinkTimeMs: { distribution: 'fixed', value: 1 },
      back: 0.15,
      resume: 0.1,
      invalid: 0.1,
      expire: { probability: 0.05, kinds: ['drop', 'forge', 'stale'] },
    },
    // Walks are never ended by time, however busy the machine is.
    load: { stages: [{ durationSeconds: 0.25, arrivalsPerSecond: 120 }], gracefulStopSeconds: 600 },
    duet: { learnSeconds: 0.1 },
    // The embedded service shows what it stored at once.
    audit: { settleSeconds: 1 },
    ...changes,
  });
}

/**
 * A short duet of two services that a test has started.
 *
 * @param changes of both sides' profile
 * @param run how it is carried out, otherwise than by a thread of this process to its end
 */
export async function duetOf(
  baseUrl: string,
  candidateUrl: string,
  changes: Record<string, unknown> = {},
  run: Partial<DuetRun> = {},
) {
  const sideAt = (url: string) => {
    const profile = profileOf(url, changes);
    const meta = sampleMeta(profile);
    const tagged = { ...meta, run: { ...meta.run, id: newRunTag() } };
    return { profile, baseUrl: url, meta: tagged, acceptable: nothingAcceptable };
  };
  return await runDuet({
    generators: twinsHere,
    sides: { base: sideAt(baseUrl), candidate: sideAt(candidateUrl) },
    isEnough: null,
    interrupt: new AbortController().signal,
    abandon: new AbortController().signal,
    onProgress: () => {},
    onNotice: () => {},
    ...run,
  });
}

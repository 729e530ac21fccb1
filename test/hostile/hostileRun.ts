import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { Compile } from 'typebox/schema';
import { expect } from 'vitest';
import { RealClock } from '../../src/client/clock.ts';
import { createTransport } from '../../src/client/httpTransport.ts';
import { Redactor } from '../../src/client/redact.ts';
import { probes as allProbes } from '../../src/conformance/probes/allProbes.ts';
import { conformResult } from '../../src/conformance/run/conformResult.ts';
import { ExchangeLog } from '../../src/conformance/run/exchangeLog.ts';
import { conform } from '../../src/conformance/run/exerciseClauses.ts';
import { questionIds } from '../../src/contract/questions/openQuestions.ts';
import { clauseIds } from '../../src/judging/allClauses.ts';
import { nothingAcceptable } from '../../src/judging/baseline/standing.ts';
import { runResultOf } from '../../src/judging/run/runResultOf.ts';
import { SecondRecorder } from '../../src/load/metrics/secondRecorder.ts';
import type { Profile } from '../../src/profile/profile.ts';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';
import { contentMarkdown } from '../../src/report/content/contentMarkdown.ts';
import { summaryContent } from '../../src/report/content/summaryContent.ts';
import { harOfViolations } from '../../src/report/formats/har.ts';
import { junitXml } from '../../src/report/formats/junit.ts';
import { createCrowd } from '../../src/respondent/createCrowd.ts';
import type { Crowd } from '../../src/respondent/crowd.ts';
import { RunResult } from '../../src/result/runResult.ts';
import { emptyDelta } from '../../src/result/tally/mergeDeltas.ts';
import { Tally } from '../../src/result/tally/tally.ts';
import { TimelineTally } from '../../src/result/tally/timelineTally.ts';
import { sampleMeta } from '../support/loadRun.ts';
import { targetOptions } from '../support/targetOptions.ts';
import { trustedFile } from '../support/tlsFront.ts';
import type { HostileCase } from './hostileCase.ts';
import { type HostileTarget, type Protocol, startHostileTarget } from './hostileTarget.ts';
import { surveyId } from './soundAnswers.ts';

export const hostileKey = 'canvass-key-0123456789';
const respondents = 2;
/** A walk that never ends is ended by its run: here after so many answers, whatever the clock says. */
const mostExchanges = 60;
/** Nothing else is sent to a target than these walks and probes may need. */
const mostRequests = 1500;

function profileFor(baseUrl: string, { timeoutMs = 5000 }: HostileCase, protocol: Protocol): Profile {
  return resolveProfile({
    name: 'hostile',
    seed: 3,
    target: {
      baseUrl,
      apiKeys: [hostileKey],
      timeoutMs,
      http2: protocol === 'h2',
      // Whom to trust is read for each target that is spoken to so.
      tls: { caFile: protocol === 'plain' ? null : trustedFile, insecure: false },
    },
    surveys: { walk: [{ id: surveyId }] },
    respondent: {
      thinkTimeMs: { distribution: 'none' },
      back: 0.2,
      resume: 0.1,
      expire: { probability: 0 },
      invalid: 0,
    },
    load: { warmupSeconds: 0, workers: 1, stages: [{ durationSeconds: 1, arrivalsPerSecond: 1 }] },
  });
}

/** The result of a load of two respondents, in this thread. */
export async function loadOf(profile: Profile): Promise<RunResult> {
  const { baseUrl, http2, timeoutMs, tls } = profile.target;
  const transport = createTransport(
    targetOptions(baseUrl, { http2, timeoutMs, tls, connections: { mode: 'shared', max: 4 } }),
  );
  const clock = new RealClock();
  const { promise: over, resolve } = Promise.withResolvers<void>();
  let ended = 0;
  let exchanges = 0;
  const recorder = new SecondRecorder({
    walkEnded: () => {
      if (++ended === respondents) resolve();
    },
    exchangeEnded: () => {
      if (++exchanges === mostExchanges) setImmediate(() => crowd.stop());
    },
  });
  const crowd: Crowd = createCrowd({
    ...{ profile, baseUrl, transport, clock, observer: recorder, seed: profile.seed, run: 'hostile1' },
    redactor: new Redactor([hostileKey]),
    completions: null,
  });
  for (let index = 0; index < respondents; index++) crowd.start(index, performance.now());
  await over;
  clock.clear();
  await transport.close();
  const { observed, refusals: _, ...coverage } = crowd.takeCoverage();
  const recorded = recorder.take(true);
  const delta = {
    ...{ ...emptyDelta(0, true), ...recorded, coverage, arrivals: respondents },
    observations: [
      ...recorded.observations,
      ...observed.map(({ question, value, count }) => ({ question, value, count })),
    ],
  };
  const tally = new Tally();
  const timeline = new TimelineTally();
  tally.add(delta);
  timeline.add(delta);
  return runResultOf(sampleMeta(profile), tally, timeline.timeline, {
    ...{ endedAt: '2026-03-01T10:00:01.000Z', interrupted: false, recovered: false },
    ...{ thresholds: [], audit: null, created: [], troubles: [], acceptable: nothingAcceptable },
  });
}

/** Probes that walk: the others ask for what hostile targets do not have. */
const probes = allProbes.filter(({ id }) => ['beginning', 'walking', 'going-back'].includes(id));

/** The result of a short conformance run. */
export async function conformOf(profile: Profile): Promise<RunResult> {
  const log = new ExchangeLog();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let exchanges = 0;
  const abandon = new AbortController();
  void over.then(() => abandon.abort('enough'));
  const findings = await conform({
    ...{ profile, baseUrl: profile.target.baseUrl, probes, respondents: 1, seed: 3 },
    isOver: () => exchanges > mostExchanges / 2,
    abandon: abandon.signal,
    onExchange: (exchange) => {
      log.onExchange(exchange);
      // As a person who interrupts twice.
      if (++exchanges > 2 * mostExchanges) end();
    },
    onProbe: () => {},
  });
  return conformResult(sampleMeta(profile), log, findings, {
    ...{ endedAt: new Date(), interrupted: false, bound: null, troubles: [], only: clauseIds, asked: questionIds },
    ...{ acceptable: nothingAcceptable, minCoveragePercent: null },
  });
}

const validator = Compile(RunResult);
/** Ports that this process has connected to. */
const contacted = new Set<number>();
subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket };
  socket.once('connect', () => contacted.add(socket.remotePort ?? 0));
});

/** Runs a command against a case, and checks what must hold for each: a whole result, valid files, nobody else contacted. */
export async function runCase(
  each: HostileCase,
  protocol: Protocol,
  command: (profile: Profile) => Promise<RunResult>,
): Promise<RunResult> {
  const elsewhere = await startHostileTarget({ answer: () => ({ body: '{}' }) }, 'plain', '');
  const target = await startHostileTarget(each.does, protocol, elsewhere.baseUrl);
  contacted.clear();
  try {
    const result = await command(profileFor(target.baseUrl, each, protocol));
    expect(target.requests).toBeLessThan(mostRequests);
    checkResult(result, target, elsewhere);
    return result;
  } finally {
    await target.close();
    await elsewhere.close();
  }
}

function checkResult(result: RunResult, target: HostileTarget, elsewhere: HostileTarget): void {
  // What is wrong is looked for where something is: that takes a hundred times as long.
  const problems = validator.Check(result) ? [] : validator.Errors(result)[1];
  expect(problems.slice(0, 3)).toEqual([]);
  expect(elsewhere.requests).toBe(0);
  expect([...contacted].filter((port) => !target.baseUrl.endsWith(`:${port}`))).toEqual([]);
  const json = JSON.stringify(result);
  // Of a clause that no answer broke a load says the same whatever came.
  const clauses = result.kind === 'load' ? result.clauses.filter(({ failed }) => failed > 0) : result.clauses;
  const shown = [junitXml({ ...result, clauses }), contentMarkdown(summaryContent(result))];
  // What a service says is shown in bounds, and steers no terminal: JSON escapes it.
  for (const text of [json, JSON.stringify(harOfViolations(result)), ...shown]) {
    // Witnesses hold whole requests: answers to a page of 20,000 inputs are long.
    expect(text.length).toBeLessThan(20_000_000);
    expect(text.includes(hostileKey)).toBe(false);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  for (const text of shown) expect(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.exec(text)).toBe(null);
  const { started, completed, abandoned, stopped, failed } = result.respondents;
  if (result.kind === 'load') expect(completed + abandoned + stopped + failed).toBeLessThanOrEqual(started);
}

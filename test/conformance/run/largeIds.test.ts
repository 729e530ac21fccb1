import { afterEach, beforeEach, expect, test } from 'vitest';
import { RealClock } from '../../../src/client/clock.ts';
import { createTransport } from '../../../src/client/httpTransport.ts';
import { probes } from '../../../src/conformance/probes/allProbes.ts';
import { conform } from '../../../src/conformance/run/exerciseClauses.ts';
import type { EntityId } from '../../../src/contract/entityId.ts';
import { clauseIds } from '../../../src/judging/allClauses.ts';
import { nothingAcceptable } from '../../../src/judging/baseline/standing.ts';
import { verdictsOf } from '../../../src/judging/evidence/verdicts.ts';
import type { Profile } from '../../../src/profile/profile.ts';
import { altered } from '../../../src/selftest/altered.ts';
import { selftestProfile } from '../../../src/selftest/selftestSubjects.ts';
import { type RunningService, startService } from '../../../src/service/service.ts';
import { runTrial, trialProfile } from '../../support/loadRun.ts';
import { type RecordingFront, startRecordingFront } from '../../support/recordingFront.ts';
import { targetOptions } from '../../support/targetOptions.ts';

const offset = 1_909_007_199_250_000_000n;

/** An id of the service as whoever tests it knows it. */
const large = (id: number): string => String(BigInt(id) + offset);

/** Where ids of surveys and of the administration stand: in paths, and as members. */
const inPaths = /(?<=\/(?:surveys|organizations|datapads)\/)[1-9]\d*(?!\d)/g;
const inMembers = /(?<="(?:surveyID|organizationID|primaryAccountID|datapadID)":)[1-9]\d*(?=[,}\s])/g;

/**
 * All ids beyond 2^53 on their way out, where they differ in digits that a number cannot hold, and back on their way in.
 * Those of questions, answers and records are near 2^53 before.
 */
const beyond = (text: string): string =>
  text
    .replaceAll(/(?<!\d)90071992(?!54740993)\d{8}(?!\d)/g, '190$&')
    .replaceAll(inPaths, (id) => large(Number(id)))
    .replaceAll(inMembers, (id) => large(Number(id)));
const back = (text: string): string =>
  text
    .replaceAll(/(?<=\/(?:surveys|organizations|datapads)\/|"primaryAccountID":)190\d{16}(?!\d)/g, (id) =>
      String(BigInt(id) - offset),
    )
    .replaceAll(/(?<!\d)190(90071992\d{8})(?!\d)/g, '$1');

let service: RunningService;
let front: RecordingFront;
let bodies: string[] = [];
let sent: string[] = [];
beforeEach(async () => {
  [bodies, sent] = [[], []];
  const near = 'near-2^53';
  const keys = { valid: ['canvass-key', 'canvass-second-key'], forbidden: ['canvass-forbidden-key'] };
  service = await startService(altered({ keys, variants: { questionIds: near, answerIds: near, recordIds: near } }));
  front = await startRecordingFront(
    service.baseUrl,
    (body) => {
      const shown = beyond(body);
      bodies.push(shown);
      return shown;
    },
    () => ({}),
    (text) => {
      sent.push(text);
      return back(text);
    },
  );
});
afterEach(async () => {
  await front.close();
  await service.close();
});

/** The ids beyond 2^53 in some texts. */
function largeIn(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => [...text.matchAll(/(?<!\d)190\d{16}(?!\d)/g)].map(([id]) => id)));
}

/** A profile with the same ids as the front shows. */
function withLargeIds(profile: Profile): Profile {
  const { walk, required, ...roles } = profile.surveys;
  const many = (ids: readonly EntityId[]) => ids.map((id) => large(Number(id)));
  return {
    ...profile,
    surveys: {
      walk: walk.map(({ id, weight }) => ({ id: large(Number(id)), weight })),
      ...(mapped(roles) as typeof roles),
      required: Object.fromEntries(Object.entries(required).map(([id, ids]) => [large(Number(id)), many(ids)])),
    },
    admin: mapped(profile.admin) as Profile['admin'],
  };
}

function mapped(ids: object): object {
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, typeof id === 'number' ? large(id) : id]));
}

/** Those that ask with ids of each kind. */
const asking = [
  'walking',
  'going-back',
  'resuming',
  'other-survey',
  'durability',
  'departments',
  'datapads',
  'record-creation',
];

test('ids beyond 2^53 are sent back digit by digit, and conformance blames nobody for them', async () => {
  const profile = withLargeIds(selftestProfile(1));
  const { environment } = await conform({
    profile,
    baseUrl: front.baseUrl,
    probes: probes.filter(({ id }) => asking.includes(id)),
    respondents: 2,
    seed: 1,
    isOver: () => false,
    onExchange: () => {},
    onProbe: () => {},
    // HTTP as ever, and fewer walks whose completions are looked for.
    network: { transport: createTransport(targetOptions(front.baseUrl)), clock: new RealClock(), auditedWalks: 24 },
  });
  const { violations } = verdictsOf(environment.evidence, nothingAcceptable, clauseIds);
  const alarms = violations.filter(({ gating }) => gating);
  expect(alarms.map(({ clause, endpoint, actual }) => `${clause} ${endpoint} ${actual}`)).toEqual([]);
  expect(environment.evidence.probeErrors).toEqual([]);
  const shown = new Set([...largeIn(bodies), ...largeIn([JSON.stringify(profile.surveys)])]);
  expect(shown.size).toBeGreaterThan(100);
  const used = [...largeIn(sent)];
  expect(used.length).toBeGreaterThan(30);
  expect(used.filter((id) => !shown.has(id)).map((id) => sent.filter((t) => t.includes(id))[0])).toEqual([]);
});

test('walks of a load answer such questions, and are found in the records', async () => {
  const result = await runTrial(
    trialProfile(front.baseUrl, {
      load: { stages: [{ durationSeconds: 1, arrivalsPerSecond: 20 }] },
      surveys: { walk: [{ id: large(1001) }], required: { [large(1001)]: [large(101), large(103)] } },
      admin: { organizationId: large(1), primaryAccountId: large(7), surveyId: large(1001) },
      respondent: {
        thinkTimeMs: { distribution: 'none' },
        answers: { [large(1001)]: { [large(101)]: { [large(10102)]: 1 } } },
      },
      audit: { enabled: true, settleSeconds: 1 },
    }),
  );
  expect(result.violations.map(({ clause, actual }) => `${clause} ${actual}`)).toEqual([]);
  expect(result.audit).toMatchObject({ lost: 0, duplicated: 0, altered: 0 });
  expect(result.audit?.stored).toBeGreaterThan(5);
  expect(largeIn(sent).size).toBeGreaterThan(20);
  const chosen = sent.flatMap((text) => [...text.matchAll(new RegExp(`"u_${large(101)}":"(\\d+)"`, 'g'))]);
  expect(new Set(chosen.map(([, id]) => id))).toEqual(new Set([large(10102)]));
});

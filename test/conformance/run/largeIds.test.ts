import { afterEach, beforeEach, expect, test } from 'vitest';
import { probes } from '../../../src/conformance/probes/allProbes.ts';
import { conform } from '../../../src/conformance/run/conform.ts';
import { nothingAcceptable } from '../../../src/judging/baseline/standing.ts';
import { clauseIds } from '../../../src/judging/clauses.ts';
import { verdictsOf } from '../../../src/judging/evidence/verdicts.ts';
import { selftestProfile } from '../../../src/runs/selftestSubjects.ts';
import { type RunningService, startService } from '../../../src/service/service.ts';
import { runTrial, trialProfile } from '../../support/loadRun.ts';
import { type RecordingFront, startRecordingFront } from '../../support/recordingFront.ts';

/** Ids near 2^53 become such beyond it on their way out, which differ in digits that a number cannot hold, and back on their way in. */
const beyond = (text: string): string => text.replaceAll(/(?<!\d)90071992(?!54740993)\d{8}(?!\d)/g, '190$&');
const back = (text: string): string => text.replaceAll(/(?<!\d)190(90071992\d{8})(?!\d)/g, '$1');

let service: RunningService;
let front: RecordingFront;
let bodies: string[] = [];
let sent: string[] = [];
beforeEach(async () => {
  [bodies, sent] = [[], []];
  const near = 'near-2^53';
  const keys = { valid: ['canvass-key', 'canvass-second-key'], forbidden: ['canvass-forbidden-key'] };
  service = await startService({ keys, variants: { questionIds: near, answerIds: near, recordIds: near } });
  front = await startRecordingFront(
    service.baseUrl,
    (body) => {
      bodies.push(beyond(body));
      return beyond(body);
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

test('ids beyond 2^53 are sent back digit by digit, and conformance blames nobody for them', async () => {
  const profile = selftestProfile(1);
  const { environment } = await conform({
    // Which questions are required is said by their usual ids.
    profile: { ...profile, surveys: { ...profile.surveys, required: {} } },
    baseUrl: front.baseUrl,
    probes,
    respondents: 20,
    seed: 1,
    isOver: () => false,
    onExchange: () => {},
    onProbe: () => {},
  });
  const { violations } = verdictsOf(environment.evidence, nothingAcceptable, clauseIds);
  const alarms = violations.filter(({ gating }) => gating);
  expect(alarms.map(({ clause, endpoint, actual }) => `${clause} ${endpoint} ${actual}`)).toEqual([]);
  expect(environment.evidence.probeErrors).toEqual([]);
  const shown = largeIn(bodies);
  expect(shown.size).toBeGreaterThan(100);
  const used = [...largeIn(sent)];
  expect(used.length).toBeGreaterThan(30);
  expect(used.filter((id) => !shown.has(id)).map((id) => sent.filter((t) => t.includes(id))[0])).toEqual([]);
});

test('walks of a load answer such questions, and are found in the records', async () => {
  const result = await runTrial(
    trialProfile(front.baseUrl, {
      load: { stages: [{ durationSeconds: 1, arrivalsPerSecond: 20 }] },
      surveys: { walk: [{ id: 1001 }] },
      admin: { organizationId: 1, primaryAccountId: 7, surveyId: 1001 },
      audit: { enabled: true, settleSeconds: 1 },
    }),
  );
  expect(result.violations.map(({ clause, actual }) => `${clause} ${actual}`)).toEqual([]);
  expect(result.audit).toMatchObject({ lost: 0, duplicated: 0, altered: 0 });
  expect(result.audit?.stored).toBeGreaterThan(5);
  expect(largeIn(sent).size).toBeGreaterThan(20);
});

import { expect, onTestFinished, test } from 'vitest';
import { closeEnvironment, environmentForRepeating } from '../../../src/conformance/drive/probeEnvironment.ts';
import { probes } from '../../../src/conformance/probes/allProbes.ts';
import { type JudgedAgain, judgeAgain } from '../../../src/conformance/replay/judgeAgain.ts';
import { changesData } from '../../../src/conformance/replay/performSteps.ts';
import { replay } from '../../../src/conformance/replay/replayWitness.ts';
import { conform } from '../../../src/conformance/run/exerciseClauses.ts';
import { clauseIds } from '../../../src/judging/allClauses.ts';
import { nothingAcceptable } from '../../../src/judging/baseline/standing.ts';
import { verdictsOf } from '../../../src/judging/evidence/verdicts.ts';
import { Secret } from '../../../src/profile/secret.ts';
import type { Violation } from '../../../src/result/verdict.ts';
import { startRecordingFront } from '../../support/recordingFront.ts';
import { foundByCrowd, foundWith, missing, profile, serviceWith } from '../sequences/recorded.ts';

async function start(faults: string): Promise<string> {
  const service = await serviceWith(faults);
  onTestFinished(() => service.close());
  return service.baseUrl;
}

/** What the probe of an id found. */
async function foundByProbe(id: string, baseUrl: string, used = profile): Promise<readonly Violation[]> {
  const { environment } = await conform({
    profile: used,
    baseUrl,
    probes: probes.filter((probe) => probe.id === id),
    respondents: 0,
    seed: 1,
    isOver: () => false,
    onExchange: () => {},
    onProbe: () => {},
  });
  return verdictsOf(environment.evidence, nothingAcceptable, clauseIds).violations;
}

/** What came of the steps of a witness alone. */
async function judgedAlone(violation: Violation, baseUrl: string): Promise<JudgedAgain> {
  const environment = environmentForRepeating(profile, baseUrl);
  const again = await judgeAgain(violation, environment, false);
  await closeEnvironment(environment);
  return again;
}

test('a walk fails again on the faulty service, and passes on the repaired one', async () => {
  const [violation = missing()] = await foundWith('resume-first-page', 'MOVE-RESUME-01');
  const again = await replay(violation, profile, await start('resume-first-page'));
  expect(again).toMatchObject({ kind: 'fails', because: expect.stringMatching(/^expected the page .* and got /) });
  expect(again.answers).toHaveLength(violation.witness.steps.length);
  expect(await replay(violation, profile, await start(''))).toMatchObject({ kind: 'passes' });
});

test.each([
  ['expired-other-code', 'lost-sessions'],
  ['departments-without-pagination', 'department-list'],
])('what a probe found with %s fails again, and passes on the repaired service', async (fault, probe) => {
  const faulty = await start(fault);
  const repaired = await start('');
  const repeatable = (await foundByProbe(probe, faulty)).filter(({ witness }) => !changesData(witness));
  expect(repeatable.length).toBeGreaterThan(0);
  for (const violation of repeatable.slice(0, 2))
    expect((await replay(violation, profile, faulty)).kind, violation.id).toBe('fails');
  // That nothing is wrong any more is known only when all probes that may see it have run again.
  for (const violation of repeatable.slice(0, 1))
    expect((await replay(violation, profile, repaired)).kind, violation.id).toBe('passes');
});

test('that no answer of a form passes is replayed by the probe that found it', async () => {
  const [faulty, repaired] = [await start('one-rank-refused'), await start('')];
  const found = await foundByProbe('walking', faulty);
  const violation = found.find(({ clause }) => clause === 'KEYS-RANK-01') ?? missing();
  expect(await replay(violation, profile, faulty)).toMatchObject({ kind: 'fails' });
  expect(await replay(violation, profile, repaired)).toMatchObject({ kind: 'passes' });
});

test('an answer that was wrong after others is no failure where it is right after those of now', async () => {
  const faulty = await start('resume-first-page');
  const violation =
    (await foundByProbe('resuming', faulty)).find(({ clause }) => clause === 'MOVE-RESUME-01') ?? missing();
  const { steps, failingStep } = violation.witness;
  const shown = violation.witness.steps[failingStep];
  if (shown === undefined || failingStep === 0) throw new Error('nothing was shown');
  // The rule of which is no rule of a single answer, so that what came before counts.
  const told = (way: typeof steps): Parameters<typeof replay>[0] => ({
    clause: 'MOVE-REJECT-02',
    path: '',
    witness: { ...violation.witness, steps: way },
  });
  expect(await replay(told(steps), profile, faulty)).toMatchObject({ kind: 'fails' });
  const [first, ...others] = steps;
  if (first === undefined) throw new Error('nothing was sent');
  const otherwise = { ...first, response: { ...first.response, body: '{"response":{"status":"success"}}' } };
  expect(await replay(told([otherwise, ...others]), profile, faulty)).toMatchObject({ kind: 'passes' });
});

test('what a walk over the pages of a list showed fails again by the walk, whatever was added to it meanwhile', async () => {
  const [faulty, repaired] = [await start('departments-first-items'), await start('')];
  const found = await foundByProbe('departments', faulty);
  const [twice = missing()] = found.filter(({ clause }) => clause === 'PAGING-LAW-01');
  const [counted = missing()] = found.filter(({ clause }) => clause === 'PAGING-LAW-02');
  // The shortest that shows it: two pages with one item.
  expect(twice.witness.steps.map(({ path }) => path.replace(/.*[?]/, ''))).toEqual([
    'page=1&perPage=2',
    'page=2&perPage=2',
  ]);
  expect(twice.actual).toMatch(/: page 2 of \d+ is page 1 again$/);
  for (const service of [faulty, repaired]) await foundByProbe('departments', service);
  for (const violation of [twice, counted]) {
    const again = await judgedAlone(violation, faulty);
    expect(again, violation.clause).toMatchObject({ fails: true, byProbe: false });
    const repairedNow = await judgedAlone(violation, repaired);
    expect(repairedNow.fails, violation.clause).toBe(false);
    expect(repairedNow.checks, violation.clause).toBeGreaterThan(0);
  }
});

test('a target that does not answer proves nothing', async () => {
  const [violation = missing()] = await foundWith('resume-first-page', 'MOVE-RESUME-01');
  const outcome = await replay(violation, profile, 'http://127.0.0.1:1');
  expect(outcome).toMatchObject({ kind: 'unreachable', because: 'the target never answered: refused' });
});

test.each([
  ['resume-first-page', 'MOVE-RESUME-01', 'resuming'],
  ['error-resource-undefined', 'ERROR-RESOURCE-02', 'strange-ids'],
])('with a key that is refused nothing of %s is tried, and nothing said', async (fault, clause, probe) => {
  const faulty = await start(fault);
  const violation = (await foundByProbe(probe, faulty)).find((found) => found.clause === clause) ?? missing();
  const expired = { ...profile, target: { ...profile.target, apiKeys: [new Secret('expired-key')] } };
  expect(await replay(violation, expired, faulty)).toMatchObject({
    kind: 'blocked',
    because: expect.stringContaining('is refused its API key now'),
  });
});

/** No key lags here. */
const settled = { ...profile.audit, settleSeconds: 0.2 };

test.each(['key-old-writes', 'key-new-dead'])(
  'a replay goes on with the new key, where it regenerates one (%s)',
  async (fault) => {
    const faulty = await start(fault);
    const using = (key: string) => ({
      ...profile,
      admin: { ...profile.admin, regenerateKey: true },
      audit: settled,
      target: { ...profile.target, apiKeys: [new Secret(key)] },
    });
    const found = await foundByProbe('regeneration', faulty, using('canvass-key'));
    const violation = found.find(({ clause }) => clause.startsWith('KEY-REGENERATE-0')) ?? missing();
    // What the probe did besides is no part of it.
    expect(violation.witness.steps.length).toBeLessThan(8);
    expect(violation.witness.steps.filter(({ endpoint }) => endpoint === 'regenerate-key')).toHaveLength(1);
    // A script has the key that was replaced, and not the new one.
    expect(violation.witness.curl.includes(' != 401 ]')).toBe(fault === 'key-old-writes');
    const again = await start(fault);
    expect((await replay(violation, using('canvass-key'), again)).kind).toBe('fails');
    expect((await replay(violation, using('canvass-key'), await start(''))).kind).toBe('passes');
  },
);

test('an old key that still works is found again where others of the steps are answered otherwise now', async () => {
  const using = { ...profile, admin: { ...profile.admin, regenerateKey: true }, audit: settled };
  const found = await foundByProbe('regeneration', await start('key-old-lives'), using);
  const violation = found.find(({ clause }) => clause === 'KEY-REGENERATE-03') ?? missing();
  const [first, ...others] = violation.witness.steps;
  if (first === undefined) throw new Error('nothing was sent');
  const otherwise = { ...first, response: { ...first.response, httpStatus: 201 } };
  const elsewhere = { ...violation, witness: { ...violation.witness, steps: [otherwise, ...others] } };
  expect((await replay(elsewhere, using, await start('key-old-lives'))).kind).toBe('fails');
  expect((await replay(elsewhere, using, await start(''))).kind).toBe('passes');
  // Nothing looks at the clause, and the answer that broke it is the same.
  const surveys = { ...profile.surveys, redirect: null };
  const unlooked = { ...elsewhere, clause: 'PAGE-REDIRECT-01' };
  expect(await replay(unlooked, { ...using, surveys }, await start('key-old-lives'))).toMatchObject({
    kind: 'blocked',
    because: expect.stringContaining('nothing tells whether it is right'),
  });
});

test('that a key came back unchanged is no failure of a service that gives another', async () => {
  const using = { ...profile, admin: { ...profile.admin, regenerateKey: true }, audit: settled };
  const found = await foundByProbe('regeneration', await start('key-unchanged'), using);
  const violation = found.find(({ clause }) => clause === 'KEY-REGENERATE-02') ?? missing();
  expect((await replay(violation, using, await start('key-unchanged'))).kind).toBe('fails');
  expect((await replay(violation, using, await start(''))).kind).toBe('passes');
});

test('nothing that a replay returns holds a key or a session id, whatever the service says in its answers', async () => {
  const behind = await start('resume-first-page');
  const front = await startRecordingFront(behind, (body, _, sent) =>
    body.replace(
      '"requestID"',
      `"echo":"${/JSESSIONID=([^;]+)/.exec(sent.cookie ?? '')?.[1]} ${sent['api-key']}","requestID"`,
    ),
  );
  onTestFinished(() => front.close());
  const found = (await foundByCrowd(front.baseUrl)).filter(({ clause }) => clause === 'MOVE-RESUME-01');
  expect(found.length).toBeGreaterThan(0);
  for (const violation of found.slice(0, 3)) {
    const walked = await replay(violation, profile, front.baseUrl);
    const [first, ...others] = violation.witness.steps;
    const steps = first === undefined ? [] : [{ ...first, headers: { 'x-probe': '1' } }, ...others];
    const performed = await replay({ ...violation, witness: { ...violation.witness, steps } }, profile, front.baseUrl);
    const said = JSON.stringify([walked, performed]);
    for (const secret of [...front.secrets, 'canvass-key']) expect(said).not.toContain(secret);
  }
  expect(front.secrets.size).toBeGreaterThan(10);
});

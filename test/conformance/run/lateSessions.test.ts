import { expect, test } from 'vitest';
import { Administrator } from '../../../src/conformance/probes/administrator.ts';
import type { Probe } from '../../../src/conformance/probes/probeContext.ts';
import { lostSessions } from '../../../src/conformance/probes/sessions.ts';
import { walking } from '../../../src/conformance/probes/walking.ts';
import { conform } from '../../../src/conformance/run/exerciseClauses.ts';
import type { ClauseId } from '../../../src/contract/clause.ts';
import { nothingAcceptable } from '../../../src/judging/baseline/standing.ts';
import { verdictsOf } from '../../../src/judging/evidence/verdicts.ts';
import { judgeUntouched } from '../../../src/judging/rules/submitPage.ts';
import { resolveProfile } from '../../../src/profile/resolveProfile.ts';
import { startService } from '../../../src/service/service.ts';

/** What is created is looked at again when stores have settled: longer than a session lives. */
const patient: Probe = {
  ...walking,
  async run(context) {
    const admin = new Administrator(context);
    await admin.granted('list-departments');
    await context.pause(400);
    await admin.granted('list-departments');
    await walking.run(context);
  },
};

/** The first page of a survey, and then a thread that is busy with itself for longer than a session lives. */
const late: Probe = {
  ...walking,
  async run(context) {
    const { conversation } = await context.begin(1001);
    const untilMs = performance.now() + 400;
    while (performance.now() < untilMs);
    await conversation.answer();
  },
};

/** A session that is put back after others were made up: each step in time, all of them longer than it lives. */
const putBack: Probe = {
  ...lostSessions,
  async run(context) {
    const { conversation, page } = await context.begin(1001);
    const given = conversation.session.state();
    for (let times = 0; times < 3; times++) {
      await context.pause(150);
      await conversation.back({ sessionTransport: 'forge' });
    }
    const owner = await conversation.take({ stale: given });
    judgeUntouched(owner.findings, owner, page);
  },
};

async function verdictAfter(
  probe: Probe,
  clause: ClauseId = 'MOVE-ADVANCE-02',
  options: Parameters<typeof startService>[0] = {},
) {
  const service = await startService({ sessionTimeoutMs: 300, ...options });
  const profile = resolveProfile({
    name: 'late',
    seed: 1,
    target: { baseUrl: service.baseUrl, apiKeys: ['canvass-key'] },
    surveys: { walk: [{ id: 1001, weight: 1 }] },
    admin: { organizationId: 1 },
    respondent: { expire: { idleSeconds: 0.6 } },
  });
  const { environment } = await conform({
    ...{ profile, baseUrl: service.baseUrl, probes: [probe], respondents: 0, seed: 1 },
    ...{ isOver: () => false, onExchange: () => {}, onProbe: () => {} },
  });
  await service.close();
  return verdictsOf(environment.evidence, nothingAcceptable, [clause]);
}

test('a session that expires while canvass is busy with itself is not put down to the service', async () => {
  const { clauses, violations } = await verdictAfter(late);
  expect(violations).toEqual([]);
  expect(clauses[0]).toMatchObject({ verdict: 'INCONCLUSIVE', reason: expect.stringContaining('canvass was late') });
});

test('nor is one that expires while others are carried in its place', async () => {
  const { clauses, violations } = await verdictAfter(putBack, 'SUBMIT-EXPIRED-04');
  expect(violations).toEqual([]);
  expect(clauses[0]).toMatchObject({ verdict: 'INCONCLUSIVE', reason: expect.stringContaining('canvass was late') });
});

test('nor is one of a service that looks at a step late, as it is busy', async () => {
  const { clauses, violations } = await verdictAfter(walking, 'MOVE-ADVANCE-02', { latency: () => 200 });
  expect(violations).toEqual([]);
  expect(clauses[0]).toMatchObject({ verdict: 'INCONCLUSIVE', reason: expect.stringContaining('canvass was late') });
});

test('calls of an account holder have no session that could expire between them', async () => {
  expect((await verdictAfter(patient)).clauses[0]).toMatchObject({ verdict: 'CONFORMS' });
});

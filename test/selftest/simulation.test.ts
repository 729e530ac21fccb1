import { expect, test } from 'vitest';
import { doubleSubmit } from '../../src/conformance/probes/doubleSubmit.ts';
import { durability } from '../../src/conformance/probes/durability.ts';
import { recordPaging } from '../../src/conformance/probes/recordLists.ts';
import { clauseIds } from '../../src/judging/allClauses.ts';
import { answerCalls } from '../../src/selftest/faults/answerCalls.ts';
import { fault, inSection } from '../../src/selftest/faults/fault.ts';
import { faults } from '../../src/selftest/faults/faults.ts';
import { judgeMemberFaults, recordSituations } from '../../src/selftest/generated/recordedAnswers.ts';
import { sequenceFaults, testGenerated } from '../../src/selftest/generated/sequenceFaults.ts';
import { testHonest } from '../../src/selftest/simulation/honestServices.ts';
import { simulate } from '../../src/selftest/simulation/simulate.ts';
import { generatedLine, isAlarmed } from '../../src/selftest/simulation/simulationReport.ts';
import { error } from '../../src/service/administration/call.ts';

/** One in so many; `canvass selftest --honest 1000 --generated 1000` tries them by the thousand. */
const generatedStep = 1300;

test('a service that breaks the document by a departure is reduced to that departure', async () => {
  // A gateway that answers clients of the contract with HTML: excluded from what is drawn.
  const departures = {
    gateway: 'html',
    doubleSubmit: 'error',
    pageMembers: 'some',
  };
  const service = { seed: 1, session: 'cookie', latencyMs: 1, departures } as const;
  const outcome = await testHonest(service, { probes: [doubleSubmit], walks: false });
  expect(isAlarmed(outcome)).toBe(true);
  expect(outcome.needed).toEqual({ gateway: 'html', doubleSubmit: 'error' });
});

test('records that a failing list does not show are not called lost', async () => {
  const how = answerCalls(['list-responses', 'filter-responses'], (call, clean) => {
    if (call.query.get('page') !== '1') return error(500);
    const query = new URLSearchParams(call.query);
    query.set('perPage', '5');
    return clean({ ...call, query });
  });
  const broken = fault('pages-unavailable', 'SANITY-ERROR-01', 'Later pages of the records give 500.', { how });
  const [injected] = inSection('list-responses', [broken]);
  if (injected === undefined) throw new Error('no fault');
  const options = { session: 'cookie', faults: [{ fault: injected, everyNth: 1 }] } as const;
  const asked = { probes: [durability, recordPaging], walks: false };
  const { failures } = await simulate({ options, latency: () => 1, demanding: true, asked, seed: 1 });
  const blamed = failures.map(({ clause }) => clause);
  expect(blamed.length).toBeGreaterThan(0);
  expect(blamed).not.toContain('SANITY-LOST-02');
});

test('every member that is wrong in any way is noticed, and every clause is broken by that or by an injected fault', async () => {
  const outcomes = [...judgeMemberFaults(await recordSituations(1))];
  const missed = outcomes.filter(({ gates }) => !gates);
  expect(outcomes.length).toBeGreaterThan(5000);
  expect(missed.map(generatedLine)).toEqual([]);
  const broken = new Set<string>([...outcomes, ...faults].flatMap(({ clauses }) => clauses));
  expect(clauseIds.filter((id) => !broken.has(id))).toEqual([]);
});

const generated = sequenceFaults(1);

test('a page that always leads back to an earlier one is odd', async () => {
  const all = await generated;
  const fault = all.find(({ kind, place }) => /accepted/.test(kind) && place === 'survey 1001, page 3: page 2');
  const asked = { probes: [durability], walks: true };
  expect(fault && (await testGenerated(fault, 1, asked))).toMatchObject({
    clauses: expect.arrayContaining(['ODD-WAY']),
    gates: false,
  });
});

test('generated faults of sequences are noticed', async () => {
  const all = await generated;
  expect(new Set(all.map(({ kind, place }) => `${kind} ${place}`)).size).toBe(all.length);
  for (const fault of all.filter((_, at) => at % generatedStep === 0))
    expect(await testGenerated(fault, 1)).toMatchObject({ gates: true });
});

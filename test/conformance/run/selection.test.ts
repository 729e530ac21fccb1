import { describe, expect, test } from 'vitest';
import { probes } from '../../../src/conformance/probes/allProbes.ts';
import { probesOf, selectProbes } from '../../../src/conformance/run/selection.ts';
import type { Evidence } from '../../../src/judging/evidence/evidence.ts';
import { faults } from '../../../src/selftest/faults/faults.ts';
import { selftestSurveys } from '../../../src/selftest/selftestSubjects.ts';
import { type Asked, simulate } from '../../../src/selftest/simulation/simulate.ts';

/** What conformance finds of the embedded service, with a fault where one is named; it ends where that is `enough`. */
function found(asked: Asked, faultId: string | null, enough: (evidence: Evidence) => boolean) {
  const injected = faults.filter(({ id }) => id === faultId);
  const options = {
    faults: injected.map((fault) => ({ fault, everyNth: fault.everyNth })),
    variants: injected[0]?.variants ?? {},
  };
  const service = { options, known: selftestSurveys, demanding: true, latency: () => 1, asked, seed: 7 };
  return simulate(service, enough);
}

test.each([
  ['a crowd shows, and no probe of the clause does', 'validation-moves-on', 'MOVE-RESUME-01'],
  ['other probes show than those of the clause', 'multiple-by-answer-id', 'KEYS-MULTIPLE-01'],
  ['shows while others walk', 'session-shared', 'STATUS-COMPLETED-02'],
])('a run about one clause finds what %s', async (_, fault, clause) => {
  expect((await found(selectProbes(clause), fault, ({ broken }) => broken.has(clause))).broken).toContain(clause);
});

/** What is asked of devices that the embedded service does not know, and where it hides records, which it does not. */
const unanswered = ['Q-OPERATING-SYSTEM', 'Q-DEVICE-TYPE', 'Q-FILTER-WITHOUT'];

describe('a probe has each open question answered that it says it asks', () => {
  const asking = probes.flatMap((probe) => (probe.asks === undefined ? [] : [{ probe, asks: probe.asks }]));
  test.each(asking.map((each) => [each.probe.id, each] as const))('%s', async (_, { probe, asks }) => {
    const silent = (evidence: Evidence) =>
      asks.filter((question) => !unanswered.includes(question) && evidence.answers(question).length === 0);
    const isAnswered = (evidence: Evidence) => silent(evidence).length === 0;
    expect(silent(await found({ probes: [probe], walks: false }, null, isAnswered))).toEqual([]);
  });
});

test('a run about an open question sends what asks it, and regenerates no key', () => {
  const { probes: asking, walks } = selectProbes('Q-EXPIRED-HTTP');
  expect(asking.map(({ id }) => id)).toEqual(['lost-sessions']);
  expect(walks).toBe(false);
});

test('a clause is looked for again by the probes that are there for it, one that any answer shows by all of them', () => {
  expect(probesOf('DEPARTMENT-LIST-01').length).toBeLessThan(5);
  expect(probesOf('SANITY-SECRET-02')).toBe(probes);
});

test('a clause is asked for in whatever letters, and first by the probes that are about it', () => {
  const { only, probes: asking } = selectProbes('datapad-update-02');
  expect(only).toEqual(['DATAPAD-UPDATE-02']);
  expect(asking[0]?.area).toBe('update-datapad');
  expect(selectProbes('q-expired-http').asked).toEqual(['Q-EXPIRED-HTTP']);
  expect(() => selectProbes('datapad-updote-02')).toThrow('there is no clause datapad-updote-02 (did you mean');
});

import { expect, test } from 'vitest';
import { sessionTransports } from '../../../src/selftest/selftestSubjects.ts';
import { evidenceOf } from '../../support/probing.ts';

/** The ids of one clause's violations that a service with one fault shows to some probes, and to respondents. */
async function idsOf(
  faults: string,
  clause: string,
  probes: readonly string[],
  seed: number,
  respondents: number,
): Promise<Set<string>> {
  const session = sessionTransports[seed % 3] ?? 'cookie';
  const { failures } = await evidenceOf(probes, { faults, session, seed, respondents });
  return new Set(failures.filter((each) => each.clause === clause).map((each) => each.id));
}

test.each([
  [
    'MOVE-RESUME-02',
    ['resume-first-page', 'resume-moves-on'],
    ['back-too-early', 'keys-previous-page', 'keys-take', 'other-survey'],
    4,
  ],
  ['STATUS-CLOSED-01', ['closed-as-paused', 'closed-shown'], ['status-survey_closed'], 0],
  ['MOVE-BACK-01', ['back-two-pages', 'back-stays', 'back-as-complete'], ['going-back', 'walking'], 4],
] as const)(
  'defects that break %s in different ways have different ids, the same with each seed',
  async (clause, defects, probes, respondents) => {
    const main = new Set<string>();
    for (const defect of defects) {
      const ids = await idsOf(defect, clause, probes, 1, respondents);
      expect(ids.size).toBeGreaterThan(0);
      expect(await idsOf(defect, clause, probes, 2, respondents), defect).toEqual(ids);
      main.add([...ids].sort().join(' '));
    }
    expect(main.size).toBe(defects.length);
  },
);

import { expect, test } from 'vitest';
import { sessionTransports } from '../../../src/runs/selftestSubjects.ts';
import { simulate } from '../../../src/runs/simulation/simulate.ts';
import { faults } from '../../../src/service/faults/faults.ts';

/** The ids of one clause's violations that a service with one fault shows. */
async function idsOf(id: string, clause: string, seed: number): Promise<string[]> {
  const fault = faults.find((each) => each.id === id);
  if (fault === undefined) throw new RangeError(`there is no fault ${id}`);
  const session = sessionTransports[seed % 3] ?? 'cookie';
  const { failures } = await simulate({
    options: { faults: [{ fault, everyNth: fault.everyNth }], session },
    latency: () => 1 + (seed % 3),
    seed,
  });
  return failures.filter((each) => each.clause === clause).map((each) => each.id);
}

test.each([
  ['MOVE-RESUME-02', ['resume-first-page', 'resume-moves-on']],
  ['STATUS-CLOSED-01', ['closed-as-paused', 'closed-shown']],
  ['MOVE-BACK-01', ['back-two-pages', 'back-stays', 'back-as-complete']],
])(
  'defects that break %s in different ways have different ids, the same with each seed',
  {
    timeout: 600_000,
  },
  async (clause, defects) => {
    const ids = new Map<string, Set<string>>();
    for (const defect of defects) {
      const [one, ...others] = [await idsOf(defect, clause, 1), await idsOf(defect, clause, 2)].map(
        (each) => new Set(each),
      );
      expect(one?.size).toBeGreaterThan(0);
      for (const other of others) expect(other, defect).toEqual(one);
      ids.set(defect, one ?? new Set());
    }
    const main = [...ids.values()].map((each) => [...each].sort().join(' '));
    expect(new Set(main).size).toBe(defects.length);
  },
);

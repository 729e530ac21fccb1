import { expect, test } from 'vitest';
import { altered } from '../../src/selftest/altered.ts';
import { type ChosenFault, chooseFaults } from '../../src/selftest/faults/faults.ts';
import { startService } from '../../src/service/service.ts';
import { straight, walkMany } from './walking.ts';

/** Faults of one answer, in a head, beside a page and in an error, and the clause that each breaks. */
const rare = [
  ['key-in-header', 'SANITY-SECRET-01'],
  ['page-with-trace', 'SANITY-STACK-TRACE-01'],
  ['password-shown', 'SANITY-SECRET-03'],
  ['html-page', 'SANITY-HTML-01'],
] as const;

/** A fault in one answer of 31, with how often it was injected so far. */
function counted(name: string): { readonly faults: readonly ChosenFault[]; readonly injected: () => number } {
  let times = 0;
  const faults = chooseFaults(`${name}:31`).map((chosen): ChosenFault => {
    const { how } = chosen.fault;
    if (how.kind !== 'response') throw new Error(`${name} is no fault of an answer`);
    const change: typeof how.change = (...draft) => {
      times++;
      how.change(...draft);
    };
    return { ...chosen, fault: { ...chosen.fault, how: { ...how, change } } };
  });
  return { faults, injected: () => times };
}

test.each(rare)('%s in one answer of 31 is seen as often as it came', async (fault, clause) => {
  const { faults, injected } = counted(fault);
  const service = await startService(altered({ faults }));
  const { coverage, requests } = await walkMany({
    baseUrl: service.baseUrl,
    walks: 150,
    surveys: [1001],
    respondent: straight,
  });
  await service.close();
  expect(injected()).toBeGreaterThan(15);
  expect(coverage.failed).toMatchObject({ [clause]: injected() });
  if (clause === 'SANITY-SECRET-01') expect(coverage.checked[clause]).toBe(requests.length);
});

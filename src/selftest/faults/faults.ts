import type { Fault } from './fault.ts';
import { authenticationFaults } from './tables/authenticationFaults.ts';
import { badLuckFaults } from './tables/badLuckFaults.ts';
import { durabilityFaults } from './tables/durabilityFaults.ts';
import { endpointFaults, errorFaults } from './tables/endpointsFaults.ts';
import { keyFaults } from './tables/keysFaults.ts';
import { pageFaults } from './tables/pageFaults.ts';
import { paginationFaults } from './tables/paginationFaults.ts';
import { previousPageFaults } from './tables/previousPageFaults.ts';
import { questionFaults } from './tables/questionFaults.ts';
import { readResponseFaults } from './tables/readResponsesFaults.ts';
import { createResponseFaults, recordFaults } from './tables/recordFaults.ts';
import { regenerateKeyFaults } from './tables/regenerateKeyFaults.ts';
import { datapadFaults, departmentFaults, templateFaults } from './tables/resourcesFaults.ts';
import { sanityFaults } from './tables/sanityFaults.ts';
import { stateFaults } from './tables/statesFaults.ts';
import { submitPageFaults } from './tables/submitPageFaults.ts';
import { takeFaults } from './tables/takeFaults.ts';

/** Every fault that clients of the contract meet, in the order of the sections of the document. */
export const faults: readonly Fault[] = [
  ...endpointFaults,
  ...departmentFaults,
  ...templateFaults,
  ...datapadFaults,
  ...recordFaults,
  ...paginationFaults,
  ...pageFaults,
  ...questionFaults,
  ...keyFaults,
  ...stateFaults,
  ...takeFaults,
  ...submitPageFaults,
  ...previousPageFaults,
  ...regenerateKeyFaults,
  ...createResponseFaults,
  ...readResponseFaults,
  ...authenticationFaults,
  ...errorFaults,
  ...sanityFaults,
  ...durabilityFaults,
];

/** Every fault that can be injected. */
export const allFaults: readonly Fault[] = [...faults, ...badLuckFaults];

/** A line a fault, for people. */
export function describeFaults(): string[] {
  return allFaults.map(({ id, description, everyNth, among }) => {
    const rate = everyNth === 1 ? '' : ` (1 in ${everyNth})`;
    return `${id}  ${description}${rate}${among === 'anybody' ? '' : ' Shows under load only.'}`;
  });
}

import type { Fault } from './fault.ts';
import { authenticationFaults } from './tables/authentication.ts';
import { badLuckFaults } from './tables/badLuck.ts';
import { createResponseFaults } from './tables/createResponse.ts';
import { datapadFaults } from './tables/datapads.ts';
import { departmentFaults } from './tables/departments.ts';
import { durabilityFaults } from './tables/durability.ts';
import { endpointFaults } from './tables/endpoints.ts';
import { errorFaults } from './tables/errors.ts';
import { keyFaults } from './tables/keys.ts';
import { pageFaults } from './tables/page.ts';
import { paginationFaults } from './tables/pagination.ts';
import { previousPageFaults } from './tables/previousPage.ts';
import { questionFaults } from './tables/question.ts';
import { readResponseFaults } from './tables/readResponses.ts';
import { recordFaults } from './tables/record.ts';
import { regenerateKeyFaults } from './tables/regenerateKey.ts';
import { sanityFaults } from './tables/sanity.ts';
import { stateFaults } from './tables/states.ts';
import { submitPageFaults } from './tables/submitPage.ts';
import { takeFaults } from './tables/take.ts';
import { templateFaults } from './tables/templates.ts';

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

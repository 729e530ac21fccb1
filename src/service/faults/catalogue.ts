import { administrationFaults } from './administration/catalogue.ts';
import { authenticationFaults } from './authenticationFaults.ts';
import { backFaults } from './backFaults.ts';
import { clausesByFault } from './clauses/catalogue.ts';
import { envelopeFaults } from './envelopeFaults.ts';
import type { Fault } from './fault.ts';
import { faultsFromTheDocument } from './fromTheDocument/catalogue.ts';
import { moveFaults } from './moveFaults.ts';
import { pageFaults } from './pageFaults.ts';
import { questionFaults } from './questionFaults.ts';
import { sanityFaults } from './sanityFaults.ts';
import { sessionFaults } from './sessionFaults.ts';
import { settledFaults } from './settled/catalogue.ts';
import { statusFaults } from './statusFaults.ts';
import { validationFaults } from './validationFaults.ts';

/** Every fault that can be planted. */
export const faults: readonly Fault[] = [
  ...settledFaults,
  ...envelopeFaults,
  ...pageFaults,
  ...questionFaults,
  ...validationFaults,
  ...moveFaults,
  ...backFaults,
  ...statusFaults,
  ...sessionFaults,
  ...authenticationFaults,
  ...sanityFaults,
  ...administrationFaults,
  ...faultsFromTheDocument,
].map((fault) => ({ ...fault, clauses: clausesByFault[fault.id] ?? fault.clauses }));

/** A line a fault, for people. */
export function describeFaults(): string[] {
  return faults.map(({ id, description, everyNth, needsCrowd }) => {
    const rate = everyNth === 1 ? '' : ` (1 in ${everyNth})`;
    return `${id}  ${description}${rate}${needsCrowd ? ' Shows under load only.' : ''}`;
  });
}

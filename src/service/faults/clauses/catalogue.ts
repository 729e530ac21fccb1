import { administrationFaultClauses } from './administration.ts';
import type { ClausesByFault } from './clausesByFault.ts';
import { flowFaultClauses } from './flow.ts';
import { faultFromTheDocumentClauses } from './fromTheDocument.ts';
import { keyAndErrorFaultClauses } from './keysAndErrors.ts';
import { pageFaultClauses } from './pages.ts';
import { recordFaultClauses } from './records.ts';

/** What every fault breaks that does not say so itself. Written from the descriptions of faults, not from what was found. */
export const clausesByFault: ClausesByFault = {
  ...pageFaultClauses,
  ...flowFaultClauses,
  ...keyAndErrorFaultClauses,
  ...administrationFaultClauses,
  ...recordFaultClauses,
  ...faultFromTheDocumentClauses,
};

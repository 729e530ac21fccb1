import type { Fault } from '../fault.ts';
import { pagedFaults } from './pagedFaults.ts';
import { resourceFaults } from './resourceFaults.ts';
import { shownPageFaults } from './shownPageFaults.ts';
import { storedRecordFaults } from './storedRecordFaults.ts';
import { submissionFaults } from './submissionFaults.ts';

/** Faults of endpoints 4 to 12, written from the document alone. */
export const administrationFaultsFromTheDocument: readonly Fault[] = [
  ...resourceFaults,
  ...storedRecordFaults,
  ...pagedFaults,
];

/** Faults that were written from the document by somebody who knew none of the checks. */
export const faultsFromTheDocument: readonly Fault[] = [
  ...submissionFaults,
  ...shownPageFaults,
  ...administrationFaultsFromTheDocument,
];

import type { Variants } from '../../variants.ts';
import type { Fault } from '../fault.ts';
import { flowFaults } from './flowFaults.ts';
import { recordAndPageFaults } from './recordAndPageFaults.ts';
import { routeFaults } from './routeFaults.ts';
import { settledSessionFaults } from './sessionFaults.ts';

/** Faults that were written for one clause each, where the others trip something else first. */
export const settledFaults: readonly Fault[] = [
  ...routeFaults,
  ...recordAndPageFaults,
  ...settledSessionFaults,
  ...flowFaults,
];

/** What the service answers beside a fault, where its usual answer would hide the fault. */
export const variantsOfFaults: Readonly<Record<string, Partial<Variants>>> = {
  'simultaneous-submissions-unchecked': { doubleSubmit: 'success-next' },
};

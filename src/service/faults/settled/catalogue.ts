import type { ClauseId } from '../../../contract/clauses/catalogue.ts';
import type { Variants } from '../../variants.ts';
import type { Fault } from '../fault.ts';
import { recordAndPageFaults } from './recordAndPageFaults.ts';
import { routeFaults } from './routeFaults.ts';
import { settledSessionFaults } from './sessionFaults.ts';

/** Faults that were written for one clause each, where the others trip something else first. */
export const settledFaults: readonly Fault[] = [...routeFaults, ...recordAndPageFaults, ...settledSessionFaults];

/** What the service answers beside a fault, where its usual answer would hide the fault. */
export const variantsOfFaults: Readonly<Record<string, Partial<Variants>>> = {
  'simultaneous-submissions-unchecked': { doubleSubmit: 'success-next' },
};

/** Clauses that other faults must trip, by the id of the fault. */
export const clausesOfFaults: Readonly<Record<string, readonly ClauseId[]>> = {
  'date-refused': ['KEYS-DATE-01'],
  'afternoon-refused': ['KEYS-TIME-01'],
  'resume-moves-on': ['MOVE-RESUME-02'],
  'expired-other-code': ['SUBMIT-EXPIRED-01'],
  'departments-page-ignored': ['DEPARTMENT-PAGE-01'],
  'create-drops-external': ['RESPONSE-ECHO-EXTERNAL-01'],
  'fetch-inset-missing': ['RESPONSE-FETCH-03'],
  'create-ids-reused': ['RESPONSE-UNIQUE-01'],
  'filter-extref-ignored': ['RESPONSE-FILTER-NONE-01'],
  'body-cut': ['SANITY-TRUNCATED-01'],
  'session-shared': ['SANITY-ISOLATION-03'],
};

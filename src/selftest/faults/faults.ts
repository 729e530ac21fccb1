import { ToolError } from '../../errors.ts';
import { suggestion } from '../../misspelt.ts';
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

/** A fault to inject, and how often it happens. */
export interface ChosenFault {
  readonly fault: Fault;
  /** 1 in this many opportunities. */
  readonly everyNth: number;
}

/**
 * Reads a list of faults as the command line has it: `id,id:200`, where a number makes the fault 1 in that many.
 *
 * @throws ToolError USAGE when a fault does not exist or a number is no positive integer.
 */
export function chooseFaults(list: string): ChosenFault[] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const [id = '', rate] = item.split(':');
      const fault = allFaults.find((each) => each.id === id);
      if (fault === undefined) {
        const ids = allFaults.map((each) => each.id);
        throw new ToolError(
          'USAGE',
          `there is no fault "${id}"${suggestion(id, ids)}; canvass serve --list-faults shows all`,
        );
      }
      if (rate !== undefined && !/^[1-9]\d{0,8}$/.test(rate)) {
        throw new ToolError('USAGE', `fault ${id}: "${rate}" is no whole number; write ${id}:200 for 1 in 200`);
      }
      return { fault, everyNth: rate === undefined ? fault.everyNth : Number(rate) };
    });
}

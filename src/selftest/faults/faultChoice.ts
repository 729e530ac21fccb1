import { ToolError } from '../../errors.ts';
import { suggestion } from '../../misspelt.ts';
import type { Fault } from './fault.ts';
import { allFaults } from './faults.ts';

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

import type { Fault } from '../fault.ts';
import { apiKeyFaults } from './apiKeyFaults.ts';
import { departmentFaults } from './departmentFaults.ts';
import { durabilityFaults } from './durabilityFaults.ts';
import { filterFaults } from './filterFaults.ts';
import { pagingFaults } from './pagingFaults.ts';
import { recordFaults } from './recordFaults.ts';
import { responseFaults } from './responseFaults.ts';
import { datapadFaults, templateFaults } from './templateFaults.ts';

/** Every fault that can be planted in endpoints 4 to 12, and in what becomes of completed walks. */
export const administrationFaults: readonly Fault[] = [
  ...departmentFaults,
  ...apiKeyFaults,
  ...templateFaults,
  ...datapadFaults,
  ...pagingFaults,
  ...filterFaults,
  ...recordFaults,
  ...responseFaults,
  ...durabilityFaults,
];

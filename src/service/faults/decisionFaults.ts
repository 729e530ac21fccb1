import type { Rules } from '../respondent/rules.ts';
import type { Crowd } from './crowd.ts';
import { type Fault, type FaultText, fault, type Occurs } from './fault.ts';

/** A fault that takes some decisions of the respondent flow otherwise. */
export function decide(
  text: FaultText,
  replace: (clean: Rules, occurs: Occurs, crowd: Crowd) => Partial<Rules>,
): Fault {
  return fault(text, { kind: 'rules', replace });
}

import type { Condition, Violation } from './verdict.ts';

/** The condition that is told of a violation: one that chance may have made is none where it does not show each time. */
export function conditionOf({
  condition,
  classification,
}: Pick<Violation, 'condition' | 'classification'>): Condition | null {
  return condition !== undefined && (condition.isSure || classification === 'always') ? condition : null;
}

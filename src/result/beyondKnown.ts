import type { Violation } from './verdict.ts';

/** The known violation of the same clause, where one that is not listed shows beside it: more of the same, or another defect. */
export function knownBeside(
  { clause, baseline }: Pick<Violation, 'clause' | 'baseline'>,
  violations: readonly Violation[],
): (Violation & { readonly baseline: { readonly kind: 'KNOWN' } }) | null {
  if (baseline.kind === 'KNOWN' || baseline.kind === 'GONE') return null;
  for (const each of violations)
    if (each.clause === clause && each.baseline.kind === 'KNOWN') return { ...each, baseline: each.baseline };
  return null;
}

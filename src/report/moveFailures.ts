import type { MoveId } from '../contract/moves.ts';
import type { Violation, Witness } from '../result/verdict.ts';

/** How often each move went wrong: violations counted at the move that the failing step of their witness made. */
export function moveFailures(violations: readonly Violation[]): ReadonlyMap<MoveId, number> {
  const failures = new Map<MoveId, number>();
  for (const { witness, count } of violations) {
    const move = moveOf(witness);
    if (move !== null) failures.set(move, (failures.get(move) ?? 0) + count);
  }
  return failures;
}

/** The move that the failing step of a witness made, read off the endpoint and the answer; null for administration. */
export function moveOf(witness: Witness): MoveId | null {
  const step = witness.steps[witness.failingStep];
  if (step === undefined) return null;
  const earlier = witness.steps.slice(0, witness.failingStep).filter((s) => s.session === step.session);
  const status = /"status"\s*:\s*"(\w+)"/.exec(step.response.body)?.[1];
  switch (step.endpoint) {
    case 'take':
      return earlier.length === 0 || step.sessionTransport === 'drop' ? 'begin' : 'resume';
    case 'submit-page':
      if (status === 'validation_errors') return 'reject';
      return status === 'survey_complete' ? 'complete' : 'advance';
    case 'previous-page':
      return earlier.some((s) => s.endpoint === 'submit-page') ? 'back' : 'back-too-early';
    default:
      return null;
  }
}

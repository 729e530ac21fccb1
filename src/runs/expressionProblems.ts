import { parseObjective } from '../capacity/serviceLevel.ts';
import { ToolError } from '../errors.ts';
import { parseExpression } from '../load/thresholds/expression.ts';
import type { Profile } from '../profile/profile.ts';
import type { KeyPath, Problem } from '../profile/profileProblem.ts';

/** Thresholds and objectives of a profile that are not understood: all of them, for `loadProfile`. */
export function expressionProblems({ thresholds, capacity }: Profile): Problem[] {
  const expressions = thresholds.map(({ expression }) => expression);
  return [
    ...problemsOf(['thresholds'], expressions, parseExpression),
    ...problemsOf(['capacity', 'slo'], capacity.slo, parseObjective),
  ];
}

function problemsOf(path: KeyPath, texts: readonly string[], parse: (text: string) => unknown): Problem[] {
  return texts.flatMap((text, index) => {
    try {
      parse(text);
      return [];
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return [{ path: [...path, index], message: error.message.replaceAll('\n', '\n    ') }];
    }
  });
}

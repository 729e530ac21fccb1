import { membersOf } from '../../contract/jsonShape.ts';
import { tokensIn } from '../../judging/tokens.ts';
import type { Sequence } from './sequence.ts';

/** One way in which a submission is richer than it need be. */
export interface Complexity {
  /** Place of the step in the sequence. */
  readonly step: number;
  readonly key: string;
  /** `present`: the key is there at all; `long`: a text or a list has more than it needs. */
  readonly kind: 'present' | 'long';
}

/** Every way in which the submissions of a sequence could be simpler. */
export function complexitiesOf({ steps }: Sequence): Complexity[] {
  return steps.flatMap(({ body }, step) => {
    if (body === null) return [];
    return Object.entries(membersOf(body)).flatMap(([key, value]) => {
      const present: Complexity = { step, key, kind: 'present' };
      return simplerValue(value) === value ? [present] : [present, { step, key, kind: 'long' as const }];
    });
  });
}

/** The sequence without these complexities. */
export function simplified({ surveys, steps }: Sequence, without: readonly Complexity[]): Sequence {
  const byStep = Map.groupBy(without, ({ step }) => step);
  return {
    surveys,
    steps: steps.map((step, at) => {
      const changes = byStep.get(at);
      return changes === undefined || step.body === null ? step : { ...step, body: withoutThem(step.body, changes) };
    }),
  };
}

function withoutThem(body: string, changes: readonly Complexity[]): string {
  const answers = { ...membersOf(body) };
  for (const { key, kind } of changes) if (kind === 'long') answers[key] = simplerValue(answers[key]);
  for (const { key, kind } of changes) if (kind === 'present') delete answers[key];
  return JSON.stringify(answers);
}

/** A text with its respondent's token becomes the token; of a list the first element stays. */
function simplerValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 1 ? value.slice(0, 1) : value;
  if (typeof value !== 'string') return value;
  const token = tokensIn(value)[0];
  return token === undefined || token === value ? value : token;
}

import Type from 'typebox';
import { Classification } from './verdict.ts';

/** Violations of one cause: what a person reads first. */
export const Problem = Type.Object({
  /** The same for the same problem in every command and every run. */
  signature: Type.String(),
  title: Type.String(),
  clauses: Type.Array(Type.String()),
  /** Ids of its violations. */
  violations: Type.Array(Type.String()),
  /** How often its most frequent violation was seen. */
  count: Type.Integer(),
  /** Seconds since the start of the run; `null` where nobody noted it. */
  firstSecond: Type.Union([Type.Integer(), Type.Null()]),
  endpoints: Type.Array(Type.String()),
  classification: Classification,
  /** Whether it fails the run. */
  gating: Type.Boolean(),
});
export type Problem = Type.Static<typeof Problem>;

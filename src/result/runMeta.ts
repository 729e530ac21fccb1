import Type from 'typebox';
import { RunResult as RunResultSchema } from './runResult.ts';

/** What a run is, known before its first request. */
export const RunMeta = Type.Object({
  run: Type.Object({
    id: Type.String(),
    profile: Type.String(),
    seed: Type.Integer(),
    startedAt: Type.String(),
    command: Type.Optional(Type.String()),
  }),
  target: RunResultSchema.properties.target,
  tool: RunResultSchema.properties.tool,
  /** The resolved profile, secrets redacted. */
  profile: Type.Unknown(),
  workers: Type.Integer(),
  plannedSeconds: Type.Number(),
});
export type RunMeta = Type.Static<typeof RunMeta>;

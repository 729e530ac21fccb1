import fc from 'fast-check';
import type { Stage } from '../../src/load/schedule/levelCurve.ts';

/** Any sequence of up to five stages: ramps up and down, steps, spikes, pauses. */
export const stagesArbitrary: fc.Arbitrary<Stage[]> = fc.array(
  fc.record({
    durationSeconds: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.double({ min: 0.05, max: 8, noNaN: true })),
    level: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 }), fc.double({ min: 0, max: 60, noNaN: true })),
    ramp: fc.constantFrom('linear' as const, 'step' as const),
  }),
  { minLength: 1, maxLength: 5 },
);

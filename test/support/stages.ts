import fc from 'fast-check';
import type { Stage } from '../../src/load/schedule.ts';

/** Any sequence of up to five stages: ramps up and down, steps, spikes, pauses; in whole ms and thousandths. */
export const stagesArbitrary: fc.Arbitrary<Stage[]> = fc.array(
  fc.record({
    durationSeconds: fc.integer({ min: 50, max: 8000 }).map((ms) => ms / 1000),
    level: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 60_000 }).map((thousandths) => thousandths / 1000),
    ),
    ramp: fc.constantFrom('linear' as const, 'step' as const),
  }),
  { minLength: 1, maxLength: 5 },
);

/** A share of 1 in thousandths, `least` thousandths or more. */
export function shares(least: number): fc.Arbitrary<number> {
  return fc.integer({ min: least, max: 1000 }).map((thousandths) => thousandths / 1000);
}

import Type from 'typebox';
import { atLeastZero, tagged } from './block.ts';
import { longestThinkMs } from './bounds.ts';

const exact = { additionalProperties: false };

/** A distribution of times in ms, told apart by `distribution`. */
export function distributionMs(standard: Readonly<Record<string, unknown>>, description: string) {
  return tagged(
    'distribution',
    [
      Type.Object({ distribution: Type.Literal('none') }, { ...exact, description: 'no time at all' }),
      Type.Object(
        { distribution: Type.Literal('fixed'), value: atLeastZero(1000, 'always this time, ms', longestThinkMs) },
        { ...exact, description: 'the same time every time' },
      ),
      Type.Object(
        {
          distribution: Type.Literal('uniform'),
          min: atLeastZero(500, 'shortest time, ms', longestThinkMs),
          max: atLeastZero(3000, 'longest time, ms', longestThinkMs),
        },
        { ...exact, description: 'every time between two bounds equally likely' },
      ),
      Type.Object(
        { distribution: Type.Literal('exponential'), mean: atLeastZero(2000, 'mean time, ms', longestThinkMs) },
        { ...exact, description: 'memoryless' },
      ),
      Type.Object(
        {
          distribution: Type.Literal('lognormal'),
          median: atLeastZero(2000, 'half of the times are below it, ms', longestThinkMs),
          sigma: atLeastZero(0.6, 'standard deviation of the logarithm', 5),
        },
        { ...exact, description: 'as people are: many short times, few very long ones' },
      ),
    ],
    {
      default: standard,
      description,
      errorMessage: 'expected a distribution in ms, for example { distribution: fixed, value: 500 }',
    },
  );
}

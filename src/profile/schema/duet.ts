import Type from 'typebox';
import { atLeastZero, block, positive } from './block.ts';

/** The longest that a side walks against itself, s. */
const longestLearning = 3600;

const Expected = Type.Object(
  {
    difference: Type.String({
      minLength: 1,
      examples: ['member:3fa94c2e'],
      description: 'id of the difference, as the report shows it',
    }),
    reason: Type.String({ pattern: '\\S', examples: ['SURV-12 adds it'], description: 'why it is wanted' }),
    expires: Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      examples: ['2027-01-31'],
      description: 'the last day on which it is expected',
      errorMessage: 'expected a day, YYYY-MM-DD',
    }),
  },
  { additionalProperties: false },
);

/** Keys that are read as a layer of the candidate's own profile, which judges them. */
function ownOf(description: string) {
  const anything: Type.TUnknown & { readonly description?: string } = Type.Unknown();
  return Type.Record(Type.String(), anything, { default: {}, description });
}

/** `duet`: two releases side by side. */
export const Duet = block('two releases side by side: `canvass duet`', {
  candidate: block('what the candidate has otherwise, spelt as in a profile; everything else is the same for both', {
    target: ownOf('how the candidate is reached'),
    surveys: ownOf('its surveys; those in the same place of `walk` are walked by twins'),
    admin: ownOf('its ids of the administration'),
  }),
  learnSeconds: atLeastZero(
    5,
    'how long each side walks against itself first: of the base is learnt what differs from walk to walk, and both are as warm; 0: nothing is learnt',
    longestLearning,
  ),
  minimumEffect: positive(0.03, 'a shift of latency smaller than this share does not matter', 1),
  instanceNoise: atLeastZero(
    0.005,
    'how much two processes of the same build differ in latency whatever the length of the run, as a share',
    1,
  ),
  expected: Type.Array(Expected, {
    default: [],
    description: 'differences that are wanted, each until a day',
  }),
});

import Type from 'typebox';
import {
  atLeastZero,
  block,
  count,
  exactly,
  flag,
  longestSeconds,
  mostArrivalsPerSecond,
  mostRequests,
  orNull,
  positive,
  probability,
  word,
} from './block.ts';

const expression = Type.String({
  minLength: 1,
  examples: ['errors.rate < 0.1%'],
  description: 'a metric, a comparison and a limit',
});

/** `thresholds`: what the measurements must satisfy. */
export const Thresholds = Type.Array(
  Type.Union([
    expression,
    exactly({
      expression,
      windowSeconds: orNull(Type.Number({ exclusiveMinimum: 0 }), {
        description: 'judged over a sliding window; null: over the whole run',
      }),
      abort: flag(false, 'stop the run when it is missed'),
    }),
  ]),
  { default: [], description: 'what the measurements must satisfy, else the run fails' },
);

/** `capacity`: the search for the highest sustainable arrival rate. */
export const Capacity = block('the search for the highest sustainable arrival rate', {
  slo: Type.Array(expression, {
    default: ['latency.p99 < 500ms', 'errors.rate < 0.5%'],
    minItems: 1,
    description: 'what a sustainable rate must satisfy',
  }),
  startPerSecond: positive(10, 'first rate tried', mostArrivalsPerSecond),
  maxPerSecond: positive(5000, 'no rate above it is tried', mostArrivalsPerSecond),
  stepSeconds: positive(15, 'length of one probe', longestSeconds),
  confirmSeconds: positive(30, 'length of a confirmation', longestSeconds),
  peakPerSecond: orNull(Type.Number({ exclusiveMinimum: 0, maximum: mostArrivalsPerSecond }), {
    description: 'expected peak, for the plan',
  }),
  headroom: Type.Number({
    minimum: 0,
    maximum: 10,
    default: 0.3,
    description: 'reserve wanted above the peak, as a share of it',
  }),
  maxRequests: count(5_000_000, 'the search ends after this many requests', mostRequests),
  maxDurationSeconds: positive(
    175,
    'the search ends after this time; walks that think for long need more',
    longestSeconds,
  ),
  maxErrorRate: probability(
    0.5,
    'a probe ends at once above this share of errors, the search when all its requests are above it',
  ),
});

/** `output`: what is written beside result.json. */
export const Output = block('what is written into the folder of the run', {
  formats: Type.Array(word(['json', 'html', 'junit', 'markdown', 'hlog'], {}), {
    default: ['json', 'html', 'junit', 'markdown'],
    description: 'result.json is always written',
  }),
  traceUrl: orNull(Type.String({ pattern: '^(https?://|\\$\\{)[!-~]*\\{traceId\\}[!-~]*$' }), {
    examples: ['https://tempo.example.com/trace/{traceId}'],
    description: 'where traces are looked at: reports link what `target.traceparent` sent to it',
    errorMessage: 'expected http(s)://… with {traceId} in it, or null',
  }),
  har: word(['violations', 'none'], {
    default: 'violations',
    description: 'HAR of the witnesses',
    readBy: 'load, conform',
  }),
  webhook: orNull(Type.String({ pattern: '^(https?://|\\$\\{)[!-~]+$' }), {
    description:
      'address that the summary is posted to when a run ends, as Slack takes it; from a variable of the environment, for who knows it may write there',
    errorMessage: 'expected http(s)://…, from a variable of the environment, or null',
  }),
});

/** The longest that a side walks against itself, s. */
const longestLearning = 3600;

const Expected = exactly({
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
});

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

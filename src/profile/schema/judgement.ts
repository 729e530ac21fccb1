import Type from 'typebox';
import { block, count, flag, positive, probability, word } from './block.ts';
import { longestSeconds, mostArrivalsPerSecond, mostRequests } from './bounds.ts';

const expression = Type.String({
  minLength: 1,
  examples: ['errors.rate < 0.1%'],
  description: 'a metric, a comparison and a limit',
});

/** `thresholds`: what the measurements must satisfy. */
export const Thresholds = Type.Array(
  Type.Union([
    expression,
    Type.Object(
      {
        expression,
        windowSeconds: Type.Union([Type.Number({ exclusiveMinimum: 0 }), Type.Null()], {
          default: null,
          description: 'judged over a sliding window; null: over the whole run',
        }),
        abort: flag(false, 'stop the run when it is missed'),
      },
      { additionalProperties: false },
    ),
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
  peakPerSecond: Type.Union([Type.Number({ exclusiveMinimum: 0, maximum: mostArrivalsPerSecond }), Type.Null()], {
    default: null,
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
  traceUrl: Type.Union([Type.String({ pattern: '^(https?://|\\$\\{)[!-~]*\\{traceId\\}[!-~]*$' }), Type.Null()], {
    default: null,
    examples: ['https://tempo.example.com/trace/{traceId}'],
    description: 'where traces are looked at: reports link what `target.traceparent` sent to it',
    errorMessage: 'expected http(s)://… with {traceId} in it, or null',
  }),
  har: word(['violations', 'none'], { default: 'violations', description: 'HAR of the witnesses' }),
  webhook: Type.Union([Type.String({ pattern: '^(https?://|\\$\\{)[!-~]+$' }), Type.Null()], {
    default: null,
    description:
      'address that the summary is posted to when a run ends, as Slack takes it; from a variable of the environment, for who knows it may write there',
    errorMessage: 'expected http(s)://…, from a variable of the environment, or null',
  }),
});

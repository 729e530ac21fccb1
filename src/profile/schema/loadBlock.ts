import Type from 'typebox';
import {
  atLeastZero,
  block,
  count,
  exactly,
  flag,
  longestSeconds,
  mostArrivalsPerSecond,
  mostConnections,
  mostRequests,
  mostRespondents,
  mostThreads,
  readBy,
  tagged,
  word,
} from './block.ts';

const durationSeconds = Type.Number({
  exclusiveMinimum: 0,
  maximum: longestSeconds,
  examples: [10],
  description: 'length of the stage',
});
const ramp = word(['auto', 'linear', 'step'], {
  default: 'auto',
  description:
    'linear: from the level before to this one over the whole stage (before the first stage it is 0); step: at once; auto: step for the first stage, linear for the others',
});
const OpenStage = exactly({
  durationSeconds,
  arrivalsPerSecond: Type.Number({
    minimum: 0,
    maximum: mostArrivalsPerSecond,
    examples: [50],
    description: 'respondents that arrive',
  }),
  ramp,
});
const ClosedStage = exactly({
  durationSeconds,
  respondents: Type.Integer({
    minimum: 0,
    maximum: mostRespondents,
    examples: [200],
    description: 'respondents at once',
  }),
  ramp,
});

/** Traffic as it was: read when the profile is, and made `stages` of (`arrivalsFile.ts`). */
const ArrivalsFile = exactly({
  file: Type.String({
    minLength: 1,
    examples: ['arrivals.csv'],
    description: 'CSV file of instants, or of counts a minute, as `canvass arrivals` writes it',
  }),
  scale: Type.Number({
    exclusiveMinimum: 0,
    maximum: 10_000,
    default: 1,
    description: 'so many times as many arrive a second as in the file',
  }),
  speed: Type.Number({
    exclusiveMinimum: 0,
    maximum: 3600,
    default: 1,
    description: 'how much faster its time goes by: 60 makes a minute a second; arrivals a second stay what they are',
  }),
  spacing: word(['poisson', 'even'], { default: 'poisson', description: 'how arrivals are spaced within a stage' }),
});

const share = (call: string) => atLeastZero(0, `${call} calls per request of the walks`, 10);

const withSearch = 'load, capacity, duet';
const withoutDuet = 'load, capacity';

const shared = {
  arrivals: Type.Union([word(['poisson', 'even'], {}), ArrivalsFile], {
    default: 'poisson',
    description:
      'spacing of arrivals (open model); or `{ file, scale, speed, spacing }`: the arrivals of a CSV file, in place of `stages`',
    readBy: withSearch,
  }),
  pacingSeconds: atLeastZero(0, 'least time from one walk of a respondent to its next (closed model)', longestSeconds),
  warmupSeconds: atLeastZero(2, 'left out of latencies, rates and thresholds; violations count', longestSeconds),
  maxRespondents: readBy(
    withSearch,
    count(20_000, 'respondents at once; an arrival beyond it is dropped, and counted', mostRespondents),
  ),
  connections: readBy(
    withSearch,
    block('how respondents share connections', {
      mode: word(['shared', 'perRespondent'], { default: 'shared', description: 'a common set, or one for each' }),
      max: count(64, 'connections at once (mode shared)', mostConnections),
    }),
  ),
  workers: Type.Union([Type.Integer({ minimum: 1, maximum: mostThreads }), word(['auto'], {})], {
    default: 'auto',
    description: 'threads that generate load',
    readBy: withoutDuet,
  }),
  gracefulStopSeconds: readBy(
    withSearch,
    atLeastZero(10, 'time for walks under way to end after the last stage', longestSeconds),
  ),
  adminMix: readBy(
    withoutDuet,
    block('administration calls beside the walks, as a share of the requests of the walks', {
      createDepartment: share('POST departments'),
      listDepartments: share('GET departments'),
      regenerateKey: share('GET apikey/regenerate'),
      createTemplate: share('POST templates'),
      updateDatapad: share('PUT datapads'),
      createResponse: share('POST responses'),
      listResponses: share('GET responses'),
      filterResponses: share('GET responses/filter'),
      fetchResponse: share('GET responses/<response_id>'),
    }),
  ),
};

/** `load`: how many respondents, when. Told apart by `model`. */
export const Load = tagged(
  'model',
  [
    exactly(
      {
        model: Type.Literal('open', { default: 'open' }),
        stages: Type.Array(OpenStage, {
          default: [{ durationSeconds: 10, arrivalsPerSecond: 10 }],
          minItems: 1,
          description: 'one after the other',
        }),
        ...shared,
      },
      { description: 'arrivals a second, never slowed by a slow service' },
    ),
    exactly(
      {
        model: Type.Literal('closed'),
        stages: Type.Array(ClosedStage, {
          default: [{ durationSeconds: 10, respondents: 10 }],
          minItems: 1,
          description: 'one after the other',
        }),
        ...shared,
      },
      { description: 'a population; who finishes a walk begins another' },
    ),
  ],
  { default: {}, description: 'how many respondents, and when' },
);

/** `conform`: how far conformance looks. */
export const Conform = block('how far conform looks beyond its probes and its crowd', {
  placesRequests: count(
    200,
    'requests that are sent to reach the places where clauses were not looked at by then; 0: none',
    mostRequests,
    0,
  ),
  deep: flag(false, 'look again in each survey and each list, with ten times as many requests; as `--deep`'),
});

/** `audit`: the durability audit after the walks. */
export const Audit = block('reconciles accepted completions with the response records', {
  enabled: Type.Union([Type.Boolean(), word(['auto'], {})], {
    default: 'auto',
    description:
      'auto: when `admin.surveyId` is among the walked surveys. true also says that completed walks become records, which the document does not: where there are none, they are lost',
    readBy: 'load, conform, duet',
  }),
  live: flag(false, 'audit during the run as well'),
  settleSeconds: atLeastZero(
    30,
    'how long what was stored may stay invisible: load after the walks, and conform after what it did, look again with growing pauses before anything is called lost or stale',
    longestSeconds,
  ),
});

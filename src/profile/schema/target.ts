import Type from 'typebox';
import { block, count, flag, optionalText, positive, word } from './block.ts';
import { longestTimeoutMs, mostOfAnswers, standardLimits } from './bounds.ts';
import { distributionMs } from './distribution.ts';
import { way } from './way.ts';

const Embedded = block('the embedded service, used when `baseUrl` is `embedded`', {
  latencyMs: distributionMs({ distribution: 'none' }, 'added to every answer'),
  faults: Type.Array(Type.String({ minLength: 1 }), {
    default: [],
    description: 'faults to inject, as `canvass serve --faults` takes them',
  }),
  variants: Type.Record(Type.String(), Type.String(), {
    default: {},
    description: 'what to do where the document is silent: variant id to alternative',
  }),
  session: word(['auto', 'cookie', 'token'], {
    default: 'auto',
    description: 'how the service carries sessions; auto: as `target.session` says, cookie if that is auto too',
  }),
  sessionTimeoutSeconds: positive(1800, 'a session without a request for this time has expired'),
  store: optionalText('file for completed responses (SQLite); null keeps them in memory'),
});

const RateBudget = Type.Object(
  {
    perKeyPerMinute: count(300, 'calls per 60 s for each API key'),
    perOrganizationPerMinute: count(2400, 'calls per 60 s for all keys together'),
  },
  { additionalProperties: false },
);

const keyForm = 'expected a key of visible ASCII characters without spaces, as a header can carry it';

/** What fits into a header: a line break or a typographic character would make every request fail. */
const apiKey = Type.String({
  pattern: '^[!-~]+$',
  examples: ['$' + '{CANVASS_API_KEY}'],
  errorMessage: keyForm,
});

const permission = Type.String({ pattern: '\\S', examples: ['OPS-123, allowed by Ada'] });

const Authorization = Type.Object(
  {
    by: Type.String({ pattern: '\\S', examples: ['OPS-123, allowed by Ada'], description: 'a ticket or a name' }),
    hosts: Type.Array(
      Type.String({ pattern: '^(\\*\\.)?([A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*|\\[[0-9A-Fa-f:.]+\\])$' }),
      {
        minItems: 1,
        examples: [['survey.example.com', '*.eu.example.com']],
        description: 'hosts without a port; `*.` stands for all hosts below',
        errorMessage: 'expected a host without a port, or `*.` and a domain',
      },
    ),
  },
  { additionalProperties: false, errorMessage: 'expected { by: who, hosts: [host or *.domain] }' },
);

/** What of an answer is read: a service, or whoever stands in its place, must exhaust nobody. */
const Limits = block(
  'how much of an answer is read: what is beyond is a failed request, no JSON, or a cookie not kept',
  {
    bodyBytes: count(standardLimits.bodyBytes, 'bytes of a body, unpacked', mostOfAnswers.bodyBytes),
    headBytes: count(
      standardLimits.headBytes,
      'bytes of a status line with all headers, and of trailers',
      mostOfAnswers.headBytes,
    ),
    jsonDepth: count(standardLimits.jsonDepth, 'lists and objects within each other', mostOfAnswers.jsonDepth),
    cookies: count(
      standardLimits.cookies,
      'cookies of a session; the oldest but JSESSIONID goes first',
      mostOfAnswers.cookies,
    ),
    cookieBytes: count(standardLimits.cookieBytes, 'characters of a cookie, name and value', mostOfAnswers.cookieBytes),
  },
);

/** `target`: which service is tested, and how it is reached. */
export const Target = Type.Object(
  {
    baseUrl: Type.String({
      pattern: '^(embedded|https?://[^/\\s?#@]+/?)$',
      examples: ['embedded', 'http://127.0.0.1:8080'],
      description: '`embedded`, or http(s)://host[:port] without a path (`basePath`)',
      errorMessage: 'expected `embedded` or http(s)://host[:port], without user, path or query',
    }),
    datacenter: Type.String({
      default: 'local',
      minLength: 1,
      description: 'a key of datacenters.yaml fills `baseUrl` and `apiKeys`; otherwise a label for reports',
    }),
    release: Type.String({
      default: 'unlabelled',
      description: 'label of the release, for reports and baselines; of the embedded service it is `embedded`',
    }),
    session: word(['auto', 'cookie', 'token'], {
      default: 'auto',
      description: 'cookie (JSESSIONID), token (x-survey-token), or auto: the answer of take decides',
    }),
    apiKeys: Type.Array(apiKey, {
      default: [],
      description:
        'pool of API keys, each from a variable of the environment; without it CANVASS_API_KEY is the key where that variable is set, and the embedded service brings its own',
    }),
    forbiddenApiKey: Type.Union([apiKey, Type.Null()], {
      default: null,
      description: 'a valid key without permission: enables the clauses about 403',
      errorMessage: keyForm,
    }),
    authorization: Type.Union([permission, Authorization, Type.Null()], {
      default: null,
      description:
        'who allowed this test, and for which hosts; required for any host that is not loopback. A text alone holds for the host of the base URL that stands beside it, in the same file or entry of datacenters.yaml, or on the command line, and for no other',
      errorMessage: 'expected who allowed this test, or { by: who, hosts: [host or *.domain] }',
    }),
    rateBudget: Type.Union([word(['auto'], {}), Type.Null(), RateBudget], {
      default: 'auto',
      description: 'calls that the service allows; auto: none on loopback, 300 and 2,400 elsewhere; null: none',
    }),
    timeoutMs: count(10_000, 'a request without an answer after this time has failed', longestTimeoutMs),
    http2: flag(false, 'use HTTP/2 where the service offers it'),
    ...way,
    traceparent: flag(
      false,
      'send a W3C trace context (`traceparent`) with every request, each in a trace of its own whose id the report shows',
    ),
    limits: Limits,
    embedded: Embedded,
  },
  { additionalProperties: false, default: {}, description: 'which service is tested, and how it is reached' },
);

import Type from 'typebox';
import {
  block,
  count,
  distributionMs,
  exactly,
  flag,
  longestTimeoutMs,
  mostOfAnswers,
  optionalText,
  orNull,
  positive,
  standardLimits,
  word,
} from './block.ts';

const place = '(\\[[0-9A-Fa-f:.]+\\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?';
const connectToForm = 'expected host or host:port';
const proxyForm =
  'expected auto, null or http://[user:password@]host[:port]: canvass speaks plain HTTP to a proxy, and asks it to CONNECT';
const headersForm = 'expected a text that a header can carry, without line breaks';

/** Keys of `target` that say which way requests take: through which gateway, by which name, over which proxy. */
export const way = {
  basePath: Type.String({
    default: '',
    pattern: "^((/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)+/?|/?)$",
    examples: ['/survey'],
    description: 'what a gateway puts before every path: `/survey` makes `/survey/a/api/v2/…`',
    errorMessage: 'expected a path such as /survey, without query or spaces',
  }),
  headers: Type.Record(
    Type.String({ minLength: 1 }),
    Type.String({ pattern: '^[\\t\\x20-\\x7e]*$', errorMessage: headersForm }),
    {
      default: {},
      description:
        'sent with every request, and to nobody but the service; a value from the environment, and any that a name like `authorization` makes one, is a secret',
    },
  ),
  connectTo: orNull(Type.String({ pattern: `^${place}$`, examples: ['10.0.0.7:8443'] }), {
    description:
      'connect to this host or host:port in place of that of `baseUrl`, which stays the name in `Host` and TLS; needs its own authorization',
    errorMessage: connectToForm,
  }),
  proxy: Type.Union(
    [Type.Enum(['auto']), Type.String({ pattern: `^([Hh][Tt][Tt][Pp]://)?([^@/\\s]*@)?${place}/?$` }), Type.Null()],
    {
      default: 'auto',
      examples: ['http://proxy.example.com:3128'],
      description:
        'proxy that is asked to CONNECT; auto: as HTTPS_PROXY, http_proxy, ALL_PROXY and NO_PROXY say, read as curl does, but never for this machine; null: none',
      errorMessage: proxyForm,
    },
  ),
  tls: block('how the service is known, and how canvass is known to it', {
    caFile: optionalText('PEM file of certificate authorities: these are trusted, and no others'),
    certFile: optionalText('PEM file with the certificate that canvass shows, with its chain'),
    keyFile: optionalText('PEM file with the key of `certFile`; null: it is in `certFile`'),
    serverName: optionalText(
      'name that is asked for (SNI) and that the certificate must hold; null: the host of `baseUrl`',
    ),
    insecure: flag(false, 'accept any certificate'),
  }),
};

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

const RateBudget = exactly({
  perKeyPerMinute: count(300, 'calls per 60 s for each API key'),
  perOrganizationPerMinute: count(2400, 'calls per 60 s for all keys together'),
});

const keyForm = 'expected a key of visible ASCII characters without spaces, as a header can carry it';

/** What fits into a header: a line break or a typographic character would make every request fail. */
const apiKey = Type.String({
  pattern: '^[!-~]+$',
  examples: ['$' + '{CANVASS_API_KEY}'],
  errorMessage: keyForm,
});

const permission = Type.String({ pattern: '\\S', examples: ['OPS-123, allowed by Ada'] });

const Authorization = exactly(
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
  { errorMessage: 'expected { by: who, hosts: [host or *.domain] }' },
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
export const Target = exactly(
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
    forbiddenApiKey: orNull(apiKey, {
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
      description:
        'calls that the service is known to allow; auto: none on loopback, 300 and 2,400 elsewhere; null: none. What it answers with 429 is learnt in any case',
      readBy: 'load, capacity, duet',
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
  { default: {}, description: 'which service is tested, and how it is reached' },
);

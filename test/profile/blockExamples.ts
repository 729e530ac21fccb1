const key = '$' + '{CANVASS_API_KEY}';
const gateway = '$' + '{GATEWAY_AUTHORIZATION}';

/** An example of each block, which together show every key. Each is a part of a profile that may stand alone. */
export const blockExamples: Readonly<Record<string, string>> = {
  target: `target:
  baseUrl: https://api.example.com   # or http://127.0.0.1:8080, or embedded
  datacenter: eu
  release: 2026-11-BETA
  session: cookie
  apiKeys: ["${key}"]
  forbiddenApiKey: "${key.replace('API', 'FORBIDDEN')}"
  authorization: { by: "OPS-123, allowed by Ada", hosts: [api.example.com, 10.0.0.7, proxy.example.com] }
  rateBudget: { perKeyPerMinute: 300, perOrganizationPerMinute: 2400 }
  timeoutMs: 5000
  http2: true
  tls: { caFile: ca.pem, certFile: client.pem, keyFile: client-key.pem, serverName: api.example.com, insecure: false }
  basePath: /survey   # what a gateway puts before every path
  connectTo: 10.0.0.7:8443   # this node, whatever DNS says
  proxy: http://proxy.example.com:3128
  headers: { x-environment: beta, authorization: "${gateway}" }
  traceparent: true   # each request in a trace of its own
  limits: { bodyBytes: 4194304, headBytes: 16384, jsonDepth: 100, cookies: 50, cookieBytes: 4096 }
  embedded:   # read where baseUrl is embedded
    latencyMs: { distribution: lognormal, median: 20, sigma: 0.5 }
    faults: [back-loses-answers, "server-error:200"]
    variants: { expiredHttp: "440" }
    session: token
    sessionTimeoutSeconds: 60
    store: responses.sqlite
`,
  surveys: `surveys:
  walk: [{ id: 1001, weight: 3 }, { id: 1003 }]
  noBack: 1003   # says also that 1001 allows going back
  closed: 1004
  quotaFull: 1005
  paused: 1006
  suspended: 1007
  passwordGate: 1008
  multiLanguage: 1009
  redirect: 1010
  optOut: 1011
  error: 1012
  missing: 999999
  required: { 1001: [101, 103] }
`,
  admin: `admin:
  organizationId: 1
  primaryAccountId: 7
  surveyId: 1001
  datapadId: 5
  mutate: true
  regenerateKey: false
`,
  respondent: `respondent:
  thinkTimeMs: { distribution: uniform, min: 500, max: 3000 }
  back: 0.2
  expire: { probability: 0.05, kinds: [drop, idle], idleSeconds: 1900 }
  invalid: 0.1
  abandon: 0.05
  resume: 0.1
  other: 0.5
  optional: 0.9
  allocationTotal: 100
  learn: true
  badLuck:
    { doubleSubmit: 0.01, retry: 0.01, lostConnection: 0.02, twoTabs: 0.005, slowReader: 0.01, slowReadSeconds: 3, hesitate: 0.01, hesitateSeconds: 60 }
  answers:   # by survey and question
    1001:
      101: { 10101: 70, 10102: 30 }   # weighted answer ids; one id alone is always taken
      102: [10201, 10203]             # these two
      103: text 20..200               # characters; also: email, number 18..99, date 1950-01-01..2005-12-31
      104: 10402
      107: pattern [A-Z]{2}-[0-9]{4}
  personas:   # kinds of respondents; what is absent is as above
    hurried: { weight: 3, thinkTimeMs: { distribution: lognormal, median: 400, sigma: 0.5 }, abandon: 0.1, optional: 0.2 }
    onTrains: { weight: 1, badLuck: { lostConnection: 0.2 } }
    careful: { weight: 1, back: 0.3, answers: { 1001: { 103: text 200..800 } } }
`,
  load: `load:
  model: open
  stages:
    - { durationSeconds: 60, arrivalsPerSecond: 50, ramp: linear }   # from 0 to 50 a second
    - { durationSeconds: 600, arrivalsPerSecond: 50 }
  arrivals: poisson   # or traffic as it was, in place of stages: { file: arrivals.csv, scale: 1.3, speed: 60 }
  warmupSeconds: 10
  maxRespondents: 5000
  connections: { mode: shared, max: 200 }
  workers: 2
  gracefulStopSeconds: 30
  adminMix:
    listDepartments: 0.01
    createDepartment: 0
    createTemplate: 0.001
    updateDatapad: 0.001
    createResponse: 0.01
    listResponses: 0.05
    filterResponses: 0.02
    fetchResponse: 0.05
    regenerateKey: 0
admin: { organizationId: 1, surveyId: 1001, datapadId: 5, mutate: true }   # what these calls work on
`,
  'load (closed)': `load:
  model: closed
  stages: [{ durationSeconds: 300, respondents: 200, ramp: step }]
  pacingSeconds: 5
`,
  duet: `duet:   # canvass duet http://127.0.0.1:8081 http://127.0.0.1:8082 mine.yaml
  candidate:
    target: { release: BETA, session: token }
    surveys: { walk: [{ id: 2001, weight: 3 }, { id: 2003 }], noBack: 2003 }
    admin: { surveyId: 2001 }
  learnSeconds: 10
  minimumEffect: 0.05
  instanceNoise: 0.02
  expected:
    - { difference: "member:3fa94c2e", reason: "SURV-12 adds it", expires: 2027-01-31 }
`,
  thresholds: `thresholds:
  - "violations == 0"
  - "endpoint(submit-page).latency.p99 < 400ms"
  - { expression: "errors.rate < 5%", windowSeconds: 10, abort: true }
`,
  capacity: `capacity:
  slo: ["latency.p99 < 500ms", "errors.rate < 0.5%"]
  startPerSecond: 20
  maxPerSecond: 2000
  stepSeconds: 15
  confirmSeconds: 30
  peakPerSecond: 120
  headroom: 0.3
  maxRequests: 5000000
  maxDurationSeconds: 600
  maxErrorRate: 0.5
`,
  conform: `conform: { placesRequests: 500, deep: true }
`,
  audit: `audit: { enabled: true, live: true, settleSeconds: 10 }
admin: { surveyId: 1001 }   # whose response records are read
`,
  output: `output:
  formats: [html, junit, markdown, hlog]
  har: none
  traceUrl: https://tempo.example.com/trace/{traceId}
  webhook: "${key.replace('API_KEY', 'WEBHOOK')}"
`,
};

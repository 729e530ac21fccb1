/**
 * What the parts of a request cost, each alone: answers, page check, model step, record, expression.
 *
 * `node bench/parts.ts`
 */
import { build, initWebAssembly } from 'hdr-histogram-js';
import { Bench } from 'tinybench';
import { Compile } from 'typebox/schema';
import { KnownHeads, parseHead, requestHead } from '../src/client/http1/heads.ts';
import { TraceContexts } from '../src/client/httpTransport.ts';
import { SuccessPage } from '../src/contract/pageSchema.ts';
import { QuestionReader } from '../src/judging/reading/questionReader.ts';
import { pageIn } from '../src/judging/reading/shownPage.ts';
import { SecondRecorder } from '../src/load/metrics/secondRecorder.ts';
import { Arrivals, LevelCurve } from '../src/load/schedule.ts';
import { parseExpression } from '../src/load/thresholds/expression.ts';
import { RandomChooser } from '../src/respondent/answers/answerChooser.ts';
import { AnswerSheet, answerQuestion } from '../src/respondent/answers/answerFromFormParam.ts';
import { type PageVisit, Position } from '../src/respondent/position/position.ts';
import { Random } from '../src/respondent/random.ts';
import type { Exchange } from '../src/result/exchange.ts';
import { highestLatencyUs } from '../src/result/histogramPercentiles.ts';
import { LatencyCounts } from '../src/result/tally/latencyCounts.ts';
import { Tally } from '../src/result/tally/tally.ts';
import { renderSurvey } from '../src/service/survey/renderedSurvey.ts';
import { loadSurveys } from '../src/service/survey/surveyCatalogue.ts';
import { defaultVariants } from '../src/service/variants.ts';
import { sampleDelta, sampleEndpoint } from '../test/support/sampleDeltas.ts';

const survey = loadSurveys().get(1001);
if (survey === undefined) throw new Error('the embedded survey 1001 is missing');
const [firstPage] = renderSurvey(survey, defaultVariants).pages;
const pageText = `{"response":{"status":"success",${firstPage?.members}},"requestID":"r-1"}`;
const pageCheck = Compile(SuccessPage);
const page: unknown = JSON.parse(pageText);
if (!pageCheck.Check(page)) throw new Error('the embedded survey is not a page');

function missing(): never {
  throw new Error('the embedded survey shows no page');
}

const reader = new QuestionReader();
const shownPage = pageIn(page.response, 'success', reader) ?? missing();
const known = shownPage.questions;
const sheet = new AnswerSheet();
const draw = { random: new Random(1, 1), token: 'rabc1x00000001z', other: 0.3, allocationTotal: 100, refusals: 0 };
const chooser = new RandomChooser(draw);
const visit = (): PageVisit => ({
  page: shownPage,
  submitPath: '/submit-page',
  body: null,
  attempts: 0,
  certain: true,
});
const position = new Position();
position.begin(visit());

const exchange: Exchange = {
  endpoint: 'submit-page',
  method: 'POST',
  path: '/submit-page',
  requestBody: '{}',
  intendedMs: 100,
  sentMs: 100.5,
  firstByteMs: 112,
  endMs: 112.3,
  failure: null,
  httpStatus: 200,
  headers: [],
  bodyText: '',
  json: null,
};
const recorder = new SecondRecorder({ walkEnded: () => {}, exchangeEnded: () => {} });
const counts = new LatencyCounts();
const library = new LatencyCounts().toHistogram();
await initWebAssembly();
const wasm = build({ bitBucketSize: 32, useWebAssembly: true, highestTrackableValue: highestLatencyUs });
let latencyUs = 1;
const nextLatency = (): number => {
  latencyUs = (latencyUs * 48_271) % 1_000_003;
  return latencyUs;
};

const tally = new Tally();
tally.add(sampleDelta({ endpoints: { take: sampleEndpoint({ ok: 100 }, 5000) } }));
const measured = { tally, generator: null, coverage: null, audit: null, isTolerated: () => false };
const text = 'endpoint(take).latency.p99 < 400ms';
const expression = parseExpression(text);
const endless = LevelCurve.ofStages([]).heldFrom(0, 1000);
const arrivals = new Arrivals(endless, 'poisson', 1, { shard: 0, shards: 1 });

const headBytes = Array.from({ length: 32 }, (_, at) =>
  Buffer.from(
    'HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\n' +
      `content-length: ${1800 + at}\r\ndate: Sat, 07 Mar 2026 10:00:00 GMT\r\nkeep-alive: timeout=72`,
    'latin1',
  ),
);
let heads = 0;
const nextHead = (): Buffer => headBytes[heads++ % headBytes.length] ?? Buffer.alloc(0);
const nextText = (): string => nextHead().toString('latin1');
const strangeHead = (): Buffer => Buffer.from(`${nextText()}\r\nx-id: ${heads}`, 'latin1');
const readBy = (known: KnownHeads, head: Buffer): void => void known.read(head, 0, head.length);
const knownHeads = new KnownHeads();
const strangeHeads = new KnownHeads();
const key = 'abcdefghijklmnopqrstuvwxyz012345';
const requestHeaders = Array.from({ length: 1000 }, (_, session) => [
  'accept',
  'application/json',
  'content-type',
  'application/json',
  'api-key',
  key,
  'cookie',
  `JSESSIONID=${session}`,
]);

const request = {
  endpoint: 'submit-page',
  method: 'POST',
  path: '/submit-page',
  headers: requestHeaders[0] ?? [],
  body: '{}',
  intendedMs: 100,
} as const;
const traces = new TraceContexts();

const bench = new Bench({ time: 300, warmupTime: 100 });
bench
  .add(`page of ${(pageText.length / 1024).toFixed(1)} KiB: JSON.parse`, () => void JSON.parse(pageText))
  .add('page check, compiled', () => void pageCheck.Check(page))
  .add(`questions of the page (${known.length}), seen before`, () => {
    for (const { json, html } of page.response.questions) reader.of(json, html);
  })
  .add('answers of the page, drawn and written', () => {
    for (const question of known) answerQuestion(question, chooser, sheet);
    sheet.finish();
  })
  .add('model step: advance and back', () => {
    position.advance({ body: '{}', certain: true }, visit());
    position.back(visit());
  })
  .add('record of an exchange: counts and three latencies', () => recorder.onExchange(exchange, 'ok', 'walk'))
  .add('record of one latency', () => counts.record(nextLatency()))
  .add('record of one latency, hdr-histogram-js', () => library.recordValue(nextLatency()))
  .add('record of one latency, hdr-histogram-js in WebAssembly', () => wasm.recordValue(nextLatency()))
  .add('expression: parse', () => void parseExpression(text))
  .add('expression: value', () => void expression.value(measured))
  .add('response head: parse', () => void parseHead(nextText()))
  .add('response head: one of 32 that come again', () => readBy(knownHeads, nextHead()))
  .add('response head, another each time: parse', () => void parseHead(strangeHead().toString('latin1')))
  .add('response head, another each time: remembered', () => readBy(strangeHeads, strangeHead()))
  .add('request head', () => void requestHead('POST', '/submit-page', 'h', requestHeaders[heads++ % 1000] ?? [], 200))
  .add('request with a trace context of its own', () => void traces.on(request))
  .add('next Poisson arrival', () => arrivals.take());
await bench.run();
for (const task of bench.tasks) {
  const { result } = task;
  if (!('latency' in result)) throw new Error(`${task.name}: ${result.state}`);
  console.log(`${task.name.padEnd(58)} ${(result.latency.p50 * 1e6).toFixed(0).padStart(8)} ns`);
}

/**
 * What an answer takes from its last byte until the next request is made (reading, judging, counting, drawing the next answers),
 * by its kind: which of all behaviours costs what, and what a body costs that is like none before.
 *
 * `node bench/answerKinds.ts [--walk 'all behaviours'] [--style compact|blanks|unlike|wrong] [--warm 60000] [--requests 60000]`
 */
import { parseArgs } from 'node:util';
import { RequestSlot } from '../src/client/requestSlot.ts';
import { SecondRecorder } from '../src/load/metrics/secondRecorder.ts';
import { type Behaviour, runCrowdLoop } from './crowdLoop.ts';
import { answerStyles } from './target/answerStyle.ts';
import { startTarget } from './target/startTarget.ts';

const { values: options } = parseArgs({
  options: {
    walk: { type: 'string', default: 'all behaviours' },
    style: { type: 'string', default: 'compact' },
    warm: { type: 'string', default: '60000' },
    requests: { type: 'string', default: '60000' },
  },
});
const warm = Number(options.warm);
const last = warm + Number(options.requests);

let kind = '';
let answers = 0;
const tookUs = new Map<string, number[]>();

const { onExchange } = SecondRecorder.prototype;
SecondRecorder.prototype.onExchange = function (exchange, outcome, intent) {
  const { endpoint, repeat = null, bodyText, httpStatus } = exchange;
  const status = /"status": ?"(\w+)"/.exec(bodyText)?.[1] ?? `HTTP ${httpStatus}`;
  const own = bodyText.includes('cvs-') ? ', with own texts' : '';
  kind = `${endpoint}, ${status}, ${repeat === null ? 'like none before' : 'known'}${own}`;
  onExchange.call(this, exchange, outcome, intent);
};
const { onEnd } = RequestSlot.prototype;
RequestSlot.prototype.onEnd = function () {
  const beganMs = performance.now();
  onEnd.call(this);
  const us = (performance.now() - beganMs) * 1000;
  if (++answers <= warm) return;
  const known = tookUs.get(kind);
  if (known === undefined) tookUs.set(kind, [us]);
  else known.push(us);
};

const target = await startTarget(
  'plain',
  answerStyles.find((style) => style === options.style),
);
const shared = { mode: 'shared', max: 64 } as const;
let requests = 0;
const control = { onRequest: () => ++requests < last };
await runCrowdLoop(target.baseUrl, 1001, 'plain', 64, shared, options.walk as Behaviour, control, 1);
target.stop();

const total = answers - warm;
const rows = [...tookUs].map(([name, all]) => {
  const sorted = all.sort((a, b) => a - b);
  // What waited for a processor that others had says nothing of the code.
  const calm = sorted.slice(0, Math.ceil(sorted.length * 0.97));
  const meanUs = calm.reduce((sum, each) => sum + each, 0) / calm.length;
  const share = all.length / total;
  return { name, share, medianUs: sorted[sorted.length >> 1] ?? 0, eachUs: meanUs * share };
});
console.log('| Answer | of all | median µs | µs of each request |\n| --- | --- | --- | --- |');
for (const { name, share, medianUs, eachUs } of rows.sort((a, b) => b.eachUs - a.eachUs))
  if (share > 0.001)
    console.log(`| ${name} | ${(100 * share).toFixed(1)} % | ${medianUs.toFixed(1)} | ${eachUs.toFixed(2)} |`);

import { RealClock } from '../../src/client/clock.ts';
import { arrivedMs, readingBegins, readingEnds } from '../../src/client/eventLoopTurn.ts';
import { LatencyCounts } from '../../src/result/tally/latencyCounts.ts';
import { renderSurvey } from '../../src/service/survey/renderedSurvey.ts';
import { loadSurveys } from '../../src/service/survey/surveyCatalogue.ts';
import { defaultVariants } from '../../src/service/variants.ts';
import { protocols, type Reply, serve } from '../target/front.ts';

/** The truth server's process: the smallest front, delays, its own record. */

const [, , delays, protocol] = process.argv;
const clock = new RealClock();
const record = new LatencyCounts();
const survey = loadSurveys().get(1013);
const page = survey === undefined ? '' : renderSurvey(survey, defaultVariants).pages[0]?.members;
const stopMs = 200;
let sessions = 0;

function delayMs(): number {
  if (delays !== 'lognormal') return 0;
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return 20 * Math.exp(0.5 * normal);
}

function send(reply: Reply, take: boolean, beganMs: number): void {
  const cookie = take ? `JSESSIONID=T${++sessions}; Path=/` : '';
  const status = take ? `"status":"success",${page}` : '"status":"survey_complete"';
  reply.send(200, cookie, `{"response":{${status}},"requestID":"r-${sessions}"}`, 'latin1');
  record.record((performance.now() - beganMs) * 1000);
}

function answer(reply: Reply, head: string): void {
  const take = head.startsWith('GET');
  const beganMs = arrivedMs();
  const delay = delayMs();
  if (delay === 0) send(reply, take, beganMs);
  else clock.at(beganMs + delay, { onTimer: () => send(reply, take, beganMs) });
}

if (delays === 'stalls') {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.wait(cell, 0, 0, stopMs), 1000);
}

serve(protocols.find((each) => each === protocol) ?? 'plain', answer, { begins: readingBegins, ends: readingEnds });
process.on('message', (message) => {
  if (message === 'reset') record.clear();
  else process.send?.(record.pairs());
});

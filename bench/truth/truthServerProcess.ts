import { createServer, type Socket } from 'node:net';
import { arrivedMs, readingBegins, readingEnds } from '../../src/client/eventLoopTurn.ts';
import { RealClock } from '../../src/client/realClock.ts';
import { LatencyCounts } from '../../src/result/tally/latencyCounts.ts';
import { loadSurveys } from '../../src/service/survey/catalogue.ts';
import { renderSurvey } from '../../src/service/survey/renderedSurvey.ts';
import { resolveVariants } from '../../src/service/variants.ts';

/** The truth server's process: the smallest HTTP/1.1 front, delays, its own record. */

const [, , delays] = process.argv;
const clock = new RealClock();
const record = new LatencyCounts();
const survey = loadSurveys().get(1013);
const page = survey === undefined ? '' : renderSurvey(survey, resolveVariants({})).pages[0]?.members;
const stopMs = 200;
let sessions = 0;

function delayMs(): number {
  if (delays !== 'lognormal') return 0;
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return 20 * Math.exp(0.5 * normal);
}

function answer(socket: Socket, take: boolean, beganMs: number): void {
  const cookie = take ? `Set-Cookie: JSESSIONID=T${++sessions}; Path=/\r\n` : '';
  const status = take ? `"status":"success",${page}` : '"status":"survey_complete"';
  const body = `{"response":{${status}},"requestID":"r-${sessions}"}`;
  const head = `HTTP/1.1 200 OK\r\n${cookie}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  if (!socket.destroyed) socket.write(head + body, 'latin1');
  record.record((performance.now() - beganMs) * 1000);
}

const server = createServer({ noDelay: true }, (socket) => {
  let received = '';
  socket.setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    readingBegins();
    onData(chunk);
    readingEnds();
  });
  const onData = (chunk: string): void => {
    received += chunk;
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const [, length = '0'] = /content-length: (\d+)/i.exec(received) ?? [];
    if (received.length < end + 4 + Number(length)) return;
    const take = received.startsWith('GET');
    received = '';
    const beganMs = arrivedMs();
    const delay = delayMs();
    if (delay === 0) answer(socket, take, beganMs);
    else clock.at(beganMs + delay, { onTimer: () => answer(socket, take, beganMs) });
  };
});

if (delays === 'stalls') {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.wait(cell, 0, 0, stopMs), 1000);
}

server.listen({ port: 0, host: '127.0.0.1', backlog: 8192 }, () => {
  const address = server.address();
  process.send?.(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
process.on('message', (message) => {
  if (message === 'reset') record.clear();
  else process.send?.(record.pairs());
});
process.on('disconnect', () => process.exit());

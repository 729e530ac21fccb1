/**
 * A run with one part of canvass taken away, in a process of its own: `node without.ts PART WALK PROTOCOL`. It starts a target,
 * and for each number that its parent sends walks so many requests and sends the CPU µs of each of them.
 */

import type { ReadBody } from '../../src/client/bodyForm.ts';
import { BodyReader } from '../../src/client/bodyReader.ts';
import { ClauseTally } from '../../src/judging/evidence/clauseTally.ts';
import { ExchangeJudge } from '../../src/judging/exchangeJudge.ts';
import { SecondRecorder } from '../../src/load/metrics/secondRecorder.ts';
import { back } from '../../src/respondent/steps/back.ts';
import { submit } from '../../src/respondent/steps/submit.ts';
import { Respondent } from '../../src/respondent/walk/respondent.ts';
import type { Submission } from '../../src/respondent/walk/submission.ts';
import { runBareLoop } from '../bareLoop.ts';
import { type Behaviour, runCrowdLoop } from '../crowdLoop.ts';
import { type Protocol, protocols } from '../target/front.ts';
import { startTarget } from '../target/startTarget.ts';
import { type Floor, runFloor } from './floors.ts';
import { Meter } from './meter.ts';

/** What can be taken away of a walk that only submits, so that it still walks. */
const parts: Readonly<Record<string, () => void>> = {
  nothing: () => {},
  judging: () => {
    ExchangeJudge.prototype.judge = () => {};
  },
  evidence: () => {
    ClauseTally.prototype.passed = () => {};
    ClauseTally.prototype.again = () => {};
    ClauseTally.prototype.at = () => {};
  },
  recording: () => {
    SecondRecorder.prototype.onExchange = () => {};
    SecondRecorder.prototype.onWalkEnd = () => {};
  },
  /** Each page is answered as it was the first time. */
  answering: () => {
    const { answer } = Respondent.prototype;
    const known = new Map<string, Submission>();
    Respondent.prototype.answer = function (page, how) {
      const submission = known.get(page.identity) ?? answer.call(this, page, how);
      known.set(page.identity, submission);
      this.submission = submission;
      return submission;
    };
  },
  /** Whoever would go back submits. */
  back: () => {
    const { take } = Respondent.prototype;
    Respondent.prototype.take = function (step, ...when) {
      take.call(this, step === back ? submit : step, ...when);
    };
  },
  /** A body is what the first one of its length was. */
  bodies: () => {
    const { read } = BodyReader.prototype;
    const known = new Map<number, ReadBody>();
    BodyReader.prototype.read = function (body) {
      const before = known.get(body.length);
      if (before !== undefined) return before;
      const fresh = read.call(this, body);
      if (fresh.repeat !== null) known.set(body.length, fresh);
      return fresh;
    };
  },
};

const [, , part = 'nothing', walk = '', protocolName] = process.argv;
const protocol: Protocol = protocols.find((each) => each === protocolName) ?? 'plain';
for (const name of part === 'all' ? Object.keys(parts).filter((each) => each !== 'back') : [part]) parts[name]?.();

const { baseUrl } = await startTarget(protocol);
const connections = 64;
const surveyId = 1001;
const isFloor = (name: string): name is Floor => name === 'sockets' || name === 'transport';

async function run(meter: Meter, round: number): Promise<void> {
  if (walk === 'bare') await runBareLoop(baseUrl, surveyId, connections, protocol, meter);
  else if (isFloor(walk)) await runFloor(walk, baseUrl, surveyId, connections, protocol, meter);
  else {
    const shared = { mode: 'shared', max: connections } as const;
    await runCrowdLoop(baseUrl, surveyId, protocol, connections, shared, walk as Behaviour, meter, round);
  }
}

let round = 0;
process.on('message', async (requests) => {
  const meter = new Meter(2 * connections + 1000, Number(requests));
  await run(meter, round++);
  process.send?.(meter.costUs);
});
process.on('disconnect', () => process.exit());

/** canvass itself under the same load: a closed population of respondents with every check, histogram and behaviour on. */

import { RealClock } from '../src/client/clock.ts';
import { createTransport } from '../src/client/httpTransport.ts';
import { Redactor } from '../src/client/redact.ts';
import type { Connections } from '../src/client/target.ts';
import type { ViolationEvent } from '../src/judging/evidence/walkFindings.ts';
import { SecondRecorder } from '../src/load/metrics/secondRecorder.ts';
import { resolveProfile } from '../src/profile/resolveProfile.ts';
import { createCrowd } from '../src/respondent/createCrowd.ts';
import type { Crowd, EndedWalk, WalkCoverage, WalkObserver } from '../src/respondent/crowd.ts';
import type { Exchange, Intent, Outcome } from '../src/result/exchange.ts';
import { targetOptions } from '../test/support/targetOptions.ts';
import { trustedFile } from '../test/support/tlsFront.ts';
import type { LoopControl } from './bareLoop.ts';
import type { Protocol } from './target/front.ts';

/** How the respondents of a benchmark behave. */
export type Behaviour = 'all behaviours' | 'submit only';

const submitOnly = { back: 0, expire: { probability: 0 }, invalid: 0, abandon: 0, resume: 0 };

/** What a run of the crowd saw, so that a benchmark can refuse a wrong one. */
export interface CrowdRun {
  readonly violations: readonly string[];
  readonly outcomes: Readonly<Record<string, number>>;
  readonly coverage: WalkCoverage;
}

class Recorder implements WalkObserver {
  readonly violations = new Set<string>();
  readonly outcomes: Record<string, number> = {};
  readonly #seconds = new SecondRecorder({ walkEnded: () => {}, exchangeEnded: () => {} });
  readonly #control: LoopControl;
  readonly #onEnd: (goOn: boolean) => void;
  #goOn = true;

  constructor(control: LoopControl, onEnd: (goOn: boolean) => void) {
    this.#control = control;
    this.#onEnd = onEnd;
  }

  onExchange(exchange: Exchange, outcome: Outcome, intent: Intent): void {
    this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
    this.#seconds.onExchange(exchange, outcome, intent);
    if (!this.#control.onRequest()) this.#goOn = false;
  }

  onViolation(sighting: ViolationEvent): void {
    const { actual, clause, expected } = sighting;
    this.violations.add(`${clause}: expected ${expected}, got ${actual}`);
    this.#seconds.onViolation(sighting);
  }

  onObservation(question: string, value: string): void {
    this.#seconds.onObservation(question, value);
  }

  onWalkEnd(walk: EndedWalk): void {
    this.#seconds.onWalkEnd(walk);
    this.#onEnd(this.#goOn);
  }
}

/** As long as keys are: a shorter one costs the redactor more. */
const benchKey = 'benchmark-key-of-canvass';

/** The profile of a benchmark: one survey, no think time. */
export function benchProfile(baseUrl: string, surveyId: number, behaviour: Behaviour) {
  return resolveProfile({
    target: { baseUrl, apiKeys: [benchKey], session: 'cookie' },
    surveys: { walk: [{ id: surveyId }], required: { '1001': [101, 103, 105, 106, 107] } },
    respondent: { thinkTimeMs: { distribution: 'none' }, ...(behaviour === 'submit only' ? submitOnly : {}) },
  });
}

/** Lets `population` respondents walk at once, a new one for each that ends, until `control` says that it is enough. */
export async function runCrowdLoop(
  baseUrl: string,
  surveyId: number,
  protocol: Protocol,
  population: number,
  connections: Connections,
  behaviour: Behaviour,
  control: LoopControl,
  seed: number,
): Promise<CrowdRun> {
  const transport = createTransport(
    targetOptions(baseUrl, {
      connections,
      timeoutMs: 60_000,
      http2: protocol === 'h2',
      tls: { caFile: trustedFile },
    }),
  );
  let index = 0;
  let active = population;
  const run = await new Promise<CrowdRun>((resolve) => {
    const recorder = new Recorder(control, (goOn) => {
      if (goOn) crowd.start(index++, performance.now());
      else if (--active === 0) {
        const { outcomes, violations } = recorder;
        resolve({ outcomes, violations: [...violations], coverage: crowd.takeCoverage() });
      }
    });
    const crowd: Crowd = createCrowd({
      profile: benchProfile(baseUrl, surveyId, behaviour),
      baseUrl,
      transport,
      clock: new RealClock(),
      observer: recorder,
      seed,
      run: 'bench0',
      redactor: new Redactor([benchKey]),
      completions: null,
    });
    for (let i = 0; i < population; i++) crowd.start(index++, performance.now());
  });
  await transport.close();
  return run;
}

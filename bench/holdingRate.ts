import { judgeProbe } from '../src/capacity/judgeProbe.ts';
import type { ProbeSecond } from '../src/capacity/rateProbe.ts';
import type { Objective } from '../src/capacity/serviceLevel.ts';
import { defaultSettings } from '../src/capacity/settings.ts';
import { type SimulatedCrowd, SimulatedProbe } from '../test/capacity/simulatedProbe.ts';
import { type Random, randomOf, type SimulatedService } from '../test/capacity/simulatedService.ts';

const trialsPerRate = 60;
const halvings = 9;

/**
 * The rate at which every second spell of a probe's length holds, found by trying rates over and over: what a capacity
 * search is to find where respondents come by chance. Chance then tips a service over below the pace that it was made
 * with, and the fewer come in a spell, the further below.
 *
 * @param paceHolds a rate near to it, respondents a second
 */
export async function holdingRate(
  make: (random: Random) => SimulatedService,
  paceHolds: number,
  objectives: readonly Objective[],
  crowd: SimulatedCrowd,
): Promise<number> {
  let [low, high] = [0.5 * paceHolds, 1.2 * paceHolds];
  for (let halving = 0; halving < halvings; halving += 1) {
    const middle = (low + high) / 2;
    let held = 0;
    for (let trial = 0; trial < trialsPerRate; trial += 1) {
      const random = randomOf(7919 * trial + halving);
      if (await holds(new SimulatedProbe(make(random), crowd, random), middle, objectives)) held += 1;
    }
    if (2 * held >= trialsPerRate) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Whether a rate is kept up for a probe beside the break. */
async function holds(probe: SimulatedProbe, ratePerSecond: number, objectives: readonly Objective[]): Promise<boolean> {
  const { warmupSeconds, stepSeconds, windowSeconds, maxErrorRate } = defaultSettings;
  const seconds: ProbeSecond[] = [];
  probe.setRate(ratePerSecond);
  for (;;) {
    seconds.push(await probe.nextSecond());
    const judgement = judgeProbe(seconds, {
      objectives,
      warmupSeconds,
      measuredSeconds: stepSeconds - warmupSeconds,
      fullSeconds: stepSeconds - warmupSeconds,
      windowSeconds,
      strictness: 'full',
      restActive: 0,
      maxErrorRate,
    });
    if (judgement.kind === 'decided') return judgement.outcome === 'held';
  }
}

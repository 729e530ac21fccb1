import { expect } from 'vitest';

const factor = 32;
/** Between 1, which linear work takes, and 32, which quadratic work does; the rest is caches and collections. */
const mostTimes = 8;
/** Clocks of processor time tick in steps: shorter than this, a run says nothing. */
const tellingUs = 40_000;

/**
 * Holds when work on one thing takes about as long as on 32 parts of it, in time of the processor: others on the machine
 * play no part. What is over within 40 ms as a whole is not looked at further.
 */
export function expectLinear(partSize: number, work: (size: number) => void): void {
  for (let run = 0; run < 3; run++) work(partSize);
  const wholeUs = costUs(() => work(partSize * factor));
  if (wholeUs < tellingUs) return;
  const partsUs = costUs(() => {
    for (let part = 0; part < factor; part++) work(partSize);
  });
  expect(wholeUs / Math.max(partsUs, tellingUs / factor)).toBeLessThan(mostTimes);
}

function costUs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

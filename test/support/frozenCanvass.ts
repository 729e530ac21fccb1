import { runCommandLine } from '../../src/cli/commandLine.ts';
import { endRunWith } from '../../src/cli/followRun.ts';
import { guardAgainstStandstill } from '../../src/cli/standstill.ts';
import { pageAssets } from '../../src/report/html/pageAssets.ts';

/** The process of a test: canvass with the words of its command line, whose 200th answer freezes it, and the next one again. */

const nobody = new Int32Array(new SharedArrayBuffer(4));
/** What works less is taken for slow, and left alone. */
function workHalfOfTheTime(): void {
  const untilMs = performance.now() + 6;
  while (performance.now() < untilMs);
  Atomics.wait(nobody, 0, 0, 4);
}

// Ticks are short here, and a busy machine stands still for many while it loads: what writing needs is loaded before.
await pageAssets();
const parse = JSON.parse;
let answers = 0;
JSON.parse = (text: string, reviver?: Parameters<typeof parse>[1]): unknown => {
  if (text.includes('"requestID"')) {
    if (++answers === 100) guardAgainstStandstill(endRunWith, 300);
    while (answers === 200 || answers === 201) workHalfOfTheTime();
  }
  return parse(text, reviver);
};
await runCommandLine(process.argv.slice(2));

import { runCommandLine } from '../../src/cli/commandLine.ts';
import { endRunWith } from '../../src/cli/followRun.ts';
import { guardAgainstStandstill } from '../../src/cli/standstill.ts';

/** The process of a test: canvass with the words of its command line, which after 200 answers meets only such as freeze it. */

const parse = JSON.parse;
let answers = 0;
JSON.parse = (text: string, reviver?: Parameters<typeof parse>[1]): unknown => {
  if (text.includes('"requestID"')) {
    // Ticks are short here: a busy machine stands still for so many while it loads what it runs.
    if (++answers === 100) guardAgainstStandstill(endRunWith, 100);
    while (answers > 200);
  }
  return parse(text, reviver);
};
await runCommandLine(process.argv.slice(2));

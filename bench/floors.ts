/**
 * What each part of canvass costs a request, by taking it away: whoever wants less than what is left has to do without Node,
 * or without the part. Each is a process of its own with a target of its own, as code that others have run is compiled
 * otherwise; they walk in turns. Told is the cost of the best tenth of rounds, which a crowded machine changes least.
 *
 * `node bench/floors.ts [--rounds 40] [--requests 2500] [--warm 40000] [--walk 'submit only'] [--protocol plain|tls|h2]`
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    requests: { type: 'string', default: '2500' },
    warm: { type: 'string', default: '40000' },
    walk: { type: 'string', default: 'submit only' },
    protocol: { type: 'string', default: 'plain' },
  },
});

const rows: readonly (readonly [name: string, part: string, walk: string])[] = [
  ['the bare loop', 'nothing', 'bare'],
  ['canvass', 'nothing', options.walk],
  ['… without judging', 'judging', options.walk],
  ['… without counting evidence', 'evidence', options.walk],
  ['… without recording', 'recording', options.walk],
  ['… with the same answers each time', 'answering', options.walk],
  ['… without looking at bodies', 'bodies', options.walk],
  ['… without going back', 'back', options.walk],
  ['… without all but that', 'all', options.walk],
  ['its transport alone', 'nothing', 'transport'],
  ["Node's sockets alone", 'nothing', 'sockets'],
];

const file = new URL('cost/without.ts', import.meta.url);
const children: readonly ChildProcess[] = rows.map(([, part, walk]) => fork(file, [part, walk, options.protocol]));

for (const child of children) {
  child.once('exit', (code) => {
    if (code !== 0) throw new Error(`a process ended with code ${code}`);
  });
}

/** CPU µs of a request. */
async function costOf(child: ChildProcess, requests: string): Promise<number> {
  const answer = once(child, 'message');
  child.send(requests);
  const [cost] = await answer;
  return Number(cost);
}

for (const child of children) await costOf(child, options.warm);
const costs: number[][] = rows.map(() => []);
for (let round = 0; round < Number(options.rounds); round++)
  for (const [at, child] of children.entries()) costs[at]?.push(await costOf(child, options.requests));
for (const child of children) child.disconnect();

console.log(`| ${options.walk}, ${options.protocol} | µs | to the bare loop | to canvass |\n| --- | --- | --- | --- |`);
const tenths = costs.map((each) => each.sort((a, b) => a - b)[Math.floor((each.length - 1) / 10)] ?? Number.NaN);
const [bare = Number.NaN, canvass = Number.NaN] = tenths;
for (const [at, [name]] of rows.entries()) {
  const us = tenths[at] ?? Number.NaN;
  console.log(`| ${name} | ${us.toFixed(1)} | **${(us / bare).toFixed(2)}** | **${(us / canvass).toFixed(2)}** |`);
}

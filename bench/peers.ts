/**
 * The same walk of the same fast target by canvass and its peers, each on one core of its own, the target on another:
 * requests a second and CPU time per request. Peers that are not installed are left out; autocannon fetches one page
 * over and over and parses nothing, as it cannot walk.
 *
 * `node bench/peers.ts [seconds] [plain | tls | h2]`
 */
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { trustedFile } from '../test/support/tlsFront.ts';
import { protocols } from './target/front.ts';
import { startTarget } from './target/startTarget.ts';

const seconds = Number(process.argv[2] ?? 10);
const protocol = protocols.find((each) => each === process.argv[3]) ?? 'plain';
const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const [generatorCore, targetCore] = ['0', '1'];

interface Peer {
  readonly name: string;
  /** Where it has to be installed. */
  readonly program?: string;
  /** Whether it speaks nothing but HTTP/1.1. */
  readonly isOld?: true;
  readonly command: (baseUrl: string) => readonly string[];
  /** How many requests its output tells of. */
  readonly requests: (output: string) => number;
}

const lastNumber = (pattern: RegExp) => (output: string) => Number(pattern.exec(output)?.[1] ?? Number.NaN);
const autocannonFile = fileURLToPath(import.meta.resolve('autocannon'));

const peers: readonly Peer[] = [
  {
    name: 'bare undici loop, no checks',
    command: (url) => [process.execPath, file('peers/bare.ts'), url, String(seconds), protocol],
    requests: lastNumber(/requests (\d+)/),
  },
  {
    name: 'canvass, every check',
    command: (url) => [process.execPath, file('peers/canvass.ts'), url, String(seconds), protocol],
    requests: lastNumber(/requests (\d+)/),
  },
  {
    name: 'autocannon, one page, parses nothing',
    isOld: true,
    command: (url) => [
      process.execPath,
      autocannonFile,
      ...['-c', '64', '-d', String(seconds), '--json', '-H', 'api-key=k', `${url}/a/api/v2/surveys/1001/take`],
    ],
    requests: (output) => {
      const result: unknown = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
      if (typeof result !== 'object' || result === null || !('2xx' in result)) return Number.NaN;
      return Number(result['2xx']);
    },
  },
  {
    name: 'wrk, one page, parses nothing',
    program: 'wrk',
    isOld: true,
    command: (url) => [
      ...['wrk', '-t', '1', '-c', '64', '-d', `${seconds}s`, '-H', 'api-key: k'],
      `${url}/a/api/v2/surveys/1001/take`,
    ],
    requests: lastNumber(/(\d+) requests in/),
  },
  {
    name: 'h2load, one page, parses nothing',
    program: 'h2load',
    command: (url) => [
      ...['h2load', ...(protocol === 'h2' ? ['-c', '1', '-m', '64'] : ['--h1', '-c', '64'])],
      ...['-D', String(seconds), '-H', 'api-key: k'],
      `${url}/a/api/v2/surveys/1001/take`,
    ],
    requests: lastNumber(/requests: (\d+) total/),
  },
  {
    name: 'k6',
    program: 'k6',
    command: () => ['k6', 'run', '--vus', '64', '--duration', `${seconds}s`, '--no-color', file('peers/walk.k6.js')],
    requests: lastNumber(/http_reqs\.*:\s*(\d+)/),
  },
  {
    name: 'Locust, FastHttpUser',
    program: 'locust',
    command: (url) => [
      ...['locust', '-f', file('peers/walk_locust.py'), '--headless', '-u', '64', '-r', '64'],
      ...['-t', `${seconds}s`, '--host', url, '--only-summary'],
    ],
    requests: lastNumber(/Aggregated\s+(\d+)/),
  },
  {
    name: 'Artillery',
    program: 'artillery',
    isOld: true,
    // Its output is a file that it opens: a pipe of the shell can be, that of this process cannot.
    command: () => [
      ...['bash', '-c', 'artillery run --quiet --output /dev/stdout "$0" | cat'],
      file('peers/walk.artillery.yml'),
    ],
    requests: lastNumber(/"http\.requests": (\d+)/),
  },
];

const usable = peers.filter(({ isOld, program }) => {
  if (isOld === true && protocol === 'h2') return false;
  return program === undefined || spawnSync('which', [program], { stdio: 'ignore' }).status === 0;
});
const pinned = spawnSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' }).status === 0 && cpus().length > 1;

/** CPU seconds that a command uses, its own children included, and what it prints. */
function run(peer: Peer, baseUrl: string): { readonly cpuSeconds: number; readonly requests: number } {
  const words = [...(pinned ? ['taskset', '-c', generatorCore] : []), ...peer.command(baseUrl)];
  const child = spawnSync('/usr/bin/env', ['bash', '-c', 'TIMEFORMAT="cpu %U %S"; time "$@"', 'bash', ...words], {
    encoding: 'utf8',
    env: {
      ...process.env,
      BASE_URL: baseUrl,
      WALK_SECONDS: String(seconds),
      NODE_NO_WARNINGS: '1',
      NODE_EXTRA_CA_CERTS: trustedFile,
    },
    maxBuffer: 64 * 2 ** 20,
  });
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(child.stderr) ?? [];
  // Ours say what they used once they were loaded: compiling takes a second, whatever the length of a run.
  const [, loaded] = /loaded cpu ([\d.]+)/.exec(child.stdout) ?? [];
  const cpuSeconds = loaded === undefined ? Number(user) + Number(system) : Number(loaded);
  return { cpuSeconds, requests: peer.requests(child.stdout + child.stderr) };
}

const target = await startTarget(protocol);
if (pinned && target.pid !== undefined)
  spawnSync('taskset', ['-pc', targetCore, String(target.pid)], { stdio: 'ignore' });
console.log(
  `${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores, ${process.version}; ${seconds} s each; ${pinned ? 'pinned to a core each' : 'NOT pinned'}`,
);
let yardstick = Number.NaN;
for (const peer of usable) {
  const { cpuSeconds, requests } = run(peer, target.baseUrl);
  const costUs = (cpuSeconds * 1e6) / requests;
  if (peer === usable[0]) yardstick = costUs;
  const cells = [
    `${costUs.toFixed(1)} µs`,
    `${Math.round(requests / seconds)}/s`,
    `×${(costUs / yardstick).toFixed(2)}`,
  ];
  console.log(`${peer.name.padEnd(40)}${cells.map((cell) => cell.padStart(12)).join('')}`);
}
const missing = peers.filter((peer) => !usable.includes(peer)).map(({ name }) => name);
if (missing.length > 0) console.log(`not installed: ${missing.join(', ')}`);
target.stop();

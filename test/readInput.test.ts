import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { ToolError } from '../src/errors.ts';
import { readBaseline } from '../src/judging/baseline/baselineFile.ts';
import { recoverResult } from '../src/load/recoverResult.ts';
import { loadProfile } from '../src/profile/loadProfile.ts';
import { demandFewValues, linesOfInput, readInput } from '../src/readInput.ts';
import { readResultFile } from '../src/result/resultFile.ts';
import { readViolation } from '../src/result/witnessFile.ts';
import { loadSurveys } from '../src/service/survey/surveyCatalogue.ts';
import { folderOf } from './support/folder.ts';

/** A file that says to be of a size, and takes no place. */
function vast(name: string, gigabytes: number): string {
  const file = join(folderOf({ [name]: '' }), name);
  truncateSync(file, gigabytes * 2 ** 30);
  return file;
}

/** What is said of an input that is refused, in one line, with exit code 2. */
async function refusal(read: () => unknown): Promise<string> {
  try {
    await read();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    expect(error.exitCode).toBe(2);
    return error.message;
  }
  throw new Error('nothing was refused');
}

function profileOf(text: string) {
  const cwd = folderOf({ 'p.yaml': text });
  return loadProfile({
    profile: './p.yaml',
    baseUrl: null,
    datacenter: null,
    seed: null,
    set: [],
    cwd,
    environment: {},
  });
}

/** JSON that is small, and takes its parser a second. */
function nested(): string {
  return join(folderOf({ 'v.json': '['.repeat(2_000_000) }), 'v.json');
}

function holding(value: unknown): string {
  return join(folderOf({ 'r.json': JSON.stringify({ reasons: [value] }) }), 'r.json');
}

test('each kind of file is read by one reader, and that one has a limit for it', () => {
  const own = [
    // Files that come with canvass, and those of the kernel.
    ...['report/html/pageAssets.ts', 'runs/init/ciFiles.ts', 'runs/preflight/plannedLimits.ts', 'toolVersion.ts'],
    ...['load/health/machineWork.ts', 'readInput.ts'],
  ];
  const readers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !own.includes(file))
    .filter((file) =>
      /\b(?:readFile|readFileSync|createReadStream|openAsBlob)\b/.test(readFileSync(join('src', file), 'utf8')),
    );
  expect(readers).toEqual([]);
});

describe('an input without measure', () => {
  it.each([
    ['a profile', () => profileOf('extends: /dev/zero'), /\/dev\/zero is a device/],
    ['a result', () => readResultFile(vast('result.json', 4)), /larger than 64 MB, the most that is read of a result/],
    [
      'a result of one text',
      () => readResultFile(holding('y'.repeat(2_000_000))),
      /has a text of more than 1 MB, as a result has none/,
    ],
    ['a result of numbers', () => readResultFile(holding(Array(1_000_001).fill(1))), /has more than 1000000 values/],
    [
      'a violation of one text',
      () => readViolation(holding('y'.repeat(2_000_000)), null),
      /has a text of more than 1 MB/,
    ],
    ['a violation', () => readViolation(vast('v.json', 4), null), /larger than 64 MB/],
    ['a result of brackets alone', () => readResultFile(nested()), /v\.json is not JSON/],
    ['a violation of brackets alone', () => readViolation(nested(), null), /v\.json is not JSON/],
    ['a baseline', () => readBaseline(vast('b.yaml', 4)), /larger than 4 MB/],
    ['a baseline that is a device', () => readBaseline('/dev/zero'), /is a device/],
    ['a survey', () => loadSurveys(join(vast('s.yaml', 4), '..')), /s\.yaml is larger than 1 MB/],
    [
      'a CSV file',
      () => profileOf('target: {baseUrl: embedded}\nrespondent: {answers: {1: {2: {from: /dev/zero}}}}'),
      /2 names a file that is not read: \/dev\/zero/,
    ],
    ['a journal', () => recoverResult(join(vast('journal.jsonl', 5), '..')), /larger than 4096 MB/],
    ['a journal of one line', () => recoverResult(join(vast('journal.jsonl', 1), '..')), /has a line without end/],
  ])('is refused in one line: %s', async (_, read, words) => {
    const message = await refusal(read);
    expect(message).toMatch(words);
    expect(
      message
        .split('\n')
        .filter((line) => /is a device|larger than|without end|is not JSON|has a text|values/.test(line)),
    ).toHaveLength(1);
  });

  it('is refused when its size is known only as it is read', () => {
    expect(() => readInput('/proc/kallsyms', 'profile')).toThrow(/larger than 256 KB/);
  });
});

it('reads a pipe to its end, however slowly it is filled', async () => {
  const folder = folderOf({});
  const pipe = join(folder, 'p');
  const script = `import { readInput } from '${join(process.cwd(), 'src/readInput.ts')}';
    process.stdout.write(readInput('/dev/fd/3', 'profile'));`;
  writeFileSync(pipe, script);
  const words = `(printf 'a: 1'; exec 1>&1; read x </dev/null; printf ', b: 2') | "$0" --input-type=module -e "$1" 3<&0 </dev/null`;
  expect(execFileSync('bash', ['-c', words, process.execPath, script], { encoding: 'utf8' })).toBe('a: 1, b: 2');
});

it('gives a file line by line, the last without an end too', async () => {
  const file = join(folderOf({ 'journal.jsonl': `${'x'.repeat(3_000_000)}\né\n\nlast` }), 'journal.jsonl');
  const lines: string[] = [];
  for await (const line of linesOfInput(file, 'journal')) lines.push(line);
  expect(lines.map((line) => line.length)).toEqual([3_000_000, 1, 0, 4]);
});

describe('a profile that takes more than its length', () => {
  it.each([
    ['an alias of itself', 'target: &t {baseUrl: embedded, again: *t}', /an alias stands within what it names/],
    ['an alias of its list', 'a: &a [*a]', /an alias stands within what it names/],
    [
      'aliases of aliases',
      `a: &a [x, x]\n${[...'bcdefghij'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at]}`).join()}]`).join('\n')}`,
      /Excessive alias count/,
    ],
    ['brackets', `x: ${'['.repeat(60_000)}`, /not YAML that can be read/],
    ['thousands of keys', Array.from({ length: 4000 }, (_, at) => `k${at}: 1`).join('\n'), /more than 3000 values/],
    ['a key that stands there twice', 'x: 1\ny: 2\nx: 3', /p\.yaml:3 {2}Map keys must be unique/],
    ['thousands of wrong items', `target: {baseUrl: embedded}\nthresholds: [${'{},'.repeat(2500)}]`, /and \d+ more$/],
    [
      'a pattern',
      'target: {baseUrl: embedded}\nrespondent: {answers: {1: {2: "pattern [a-z]{9999999}"}}}',
      /9000 characters are not enough/,
    ],
    [
      'a pattern of patterns',
      'target: {baseUrl: embedded}\nrespondent: {answers: {1: {2: "pattern (((a{99}){99}){99}){99}"}}}',
      /9000 characters are not enough/,
    ],
    [
      'a pattern that repeats nothing',
      'target: {baseUrl: embedded}\nrespondent: {answers: {1: {2: "pattern (((){9000}){9000}){9000}"}}}',
      /9000 characters are not enough/,
    ],
  ])('is refused: %s', async (_, text, words) => {
    expect(await refusal(() => profileOf(text))).toMatch(words);
  });
});

test('a list beyond all measure is refused before it is made', () => {
  const told = () => demandFewValues(`[${'1,'.repeat(4_000_001)}1]`, 'result.json', 'result');
  expect(told).toThrow('result.json has more than 1000000 values, as a result has not');
  expect(() => demandFewValues('[1,2]', 'result.json', 'result')).not.toThrow();
});

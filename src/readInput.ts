import { closeSync, constants, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { ToolError } from './errors.ts';

const MB = 1024 * 1024;

/**
 * Every file that canvass reads and others may have written, with the most that is read of it: many times what it needs.
 * What a service may answer stands in the profile (`target.limits`, `mostOfAnswers`), what the bus may say in `fleet`.
 */
const kinds = {
  profile: { mostBytes: MB / 4, words: 'a profile' },
  survey: { mostBytes: MB, words: 'a survey of the embedded service' },
  baseline: { mostBytes: 4 * MB, words: 'a baseline' },
  csv: { mostBytes: 16 * MB, words: 'a CSV file' },
  // That of a run that checks all clauses, none of them broken, has 3 MB.
  result: { mostBytes: 64 * MB, words: 'a result' },
  // A day of seconds, told by eight threads.
  journal: { mostBytes: 4096 * MB, words: 'a journal' },
  log: { mostBytes: 4096 * MB, words: 'an access log' },
  certificate: { mostBytes: MB, words: 'a certificate or key' },
  repositoryFile: { mostBytes: MB, words: 'a file of the repository' },
} as const;

export type InputKind = keyof typeof kinds;

/** A line of a journal: a second of a run. */
const longestLineBytes = 16 * MB;

/** A text within a result: the longest body that canvass sends has a tenth of it. */
const longestText = MB;
/** Names and values within a result: ten times those of a run that checks all clauses. */
const mostValues = 1_000_000;

/** A pipe, as `<(…)` of a shell is one, may say nothing for this long. */
const longestSilenceMs = 10_000;

/** Whether reading failed because there is no such file. */
export function isNoFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/**
 * The text of a file that others may have written: never more of it than is read of its kind, and nothing that has no end.
 *
 * @throws ToolError INPUT_REFUSED for one that is larger, or is no file; Error of the file system
 */
export function readInput(path: string, kind: InputKind): string {
  const { mostBytes } = kinds[kind];
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const expected = demandFile(file, path, kind);
    const parts: Buffer[] = [];
    for (let bytes = 0; ; ) {
      const part = Buffer.allocUnsafe(Math.max(expected - bytes, 0) + 64 * 1024);
      const count = readNext(file, part, path);
      if (count === 0) return Buffer.concat(parts, bytes).toString('utf8');
      parts.push(part.subarray(0, count));
      bytes += count;
      if (bytes > mostBytes) throw tooLarge(path, kind);
    }
  } finally {
    closeSync(file);
  }
}

/**
 * The lines of a file that others may have written, one after the other.
 *
 * @throws ToolError INPUT_REFUSED for one that is larger than its kind, is no file, or has a line without end; Error of the file system
 */
export async function* linesOfInput(path: string, kind: InputKind): AsyncGenerator<string> {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    demandFile(file, path, kind);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for await (const chunk of createReadStream('', { fd: file, highWaterMark: MB }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)]).toString('utf8');
      begun = [];
      begunBytes = 0;
      from = end + 1;
    }
    begun.push(chunk.subarray(from));
    begunBytes += chunk.length - from;
    if (begunBytes > longestLineBytes)
      throw refused(`${path} has a line without end, as ${kinds[kind].words} has none`);
  }
  if (begunBytes > 0) yield Buffer.concat(begun).toString('utf8');
}

/** Texts hold some, too: bodies of answers. */
const mostCommas = 4 * mostValues;

/**
 * Refuses a text of more values than {@link demandMeasure} lets pass before they are made: each would take its room.
 *
 * @throws ToolError INPUT_REFUSED
 */
export function demandFewValues(text: string, source: string, kind: InputKind): void {
  let commas = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1))
    if (++commas > mostCommas) throw tooManyValues(source, kind);
}

function tooManyValues(source: string, kind: InputKind): ToolError {
  return refused(`${source} has more than ${mostValues} values, as ${kinds[kind].words} has not`);
}

/**
 * Refuses what fits into a file of its kind, and yet would take minutes: a text, or a list, beyond all measure.
 *
 * @param value as it was parsed
 * @throws ToolError INPUT_REFUSED
 */
export function demandMeasure(value: unknown, source: string, kind: InputKind): void {
  let values = 0;
  const look = (inner: unknown): void => {
    if (++values > mostValues) throw tooManyValues(source, kind);
    if (typeof inner === 'string' && inner.length > longestText) {
      throw refused(`${source} has a text of more than ${sizeText(longestText)}, as ${kinds[kind].words} has none`);
    }
    if (Array.isArray(inner)) for (const each of inner) look(each);
    else if (typeof inner === 'object' && inner !== null) for (const pair of Object.entries(inner)) pair.forEach(look);
  };
  look(value);
}

/** @returns its size in bytes, as far as it is known before it is read */
function demandFile(file: number, path: string, kind: InputKind): number {
  const found = fstatSync(file);
  // A folder is told of by whoever reads it.
  if (!found.isFile() && !found.isFIFO() && !found.isDirectory()) {
    throw refused(`${path} is a device, not a file, as ${kinds[kind].words} is`);
  }
  if (found.size > kinds[kind].mostBytes) throw tooLarge(path, kind);
  return found.isFile() ? found.size : 0;
}

/** @returns how many bytes there were; 0 at the end */
function readNext(file: number, into: Buffer, path: string): number {
  const waitMs = 10;
  for (let waitedMs = 0; waitedMs < longestSilenceMs; waitedMs += waitMs) {
    try {
      return readSync(file, into);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    }
  }
  throw refused(`${path} says nothing for ${longestSilenceMs / 1000} s, and does not end`);
}

function tooLarge(path: string, kind: InputKind): ToolError {
  const { mostBytes, words } = kinds[kind];
  return refused(`${path} is larger than ${sizeText(mostBytes)}, the most that is read of ${words}`);
}

function sizeText(bytes: number): string {
  return bytes < MB ? `${bytes / 1024} KB` : `${bytes / MB} MB`;
}

function refused(message: string): ToolError {
  return new ToolError('INPUT_REFUSED', message);
}

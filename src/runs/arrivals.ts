import { ToolError } from '../errors.ts';
import { instantOf } from '../profile/arrivalsFile.ts';
import { linesOfInput } from '../readInput.ts';

/** Which lines of access logs are arrivals. */
export interface ArrivalsRequest {
  readonly logs: readonly string[];
  /** Of this survey alone; null of all. */
  readonly survey: string | null;
  /** Lines that match it; null: takes of a survey. */
  readonly match: string | null;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `23/Nov/2026:09:00:01.5 +0100`, as Apache, nginx and HAProxy write it; without a zone in UTC. */
const common = /\b(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d(?:\.\d+)?)(?: ([+-]\d{4}))?/;
/** As load balancers, W3C logs and JSON write it. */
const iso = /\d{4}-\d\d-\d\d[T\s]\d\d:\d\d:\d\d(?:[.,]\d+)?\s?(?:Z\b|[+-]\d\d:?\d\d\b)?/;
const epoch = /"@?(?:ts|time|timestamp)"\s*:\s*"?(\d{10,14}(?:\.\d+)?)\b/;

/** When the request of a line came, in any of the usual formats of access logs; null where it does not say. */
export function instantOfLine(line: string): number | null {
  const [, day, month = '', year, time, zone = ''] = common.exec(line) ?? [];
  if (day !== undefined) {
    const number = String(months.indexOf(month) + 1).padStart(2, '0');
    return instantOf(`${year}-${number}-${day}T${time}${zone}`);
  }
  const [spelt = epoch.exec(line)?.[1]] = iso.exec(line) ?? [];
  return spelt === undefined ? null : instantOf(spelt.trim().replace('\t', ' '));
}

/**
 * Finds the arrivals of respondents in access logs: their first call, a take. One that resumes looks the same there.
 *
 * @returns instants in ms since 1970, in the order of the lines; how many arrivals had none in theirs, and where the first stands
 * @throws ToolError for a log that cannot be read, or in which nobody arrives
 */
export async function loggedArrivals({ logs, survey, match }: ArrivalsRequest) {
  const isArrival = matcher(survey, match);
  const instants: number[] = [];
  let lines = 0;
  const timelessAt: string[] = [];
  for (const log of logs) {
    let number = 0;
    for await (const line of linesOf(log)) {
      number++;
      if (!isArrival(line)) continue;
      const instantMs = instantOfLine(line);
      if (instantMs === null) timelessAt.push(`${log}:${number}`);
      else instants.push(instantMs);
    }
    lines += number;
  }
  const [first] = timelessAt;
  const timeless = first === undefined ? null : { lines: timelessAt.length, first };
  if (instants.length > 0) return { lines, instants, timeless };
  const why =
    timeless === null
      ? `none is ${match === null ? 'a take of a survey: --match says which lines count' : 'one that matches'}`
      : `none of the ${timeless.lines} arrivals has a time (the first is ${timeless.first})`;
  throw new ToolError('INPUT_REFUSED', `${logs.join(', ')}: of ${lines} lines ${why}`);
}

/** Looked at no further: texts of others cannot keep an expression busy. */
const longestLine = 16_384;

function matcher(survey: string | null, match: string | null): (line: string) => boolean {
  const expression = new RegExp(match ?? `/surveys/${survey ?? '\\d+'}/take(?![\\w/-])`);
  const isTake = match === null;
  return (line) => {
    const text = line.slice(0, longestLine);
    return expression.test(text) && !(isTake && /\b(?:OPTIONS|HEAD)\b/.test(text));
  };
}

async function* linesOf(log: string): AsyncGenerator<string> {
  try {
    yield* linesOfInput(log, 'log');
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new ToolError('USAGE', `${log} cannot be read`, { cause: error });
  }
}

/** The arrivals as a file that `load.arrivals` takes: counts a minute, or an instant a line. */
export function arrivalsCsv(instants: readonly number[], each: boolean): string {
  if (each) return `instant\n${instants.map((ms) => new Date(ms).toISOString()).join('\n')}\n`;
  const minuteMs = 60_000;
  const counts = new Map<number, number>();
  for (const ms of instants) {
    const minute = Math.floor(ms / minuteMs);
    counts.set(minute, (counts.get(minute) ?? 0) + 1);
  }
  const rows = [...counts]
    .sort(([a], [b]) => a - b)
    .map(([minute, count]) => `${new Date(minute * minuteMs).toISOString().slice(0, 16)}Z,${count}`);
  return `minute,arrivals\n${rows.join('\n')}\n`;
}

import { type ExitCode, exitCodes } from '../errors.ts';
import { oneLine } from '../report/plainText.ts';
import { print, progressOutput } from '../report/terminal.ts';
import type { RunProgress } from '../result/progress.ts';
import type { CapacityProgress } from '../runs/capacity.ts';
import type { ConformProgress } from '../runs/conform.ts';
import type { DuetProgress } from '../runs/duet.ts';
import type { RunStops, RunWatch } from '../runs/runWatch.ts';
import type { CommonOptions } from './options.ts';

/** SIGHUP: the terminal, or the connection to the machine, has gone. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A run that was given up has this long to write what it knows. */
const lastWordsMs = 60_000;

/** Who takes what was thrown where nobody could catch it; `null` while nothing runs. */
let running: ((defect: Error) => void) | null = null;

/** Hands what was thrown where nobody could catch it to the run, which ends with a result. @returns whether there is one. */
export function endRunWith(defect: unknown): boolean {
  if (running === null) return false;
  running(defect instanceof Error ? defect : new Error(String(defect)));
  return true;
}

/**
 * Runs `task`. The first ctrl-C ends it in order, the second with what is known by then, a third one ends the process at
 * once. What is thrown where nobody could catch it, and a task that nothing is left to end, count as a second one.
 */
export async function interruptible<T>(task: (stops: RunStops) => Promise<T>, say: (text: string) => void): Promise<T> {
  const interrupt = new AbortController();
  const abandon = new AbortController();
  const endUnwritten = (code: ExitCode): never => {
    say(
      'The writing of the result did not end. What was written is in the folder of the run; canvass report --recover FOLDER makes a result of a journal that is left there.',
    );
    return process.exit(code);
  };
  const giveUp = (reason: Error | 'asked twice'): void => {
    if (abandon.signal.aborted) process.exit(exitCodes.interrupted);
    abandon.abort(reason);
    interrupt.abort();
    const code = reason instanceof Error ? exitCodes.internal : exitCodes.interrupted;
    setTimeout(() => endUnwritten(code), lastWordsMs).unref();
  };
  const onSignal = (): void => {
    if (interrupt.signal.aborted) {
      if (!abandon.signal.aborted)
        say('Interrupted again: the result of what is known is written. Once more ends at once.');
      giveUp('asked twice');
      return;
    }
    say('Interrupted: respondents are stopped, and the result is written. Once more writes what is known by then.');
    interrupt.abort();
  };
  const onDefect = (defect: Error): void => {
    // What fails beside the writing of the result must not end it.
    if (abandon.signal.aborted) return;
    say(`internal error: ${defect.message}. This is a defect of canvass; the run ends with what is known.`);
    if (process.env.CANVASS_DEBUG === '1') say(String(defect.stack));
    giveUp(defect);
  };
  const onStall = (): void => {
    if (abandon.signal.aborted) endUnwritten(exitCodes.internal);
    onDefect(new Error('nothing was left that could have ended the run'));
  };
  for (const signal of signals) process.on(signal, onSignal);
  process.on('beforeExit', onStall);
  running = onDefect;
  try {
    return await task({ interrupt: interrupt.signal, abandon: abandon.signal });
  } finally {
    running = null;
    process.off('beforeExit', onStall);
    for (const signal of signals) process.off(signal, onSignal);
  }
}

type Wanted = Pick<CommonOptions, 'json' | 'quiet'>;
type Followed<Progress, T> = (watch: RunWatch<Progress>) => Promise<T>;

/** Says something to the person at the terminal, beside what the command prints. */
export function say(text: string): void {
  print(`canvass: ${text}\n`, 'stderr');
}

/**
 * Runs what is followed, until it has ended or was interrupted.
 *
 * @param isSilent whether notices are kept back
 * @param clear takes away what is shown of the progress, before anything else is said
 */
async function followed<Progress, T>(
  run: Followed<Progress, T>,
  isSilent: boolean,
  onProgress: (progress: Progress) => void,
  clear: () => void = () => {},
): Promise<T> {
  const onTrouble = (text: string): void => {
    clear();
    say(text);
  };
  const onNotice = isSilent ? () => {} : onTrouble;
  return await interruptible((stops) => run({ ...stops, onNotice, onTrouble, onProgress }).finally(clear), onTrouble);
}

/** Writes one line over and over, only where a person watches. */
function overwriting({ json, quiet }: Wanted): (line: string) => void {
  const isShown = !json && !quiet && process.stderr.isTTY;
  return (line) => {
    if (isShown) progressOutput.write(`\r\x1b[K${oneLine(line)}`);
  };
}

/** Shows how a load goes on, until it has ended. */
export async function followLoad<T>(run: Followed<RunProgress, T>, { json, quiet }: Wanted): Promise<T> {
  const { progressView } = await import('../report/text/progressText.ts');
  const { styleFor } = await import('../report/text/style.ts');
  const view = json || quiet ? null : progressView(progressOutput, styleFor(progressOutput.isTTY, process.env));
  return await followed(
    run,
    quiet,
    (progress) => view?.update(progress),
    () => view?.close(),
  );
}

/** Shows the probes of a conformance run as they end. */
export async function followConform<T>(run: Followed<ConformProgress, T>, wanted: Wanted): Promise<T> {
  const write = overwriting(wanted);
  return await followed(
    run,
    wanted.json || wanted.quiet,
    ({ probe, done, total }) => write(`${done}/${total} ${probe}`),
    () => write(''),
  );
}

/** Shows each probe of a search for capacity in a line as it ends. */
export async function followCapacity<T>(run: Followed<CapacityProgress, T>, { json, quiet }: Wanted): Promise<T> {
  return await followed(run, quiet, (progress) => {
    if (!json && !quiet) print(`${capacityLine(progress)}\n`, 'stderr');
  });
}

/** Shows how far a duet is. */
export async function followDuet<T>(run: Followed<DuetProgress, T>, wanted: Wanted): Promise<T> {
  const { workersText } = await import('../report/text/progressText.ts');
  const write = overwriting(wanted);
  const show = ({ elapsedSeconds, plannedSeconds, requests, violations, fleet }: DuetProgress): void => {
    const time = `${Math.round(elapsedSeconds)} of ${Math.round(plannedSeconds)} s`;
    const broken = `violations: base ${violations.base}, candidate ${violations.candidate}`;
    write([time, ...workersText({ fleet: fleet ?? null }), `${requests} requests`, broken].join('  '));
  };
  return await followed(run, wanted.json || wanted.quiet, show, () => write(''));
}

function capacityLine(progress: CapacityProgress): string {
  if (progress.kind === 'capacity') {
    const { datacenter, reasons } = progress.capacity;
    return `${datacenter}: ${reasons[0] ?? ''}`;
  }
  const { datacenter, attempt, percentile: name } = progress;
  const offered = `${attempt.offeredPerSecond.toFixed(1)}/s offered`.padStart(17);
  const came = `${attempt.startedPerSecond.toFixed(1)}/s came`.padStart(14);
  const latency = `${name} ${(attempt[name] / 1000).toFixed(0)} ms`.padStart(12);
  return `${datacenter}  ${attempt.stage.padEnd(7)} ${offered} ${came}  ${String(attempt.seconds).padStart(3)} s ${latency}  ${attempt.reason}`;
}

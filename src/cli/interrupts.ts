import { type ExitCode, exitCodes } from '../errors.ts';
import type { RunStops } from '../runs/runWatch.ts';

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

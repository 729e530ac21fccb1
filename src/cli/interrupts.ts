import { exitCodes } from '../errors.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Runs `task`, whose signal the first ctrl-C aborts; a second one ends the process at once. */
export async function interruptible<T>(
  task: (interrupt: AbortSignal) => Promise<T>,
  say: (text: string) => void,
): Promise<T> {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    say('Interrupted: respondents are stopped, and the result is written. Once more ends at once.');
    controller.abort();
  };
  for (const signal of signals) process.on(signal, interrupt);
  try {
    return await task(controller.signal);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}

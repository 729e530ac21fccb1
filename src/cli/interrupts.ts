import { exitCodes } from '../errors.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Turns ctrl-C into an abort; a second one ends the process at once. `release` gives the signals back. */
export function onInterrupt(say: (text: string) => void): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    say('Interrupted: respondents are stopped, and the result is written. Once more ends at once.');
    controller.abort();
  };
  for (const signal of signals) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of signals) process.off(signal, interrupt);
    },
  };
}

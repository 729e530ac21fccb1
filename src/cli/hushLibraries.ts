import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { print } from '../report/terminal.ts';

/**
 * What a library says on its own account is not shown from now on: it may hold the words of whoever it speaks with, as
 * NATS's does of a server that sends what it cannot read. CANVASS_DEBUG=1 shows it, on the one way to the terminal.
 */
export function hushLibraries(): void {
  const output = new Writable({
    write: (words, _, done) => {
      if (process.env.CANVASS_DEBUG === '1') print(String(words), 'stderr');
      done();
    },
  });
  globalThis.console = new Console(output);
}

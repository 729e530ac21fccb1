import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Starts a script of this repository as a process of its own; `script` is relative to this folder. */
export function run(script: string, parameters: readonly string[], stdout: 'pipe' | 'ignore'): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, script), ...parameters], {
    stdio: ['ignore', stdout, 'inherit'],
  });
}

/** The first line that a process writes. @throws Error when it ends without one */
export async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout !== null) for await (const line of createInterface(child.stdout)) return line;
  throw new Error('the process ended before it wrote anything');
}

import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { runCommandLine } from '../../src/cli/commandLine.ts';
import { conclude } from '../../src/cli/start.ts';
import { threadsHere } from '../support/inThisThread.ts';
import { type Ended, ended } from '../support/process.ts';

/** The file that Node runs, for tests that start a process and talk to it while it runs. */
export const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

interface Surroundings {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * Runs a command line of canvass within this thread: with its parser, commands, messages and exit codes, and without what
 * a process and its threads take to start. Folder, environment and output are those of the whole process meanwhile:
 * one at a time.
 */
export async function canvass(words: readonly string[], { cwd = process.cwd(), environment = {} }: Surroundings = {}) {
  const before = { cwd: process.cwd(), exitCode: process.exitCode };
  const said = { stdout: '', stderr: '' };
  const spies = [
    ...(['stdout', 'stderr'] as const).map((name) =>
      vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
        said[name] += String(chunk);
        return true;
      }),
    ),
    // The help is printed by yargs.
    vi.spyOn(console, 'log').mockImplementation((line) => {
      said.stdout += `${line}\n`;
    }),
  ];
  for (const [name, value] of Object.entries({ NO_COLOR: '1', ...environment })) vi.stubEnv(name, value);
  process.chdir(cwd);
  process.exitCode = undefined;
  const threadsAgain = threadsHere();
  try {
    const failed = await runCommandLine(words).then(() => undefined, conclude);
    const outcome: Ended = { exitCode: failed ?? Number(process.exitCode ?? 0), ...said };
    return outcome;
  } finally {
    threadsAgain();
    process.exitCode = before.exitCode;
    process.chdir(before.cwd);
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  }
}

/** Runs canvass as a person does, in a process of its own, and waits for its end. */
export function canvassProcess(
  words: readonly string[],
  { cwd = process.cwd(), environment = {} }: Surroundings = {},
): Promise<Ended> {
  return ended(process.execPath, [main, ...words], cwd, environment);
}

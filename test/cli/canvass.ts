import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs canvass as a person does, in a process of its own, and waits for its end. */
export function canvass(
  words: readonly string[],
  { cwd = process.cwd(), environment = {} }: { cwd?: string; environment?: Record<string, string> } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: '1', ...environment };
    const child = execFile(process.execPath, [main, ...words], { cwd, env }, (_, stdout, stderr) => {
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

import { execFile } from 'node:child_process';

export interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in a folder, and waits for its end. */
export function ended(
  program: string,
  words: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: '1', ...environment };
    const child = execFile(program, words, { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (_, stdout, stderr) => {
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

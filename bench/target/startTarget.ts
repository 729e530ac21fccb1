import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AnswerStyle } from './answerStyle.ts';
import type { Protocol } from './front.ts';

/** A benchmark's target in a process of its own. */
export interface Target {
  readonly baseUrl: string;
  /** Its process, to be bound to a core. */
  readonly pid: number | undefined;
  stop(): void;
}

/** Starts one of the targets of this folder. */
export async function startTarget(
  file: 'fastTarget.ts',
  protocol: Protocol = 'plain',
  style: AnswerStyle = 'compact',
): Promise<Target> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [protocol, style], { stdio: 'inherit' });
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.once('message', (url) => resolve(String(url)));
    child.once('exit', (code) => reject(new Error(`the target ended with code ${code}`)));
  });
  return { baseUrl, pid: child.pid, stop: () => child.disconnect() };
}

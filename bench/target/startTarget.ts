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

/** Starts `fastTarget.ts`. @param perPage questions on each of two pages, 0 for the survey's own pages */
export async function startTarget(
  protocol: Protocol = 'plain',
  style: AnswerStyle = 'compact',
  perPage = 0,
): Promise<Target> {
  const file = fileURLToPath(new URL('fastTarget.ts', import.meta.url));
  const child = fork(file, [protocol, style, String(perPage)], { stdio: 'inherit' });
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.once('message', (url) => resolve(String(url)));
    child.once('exit', (code) => reject(new Error(`the target ended with code ${code}`)));
  });
  return { baseUrl, pid: child.pid, stop: () => child.disconnect() };
}

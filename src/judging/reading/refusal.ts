import type { Answer } from './answer.ts';
import { named } from './reading.ts';

/** Whether the endpoint did what it is there for. */
export function isServed({ reading }: Answer): boolean {
  return reading.kind === 'flow' || reading.kind === 'administration';
}

/** Whether a request was refused for another reason than its key. */
export function isOtherRefusal({ exchange: { httpStatus } }: Answer): boolean {
  return httpStatus >= 400 && httpStatus < 500 && httpStatus !== 401 && httpStatus !== 403;
}

/** An answer in a word for people. */
export function came({ exchange, reading }: Answer): string {
  return named(exchange, reading);
}

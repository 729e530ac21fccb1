import { traceHref } from '../traceHref.ts';

/** The trace that an exchange was sent in, and where it is looked at; the place `null` where a run names none. */
export interface Trace {
  readonly id: string;
  readonly href: string | null;
}

/** @param traceUrl of the run's target; `null` without an id */
export function traceOf(id: string | undefined, traceUrl: string | undefined): Trace | null {
  return id === undefined ? null : { id, href: traceHref(traceUrl, id) };
}

/** As a cell of a table, or beside other words. */
export function traceCell({ id, href }: Trace) {
  return { text: id, as: 'code', ...(href === null ? {} : { href }) } as const;
}

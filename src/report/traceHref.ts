/**
 * Where a trace is looked at; `null` where the run names no place for it, or none that a reader should be led to.
 *
 * @param traceUrl with `{traceId}` in the place of the id
 */
export function traceHref(traceUrl: string | undefined, traceId: string): string | null {
  if (traceUrl === undefined || !/^https?:\/\//.test(traceUrl)) return null;
  return traceUrl.replaceAll('{traceId}', encodeURIComponent(traceId));
}

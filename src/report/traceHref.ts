/**
 * Where a trace is looked at, as a URL in which nothing ends the place that it is written into; `null` where the run names no
 * place for it, or none that a reader should be led to.
 *
 * @param traceUrl with `{traceId}` in the place of the id
 */
export function traceHref(traceUrl: string | undefined, traceId: string): string | null {
  const text = traceUrl?.replaceAll('{traceId}', encodeURIComponent(traceId)) ?? '';
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}

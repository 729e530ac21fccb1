import { deepestJson } from '../../contract/jsonShape.ts';

/**
 * The largest values that a profile may have: far above what any machine or service can do, so that a slip of the
 * keyboard is refused before it is run, and no timer or counter overflows.
 */
export const mostArrivalsPerSecond = 100_000;
export const mostRespondents = 1_000_000;
export const mostConnections = 60_000;
export const mostThreads = 256;
/** A week. */
export const longestSeconds = 604_800;
/** A day. */
export const longestThinkMs = 86_400_000;
/** Histograms reach no further (design, Latency). */
export const longestTimeoutMs = 600_000;
/** A larger number is rounded, and may be the id of something else. */
export const largestId = Number.MAX_SAFE_INTEGER;
export const mostRequests = 1_000_000_000;

/** How much of an answer is read unless a profile says otherwise: hundreds of times what a usual page needs. */
export const standardLimits = {
  bodyBytes: 4 * 1024 * 1024,
  /** As `http.maxHeaderSize` of Node. */
  headBytes: 16 * 1024,
  jsonDepth: deepestJson,
  /** A browser keeps at least so many of one host, and so long ones (RFC 6265, 6.1). */
  cookies: 50,
  cookieBytes: 4096,
};
export const mostOfAnswers = {
  bodyBytes: 64 * 1024 * 1024,
  headBytes: 1024 * 1024,
  jsonDepth: 1000,
  cookies: 3000,
  cookieBytes: 64 * 1024,
};

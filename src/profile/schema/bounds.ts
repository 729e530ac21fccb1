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
export const mostRequests = 1_000_000_000;

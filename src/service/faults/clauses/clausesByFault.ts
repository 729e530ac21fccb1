import type { ClauseId } from '../../../contract/clauses/catalogue.ts';

/** The clauses that a fault breaks, by the id of the fault: the self-test counts it as noticed when each of them fails. */
export type ClausesByFault = Readonly<Record<string, readonly ClauseId[]>>;

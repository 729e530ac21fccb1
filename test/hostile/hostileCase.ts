import type { Failure } from '../../src/result/exchange.ts';
import type { Behaviour, Protocol } from './hostileTarget.ts';

/** What a hostile target does, and what is to come of it. */
export interface HostileCase {
  readonly name: string;
  readonly does: Behaviour;
  /** Over which protocols it makes sense. */
  readonly over: readonly Protocol[];
  /**
   * `blamed`: the run fails, unless nothing of the service ever came. `not blamed`: the document allows it, or nothing
   * can be told.
   */
  readonly service: 'blamed' | 'not blamed';
  /** How its requests fail; `null` where all are answered, `any` where some may not be. */
  readonly failure: Failure | 'any' | null;
  /** A clause that must be among the broken ones. */
  readonly clause: string | null;
  /** Bound of a request; only what stalls needs a short one. */
  readonly timeoutMs?: number;
}

type Outcome = Pick<HostileCase, 'service' | 'failure' | 'clause'>;

/** The document allows it. */
export const fine: Outcome = { service: 'not blamed', failure: null, clause: null };
/** Nothing usable came, which says nothing against the document. */
export const unusable = (failure: Failure): Outcome => ({ service: 'not blamed', failure, clause: null });
/** It breaks the document, or what no service may do. */
export const breaks = (clause: string | null, failure: HostileCase['failure'] = null): Outcome => ({
  service: 'blamed',
  failure,
  clause,
});

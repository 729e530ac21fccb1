/** What is known of the request beside its answer. */
export interface Circumstances {
  /** The path of the target's base URL, without a slash at its end. */
  readonly basePath: string;
  /**
   * Whether a client of the contract could have sent the request. What a gateway makes of others (malformed JSON, ids
   * that are no integers, bodies of megabytes) is not the contract's matter.
   */
  readonly isContractual: boolean;
  /** The survey is there to fail: a 5xx is what it promises. */
  readonly mayFail: boolean;
  /** The mark in this respondent's own texts; `''` where it has none. */
  readonly token: string;
  /** API keys of the run. */
  readonly keys: readonly string[];
  /** Session ids and tokens of this respondent. */
  readonly sessionIds: readonly string[];
}

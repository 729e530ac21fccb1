import type { ClauseId } from '../../contract/clauses/catalogue.ts';
import { jsonText } from '../../contract/jsonShape.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { Witness } from '../../result/verdict.ts';
import type { ViolationSighting, WalkObserver } from '../crowd.ts';
import { type ClauseGroup, ClauseTally } from './clauseTally.ts';

/** Who can prove what was seen: the walk, whose steps so far are the witness. */
export interface WitnessSource {
  witness(): Witness;
  /** A text of the service without the secrets of the run and of this session. */
  redact(text: string): string;
}

/** Longest text of the service in expected and actual. */
const maxShown = 300;

/** Collects what invariants find: evidence in the tally, violations and observations to the observer. */
export class Judge {
  readonly tally = new ClauseTally();
  readonly #observer: WalkObserver;
  #failures = 0;

  constructor(observer: WalkObserver) {
    this.#observer = observer;
  }

  pass(clause: ClauseId): void {
    this.tally.passed(clause);
  }

  /** `times`: how often the group was checked. */
  passGroup(group: ClauseGroup, times = 1): void {
    this.tally.passedGroup(group, times);
  }

  /** Checks that failed so far. */
  get failures(): number {
    return this.#failures;
  }

  fail(clause: ClauseId, expected: string, actual: string, walk: WitnessSource): void {
    this.tally.failed(clause);
    this.#failures++;
    const sighting: ViolationSighting = {
      clause,
      expected: walk.redact(expected),
      actual: walk.redact(actual),
      witness: () => walk.witness(),
    };
    this.#observer.onViolation(sighting);
  }

  /** Passes or fails; for checks whose texts cost nothing to make. */
  check(holds: boolean, clause: ClauseId, expected: string, actual: string, walk: WitnessSource): void {
    if (holds) this.tally.passed(clause);
    else this.fail(clause, expected, actual, walk);
  }

  /** @param value one of the question's alternatives, or the HTTP status: never a text of the service. */
  observe(question: string, value: string, exchange: Exchange, walk: WitnessSource): void {
    this.#observer.onObservation(question, value, exchange, walk);
  }
}

/** A value of the service for expected and actual: as JSON, cut to a bound. */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = jsonText(value);
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}…`;
}

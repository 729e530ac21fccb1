import { type ViolationFacts, violationKey } from '../identity.ts';

/** Violations that are remembered; beyond them all are forgotten. */
const mostKnown = 500;

/** A violation in the words in which it is kept, and what makes it one. */
interface Kept {
  readonly facts: ViolationFacts;
  readonly key: string;
}

/**
 * Violations in the words in which they were kept first, by what they say with secrets and all: taking secrets out of those
 * that come again would cost more than all else.
 */
export class KnownViolations {
  readonly #known = new Map<string, Kept>();

  /** @param say what was found, with secrets or without */
  kept(say: (withoutSecrets: boolean) => ViolationFacts): Kept {
    const found = say(false);
    const said = violationKey(found);
    let kept = this.#known.get(said);
    if (kept === undefined) {
      const facts = say(true);
      kept = { facts, key: violationKey(facts) };
      if (this.#known.size === mostKnown) this.#known.clear();
      this.#known.set(said, kept);
    }
    const came = found.symptom?.came;
    if (came === undefined) return kept;
    return { facts: { ...kept.facts, symptom: { ...kept.facts.symptom, came } }, key: kept.key };
  }
}

import type { PairCounts } from '../duetResult.ts';
import { DifferenceTally } from './differenceTally.ts';
import type { DuetDelta } from './duetDelta.ts';

/** Kinds of difference that are known by name: a service that differs from itself in more ways has no form of its own. */
export const mostNames = 1000;

/** What the twins of a duet came to, added up: of several generators, or of one second after the other. */
export class DuetTally {
  readonly differences = new DifferenceTally();
  readonly names = new Set<string>();
  readonly counts: PairCounts = { walks: 0, compared: 0, parted: 0 };

  add({ differences, names, counts }: Pick<DuetDelta, 'differences' | 'names' | 'counts'>): void {
    this.differences.add(differences);
    for (const name of names) if (this.names.size < mostNames) this.names.add(name);
    this.counts.walks += counts.walks;
    this.counts.compared += counts.compared;
    this.counts.parted += counts.parted;
  }
}

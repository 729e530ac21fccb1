import type { Judge } from '../ledger/judge.ts';

/** How pages of one identity ended when they were accepted, over all respondents of a run. */
interface PageEnds {
  completed: number;
  advanced: number;
  flagged: number;
  readonly judge: Judge;
}

/**
 * Whether `isFinalPage` describes the page. Where branches are possible a single walk cannot tell: a page that was
 * always last, and never flagged so, contradicts its flag.
 */
export class FinalFlags {
  readonly #pages = new Map<string, PageEnds>();

  /** One accepted page: whether it was flagged final, and whether it ended the survey. */
  accepted(surveyId: number, identity: string, flagged: boolean, completed: boolean, judge: Judge): void {
    const key = `${surveyId}:${identity}`;
    const ends = this.#pages.get(key) ?? { completed: 0, advanced: 0, flagged: 0, judge };
    this.#pages.set(key, ends);
    if (completed) ends.completed++;
    else ends.advanced++;
    if (flagged) ends.flagged++;
  }

  /** Judges at the end of a run what single walks could not. */
  judgeAll(): void {
    for (const [key, { completed, advanced, flagged, judge }] of this.#pages) {
      if (completed === 0 || advanced > 0) continue;
      judge.expect(
        'MOVE-ADVANCE-03',
        flagged === completed,
        'isFinalPage true on a page that was last each time',
        () => `page ${key} was last ${completed} times, flagged final ${flagged} times`,
      );
    }
  }
}

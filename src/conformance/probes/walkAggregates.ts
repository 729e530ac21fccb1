import type { PageView } from '../drive/pageView.ts';
import type { Judge } from '../ledger/judge.ts';

/** How pages of one identity ended when they were accepted, over all respondents of a run. */
interface PageEnds {
  completed: number;
  advanced: number;
  flagged: number;
  readonly judge: Judge;
}

/** What the whole walks of one survey have seen. */
interface SurveyWalks {
  completed: number;
  readonly questions: Set<number>;
  last: Judge | null;
}

/** Where the same answers to one page led, by the page that was shown next. */
interface Route {
  readonly survey: number;
  readonly page: string;
  readonly next: Map<string, number>;
  readonly judges: Map<string, Judge>;
}

/** How often the same answers must have been given to one page before one way stands against another. */
const enoughMoves = 8;
/** A way that is taken in fewer than one of so many cases is the exception. */
const rareIn = 4;

/** Walks that must have come to their end before it is judged what none of them has seen. */
const enoughWalks = 3;

/**
 * What single walks cannot tell and all of them together can: whether `isFinalPage` describes the page (where branches
 * are possible, a page that was always last and never flagged so contradicts its flag), and whether pages are left out
 * (a question that is known to be required was never asked; the same answers led, now and then, over the page that they
 * usually lead to).
 */
export class WalkBook {
  readonly #pages = new Map<string, PageEnds>();
  readonly #surveys = new Map<number, SurveyWalks>();
  readonly #routes = new Map<string, Route>();

  /** One accepted page, the options that were chosen on it, and the page that came next. */
  moved(survey: number, page: string, chosen: string, next: string, judge: Judge): void {
    const key = `${survey}:${page}:${chosen}`;
    const route = this.#routes.get(key) ?? { survey, page, next: new Map(), judges: new Map() };
    this.#routes.set(key, route);
    route.next.set(next, (route.next.get(next) ?? 0) + 1);
    route.judges.set(next, judge);
  }

  /** One accepted page, and whether it ended the survey. */
  accepted(surveyId: number, page: PageView, completed: boolean, judge: Judge): void {
    const key = `${surveyId}:${page.identity}`;
    const ends = this.#pages.get(key) ?? { completed: 0, advanced: 0, flagged: 0, judge };
    this.#pages.set(key, ends);
    if (completed) ends.completed++;
    else ends.advanced++;
    if (page.isFinal) ends.flagged++;
    const walks = this.#surveys.get(surveyId) ?? { completed: 0, questions: new Set<number>(), last: null };
    this.#surveys.set(surveyId, walks);
    for (const { id } of page.questions) walks.questions.add(id);
    if (!completed) return;
    walks.completed++;
    walks.last = judge;
  }

  /** Ways that lead over the usual next page to the one after it: not another branch, for the answers were the same. */
  #judgeRoutes(): void {
    const routes = [...this.#routes.values()];
    for (const { survey, next, judges } of routes) {
      const total = [...next.values()].reduce((sum, count) => sum + count, 0);
      const [usual] = [...next].sort(([, a], [, b]) => b - a)[0] ?? [];
      if (total < enoughMoves || usual === undefined) continue;
      const after = routes.filter((route) => route.survey === survey && route.page === usual);
      for (const [page, count] of next) {
        const isSkip = page !== usual && after.some((route) => route.next.has(page)) && count * rareIn < total;
        judges
          .get(page)
          ?.expect(
            'MOVE-ADVANCE-01',
            !isSkip,
            `the page with questions ${usual}, as after the same answers before`,
            () => `the page with questions ${page}, which comes after it`,
          );
      }
    }
  }

  /**
   * Judges at the end of a run.
   *
   * @param required ids of questions that are known to be required, by survey id.
   */
  judgeAll(required: Readonly<Record<string, readonly number[]>>): void {
    for (const [key, { completed, advanced, flagged, judge }] of this.#pages) {
      if (completed === 0 || advanced > 0) continue;
      judge.expect(
        'MOVE-ADVANCE-03',
        flagged === completed,
        'isFinalPage true on a page that was last each time',
        () => `page ${key} was last ${completed} times, flagged final ${flagged} times`,
      );
    }
    this.#judgeRoutes();
    for (const [surveyId, { completed, questions, last }] of this.#surveys) {
      if (completed < enoughWalks || last === null) continue;
      const missing = (required[String(surveyId)] ?? []).filter((id) => !questions.has(id));
      last.expect(
        'MOVE-ADVANCE-01',
        missing.length === 0,
        'every question that is required, on one of the pages',
        () => `question ${missing.join(', ')} was on no page of ${completed} completed walks`,
      );
    }
  }
}

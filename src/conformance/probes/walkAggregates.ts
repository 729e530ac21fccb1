import type { EntityId } from '../../contract/entityId.ts';
import type { Findings } from '../../judging/findings.ts';
import { entryOf } from '../../judging/memoised.ts';
import { keysOf } from '../../judging/reading/answerForm.ts';
import type { QuestionView } from '../../judging/reading/questionView.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { showsOther } from '../../judging/rules/keys.ts';
import { judgeFlagged, judgeSomeFlagged, judgeWay } from '../../judging/rules/moves.ts';
import { type Given, idsIn } from '../../judging/rules/previousPage.ts';
import { isBareText, judgeAnsweredInMarkup, judgeOtherHidden, judgeOtherShown } from '../../judging/rules/question.ts';
import type { ShownOfSurvey } from '../../judging/run/unseenQuestions.ts';

/** How pages of one identity ended when they were accepted, over all respondents of a run. */
interface PageEnds {
  completed: number;
  advanced: number;
  flagged: number;
  /** Every option that was chosen on it, over all submissions. */
  readonly chosen: Set<string>;
  /** Every option that it offers. */
  readonly offered: Set<string>;
  readonly findings: Findings;
}

/** What the whole walks of one survey have seen. */
interface SurveyWalks {
  completed: number;
  /** Pages that were flagged final. */
  flagged: number;
  readonly questions: Set<EntityId>;
  last: Findings | null;
}

/** Where the same answers to one page led, by the page that was shown next. */
interface Route {
  readonly survey: EntityId;
  readonly page: string;
  readonly next: Map<string, number>;
  readonly findings: Map<string, Findings>;
}

/** A question as it was shown last, and whether it was so each time, as far as walks together judge it. */
interface Asked {
  readonly question: QuestionView;
  readonly findings: Findings;
  readonly isAlike: boolean;
}

/** How often the same answers must have been given to one page before one way stands against another. */
const enoughMoves = 8;
/** A way that is taken in fewer than one of so many cases is the exception. */
const rareIn = 4;
/** Walks that must have come to their end before it is judged what none of them has seen. */
const enoughWalks = 3;

/**
 * What single walks cannot tell and all of them together can:
 * - whether `isFinalPage` describes the page: one that was always last may still lead on after answers that nobody gave;
 * - whether pages are left out: the same answers led, now and then, past the page that they usually lead to;
 * - whether a question has an Other option: where others show the input for its words, it must too;
 * - whether a question is answered in its markup, as others of its kind are.
 */
export class WalkAggregates {
  readonly #pages = new Map<string, PageEnds>();
  readonly #surveys = new Map<EntityId, SurveyWalks>();
  readonly #routes = new Map<string, Route>();
  readonly #backWorked = new Set<string>();
  /** Whether choices show the input of their Other option. */
  #areOthersShown = false;
  readonly #othersHidden = new Map<EntityId, Asked>();

  /** Kinds of questions whose markup has their inputs, and the questions that were shown. */
  readonly #answeredInMarkup = new Set<string>();
  readonly #shown = new Map<EntityId, Asked>();

  /** Going back worked from this page of the survey: it allows it there. */
  backWorked(surveyId: EntityId, from: ShownPage): void {
    this.#backWorked.add(`${surveyId}:${from.identity}`);
  }

  allowsBack(surveyId: EntityId, from: ShownPage): boolean {
    return this.#backWorked.has(`${surveyId}:${from.identity}`);
  }

  /** One accepted page, the options that were chosen on it, and the page that came next. */
  moved(survey: EntityId, page: string, chosen: string, next: string, findings: Findings): void {
    const fresh = (): Route => ({ survey, page, next: new Map(), findings: new Map() });
    const route = entryOf(this.#routes, `${survey}:${page}:${chosen}`, fresh);
    route.next.set(next, (route.next.get(next) ?? 0) + 1);
    route.findings.set(next, findings);
  }

  /**
   * One page, the answers to it that were accepted, and whether they ended the survey.
   *
   * @param findings of the answer that took the answers
   * @param shown of the one that showed the page, where it is another
   */
  accepted(
    surveyId: EntityId,
    page: ShownPage,
    given: Given,
    completed: boolean,
    findings: Findings,
    shown: Findings | null = null,
  ): void {
    const fresh = (): PageEnds => ({
      completed: 0,
      advanced: 0,
      flagged: 0,
      chosen: new Set(),
      offered: new Set(),
      findings,
    });
    const ends = entryOf(this.#pages, `${surveyId}:${page.identity}`, fresh);
    for (const question of page.questions) {
      const { id, form, answers } = question;
      const before = this.#shown.get(id);
      const isAlike = before === undefined || (before.isAlike && traitsOf(before.question) === traitsOf(question));
      const asked = { question, findings: shown ?? findings, isAlike };
      this.#shown.set(id, asked);
      if (keysOf(form).some((key) => question.inputs.types.has(key))) this.#answeredInMarkup.add(form.kind);
      if (!('key' in form)) continue;
      const hasInput = showsOther(question);
      if (hasInput === true) this.#areOthersShown = true;
      if (hasInput === false) this.#othersHidden.set(id, asked);
      for (const option of idsIn(given[form.key])) ends.chosen.add(`${id} ${option}`);
      for (const option of answers) ends.offered.add(`${id} ${option.id}`);
    }
    if (completed) ends.completed++;
    else ends.advanced++;
    const nobody = (): SurveyWalks => ({ completed: 0, flagged: 0, questions: new Set(), last: null });
    const walks = entryOf(this.#surveys, surveyId, nobody);
    if (page.isFinal !== false) {
      ends.flagged++;
      walks.flagged++;
    }
    for (const { id } of page.questions) walks.questions.add(id);
    if (!completed) return;
    walks.completed++;
    walks.last = findings;
  }

  /** Ways that lead over the usual next page to the one after it: not another branch, for the answers were the same. */
  #judgeRoutes(): void {
    const routes = [...this.#routes.values()];
    for (const { survey, next, findings } of routes) {
      const total = [...next.values()].reduce((sum, count) => sum + count, 0);
      const [usual] = [...next].sort(([, a], [, b]) => b - a)[0] ?? [];
      if (total < enoughMoves || usual === undefined) continue;
      const after = routes.filter((route) => route.survey === survey && route.page === usual);
      for (const [page, count] of next) {
        const isSkip = page !== usual && after.some((route) => route.next.has(page)) && count * rareIn < total;
        const own = findings.get(page);
        if (own !== undefined) judgeWay(own, usual, page, isSkip);
      }
    }
  }

  /** The questions that the whole walks of each survey were asked. */
  get shown(): Map<EntityId, ShownOfSurvey> {
    return new Map(
      [...this.#surveys].map(([surveyId, { questions, completed }]) => {
        const pages = [...this.#pages].filter(([key]) => key.startsWith(`${surveyId}:`));
        const isWhole = pages.every(([, { offered, chosen }]) => offered.isSubsetOf(chosen));
        return [surveyId, { questions, completed, isWhole }];
      }),
    );
  }

  /** Judges at the end of a run. */
  judgeAll(): void {
    for (const [key, { completed, advanced, flagged, chosen, offered, findings }] of this.#pages) {
      // An option that nobody chose may lead on.
      const isWhole = offered.isSubsetOf(chosen);
      if (completed >= enoughWalks && advanced === 0 && isWhole) judgeFlagged(findings, key, completed, flagged);
    }
    this.#judgeRoutes();
    const isAlike = [...this.#shown.values()].every((asked) => asked.isAlike);
    const howOften = isAlike ? ({ eachTime: true } as const) : {};
    if (this.#areOthersShown) {
      for (const { question, findings } of this.#othersHidden.values()) judgeOtherHidden(findings, question, howOften);
    }
    const isOther = ({ question: { form } }: Asked): boolean => 'key' in form && form.other?.isCertain === true;
    const areOthersKnown = [...this.#shown.values()].some(isOther);
    for (const { question, findings } of this.#shown.values()) {
      if (areOthersKnown) judgeOtherShown(findings, question, howOften);
      if (this.#answeredInMarkup.has(question.form.kind)) judgeAnsweredInMarkup(findings, question, howOften);
    }
    const often = [...this.#surveys].filter(([, { completed }]) => completed >= enoughWalks);
    const flagged = often.reduce((sum, [, walks]) => sum + walks.flagged, 0);
    for (const [, { last }] of often) {
      if (last !== null && often.length > 1) judgeSomeFlagged(last, flagged, often.length);
    }
  }
}

/** What walks together judge of a question. */
function traitsOf(question: QuestionView): string {
  const { form, html, otherPrefix } = question;
  const isOtherCertain = 'key' in form && form.other?.isCertain === true;
  return JSON.stringify([otherPrefix, isOtherCertain, showsOther(question), isBareText(html)]);
}

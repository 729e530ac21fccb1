import type { Answer } from '../../judging/reading/answer.ts';
import type { AskedAgain } from '../../judging/reading/askedAgain.ts';
import { isSamePage, type ShownPage } from '../../judging/reading/shownPage.ts';
import type { BadLuck } from '../../result/exchange.ts';
import type { Sent } from './position.ts';

/**
 * What is known after bad luck of the positions that the service may be in: still on `page`, on one of the pages beyond it
 * that answers have shown, on one that nobody has seen, or at the end. It narrows with each answer that is heard.
 */
export class Unsettled {
  readonly kind: BadLuck;
  /** The page that was current. */
  readonly page: ShownPage;
  /** What was sent for it; `null` where keys of another page were sent. */
  readonly sent: Sent | null;
  readonly #askedAgain: AskedAgain;
  /** Other pages that answers have shown, each once. */
  readonly shown: ShownPage[] = [];
  /** Pages that take showed while the submission could still arrive: what arrives later goes on from them. */
  readonly passed: ShownPage[] = [];
  /** Whether an answer said that the submission was accepted. */
  isAccepted = false;
  isCompleted = false;
  answers = 0;
  /** How many of them accepted something. */
  acceptances = 0;
  /** Whether a request may still be under way to the service. */
  mayArrive = false;
  /** Whether an answer was lost: nobody has heard what came of that request. */
  #isUnheard = false;

  constructor(kind: BadLuck, page: ShownPage, sent: Sent | null, askedAgain: AskedAgain) {
    this.#askedAgain = askedAgain;
    this.kind = kind;
    this.page = page;
    this.sent = sent;
  }

  /** Takes in what a submission was answered with. */
  hear({ page, status, reading }: Answer): void {
    this.answers++;
    if ('failure' in reading) {
      this.mayArrive = true;
      this.#isUnheard = true;
    }
    if (status === 'survey_complete') this.isCompleted = true;
    const isNext = status === 'success' && this.#askedAgain.isNext(page, this.page, 1);
    if (status === 'survey_complete' || isNext) this.acceptances++;
    if (page === null || (!isNext && isSamePage(page, this.page))) return;
    this.isAccepted ||= status === 'success' && this.sent !== null;
    if (!this.hasShown(page)) this.shown.push(page);
  }

  /** Whether it is known that what was sent has not ended the survey. */
  get isUnfinished(): boolean {
    return this.isAccepted || (!this.#isUnheard && !this.isCompleted);
  }

  hasShown(page: ShownPage): boolean {
    return this.shown.some((each) => isSamePage(each, page));
  }
}

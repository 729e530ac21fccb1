import type { Findings } from '../findings.ts';
import type { Answer } from '../reading/answer.ts';
import { isUnknown } from '../reading/reading.ts';
import { isSamePage, type ShownPage } from '../reading/shownPage.ts';

/** What two simultaneous submissions of one page came to. @param isSame whether both were answered alike */
export function observeConcurrent(findings: Findings, accepted: number, isSame: boolean): void {
  const answer = accepted < 2 ? 'one-accepted' : isSame ? 'both-same-page' : 'both-accepted';
  findings.observe('Q-CONCURRENT-SUBMIT', answer, answer);
}

/**
 * What a submission got that was accepted before, and is sent again.
 *
 * @param next the page that the first was answered with.
 * @param left identity of the page that was submitted.
 */
export function observeRepeated(findings: Findings, answer: Answer, next: ShownPage | null, left: string): void {
  if (!isUnknown(answer.reading)) findings.observe('Q-DOUBLE-SUBMIT', answerTo(answer, next), left);
}

/**
 * What a page of before got that was submitted once more.
 *
 * @param current the page that the service had shown last.
 * @param isBefore whether it showed one of those before.
 */
export function observeOlderPage(findings: Findings, answer: Answer, current: ShownPage, isBefore: boolean): void {
  if (isUnknown(answer.reading)) return;
  const goesBack = answer.status === 'success' && isBefore && !isSamePage(answer.page, current);
  findings.observe('Q-OLDER-PAGE', goesBack ? 'success-earlier' : answerTo(answer, current), current.identity);
}

function answerTo({ status, page, reading }: Answer, current: ShownPage | null): string {
  if (status === 'validation_errors') return 'validation_errors';
  if (reading.kind !== 'flow') return 'error';
  return isSamePage(page, current) ? 'success-same' : 'success-next';
}

/** Whether a session outlived a respondent's hesitation. */
export function observeHesitation(findings: Findings, isAlive: boolean, seconds: number): void {
  findings.observe('Q-HESITATE', `${isAlive ? 'alive' : 'gone'} after ${seconds} s`);
}

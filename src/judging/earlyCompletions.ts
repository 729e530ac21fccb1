import type { Findings } from './findings.ts';
import type { Answer } from './reading/answer.ts';
import { judgeCompleted, judgeLetIn } from './rules/statuses.ts';

/**
 * What surveys told respondents who had not finished: that they had. A survey may take one response from each address or
 * panel member; but then it lets nobody else from there in.
 */
export class EarlyCompletions {
  /** When a survey said so last, by its id. */
  readonly #toldMs = new Map<number, number>();

  /** An answer to a respondent who has not finished, as far as anybody knows. */
  unfinished(findings: Findings, answer: Answer, surveyId: number): void {
    judgeCompleted(findings, answer, false);
    if (answer.status === 'already_completed') this.#toldMs.set(surveyId, answer.exchange.endMs);
  }

  /** What a first take came to. */
  begun(findings: Findings, answer: Answer, surveyId: number): void {
    this.unfinished(findings, answer, surveyId);
    const toldMs = this.#toldMs.get(surveyId);
    if (toldMs !== undefined && answer.exchange.sentMs > toldMs) judgeLetIn(findings, answer);
  }
}

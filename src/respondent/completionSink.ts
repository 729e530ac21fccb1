import type { QuestionView } from '../judging/reading/question.ts';

/** One accepted submission on the way to a completion: what the service must hold of it, as it was sent. */
export interface SubmittedPage {
  readonly questions: readonly QuestionView[];
  /** The submit-page body (service.md#keys). */
  readonly body: string;
  /**
   * Whether the document says that just these answers are stored. Not so for answers that canvass made invalid on
   * purpose and the service took all the same.
   */
  readonly certain: boolean;
}

/** One respondent's way through a survey, at its end. */
export interface WalkCompletion {
  readonly surveyId: number;
  /** The token that stands in every free text of this respondent. */
  readonly token: string;
  /** The pages on the way from first to last, each with its latest accepted answers. */
  readonly pages: readonly SubmittedPage[];
}

/** Who keeps account of completions: the durability audit. Called on the hot path: implementations record and return. */
export interface CompletionSink {
  /** The service has answered `survey_complete`. */
  accepted(completion: WalkCompletion): void;
  /** The final page was sent and no answer came: the service may hold the completion, or not. */
  indeterminate(completion: WalkCompletion): void;
}

/**
 * What the respondent flow hands over when a survey is complete, and where it goes. The administration area builds
 * its response records on it (service.md#record-walk); the flow itself never reads one back.
 */

export interface GivenText {
  readonly answerId: number;
  readonly text: string;
}

export interface GivenNumber {
  readonly answerId: number;
  readonly value: number;
}

export interface GivenDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export interface GivenTime {
  /** 1 to 12, as `dt_hr_` carries it. */
  readonly hour: number;
  readonly minute: number;
  readonly half: 'AM' | 'PM';
}

/** One answered question, typed; questions left out by the respondent have no element. */
export type GivenAnswer =
  | {
      readonly kind: 'single' | 'multiple';
      readonly questionId: number;
      readonly answerIds: readonly number[];
      /** The text beside the Other option, when the option was chosen and a text was given. */
      readonly other?: GivenText;
    }
  | { readonly kind: 'text'; readonly questionId: number; readonly texts: readonly GivenText[] }
  | { readonly kind: 'rank' | 'allocation'; readonly questionId: number; readonly values: readonly GivenNumber[] }
  | {
      readonly kind: 'date' | 'date-time' | 'calendar';
      readonly questionId: number;
      readonly answerId: number;
      readonly date: GivenDate;
      readonly time?: GivenTime;
    };

/** What the service knows of a respondent without the session: nothing here can resume or impersonate it. */
export interface RespondentData {
  readonly ipAddress: string;
  readonly userAgent: string;
}

export interface Completion {
  /** Idempotent: one walk completes with one id, so that adding twice stores once. */
  readonly id: string;
  readonly surveyId: number;
  readonly respondent: RespondentData;
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** In the order of the pages that the respondent went through. */
  readonly answers: readonly GivenAnswer[];
}

export interface CompletedResponses {
  /** Keeps a completion; a second one with the same id changes nothing. */
  add(completion: Completion): void;
}

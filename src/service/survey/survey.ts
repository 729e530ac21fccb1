import type { Status } from '../../contract/statuses.ts';

/** The kinds of question, by the key form that answers them (service.md#keys-form-param). */
export const questionKinds = [
  'single',
  'multiple',
  'text',
  'rank',
  'allocation',
  'date',
  'date-time',
  'calendar',
] as const;
export type QuestionKind = (typeof questionKinds)[number];

export interface SurveyAnswer {
  readonly id: number;
  /** Absent for the boxes of a text question and for dates. */
  readonly text?: string;
}

/** What texts may be asked for. */
export const textFormats = ['email', 'number', 'date'] as const;
export type TextFormat = (typeof textFormats)[number];

export interface SurveyQuestion {
  readonly id: number;
  readonly kind: QuestionKind;
  readonly text: string;
  readonly required: boolean;
  readonly answers: readonly SurveyAnswer[];
  /** Id of the answer that is the Other option, one of `answers`. */
  readonly otherId?: number;
  /** From where ranks count. */
  readonly firstRank: number;
  /** What the numbers of an allocation add up to. */
  readonly total: number;
  /** The longest text that is accepted, in UTF-16 code units. */
  readonly maxLength: number;
  /** What a text must be; `null`: anything. */
  readonly format: TextFormat | null;
}

/** Where a page leads when an answer was chosen: a later page, or the end of the walk with a status. */
export type BranchTarget =
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'status'; readonly status: Status };

export interface Branch {
  readonly answerId: number;
  readonly target: BranchTarget;
}

export interface SurveyPage {
  readonly questions: readonly SurveyQuestion[];
  /** The first branch whose answer was chosen wins; without one `next` follows. */
  readonly branches: readonly Branch[];
  /** The page that follows, which is no page after the last. */
  readonly next: number;
}

export interface Survey {
  readonly id: number;
  readonly name: string;
  readonly backAllowed: boolean;
  /** Given instead of any page, from the first take on. */
  readonly gate?: Status;
  /** Completions after which the survey gives quota_full. */
  readonly quota: number;
  readonly thankYouUrl: string;
  /** Where the status `redirect` leads. */
  readonly redirectUrl: string;
  readonly pages: readonly SurveyPage[];
}

/**
 * The forms of the submit-page body keys (service.md#keys). A key is the prefix followed by the
 * question id or the answer id, as `paramIdType` says.
 */
export interface KeyForm {
  /** The prefix with its underscore, as `formParam.paramPrefix` carries it. */
  readonly prefix: string;
  readonly value: string;
  readonly use: string;
}

export const keyForms = {
  single: { prefix: 'u_', value: 'string answer id', use: 'single choice' },
  multiple: { prefix: 'm_', value: 'array of string answer ids', use: 'multiple choice' },
  text: { prefix: 't_', value: 'string free text', use: 'text question' },
  other: { prefix: 't_', value: 'string free text', use: 'Other option, beside the choice of its answer id' },
  rank: { prefix: 'r_', value: 'numeric string', use: 'rank-style question; one key per item' },
  allocation: { prefix: 's_', value: 'numeric string', use: 'numeric allocation question; one key per item' },
  'date-day': { prefix: 'dt_day_', value: 'numeric string', use: 'date question' },
  'date-month': { prefix: 'dt_month_', value: 'numeric string', use: 'date question' },
  'date-year': { prefix: 'dt_year_', value: 'numeric string', use: 'date question' },
  'time-hour': { prefix: 'dt_hr_', value: 'numeric string', use: 'time part of a date-time question' },
  'time-minute': { prefix: 'dt_min_', value: 'numeric string', use: 'time part of a date-time question' },
  'time-ampm': { prefix: 'dt_ampm_', value: '`AM` or `PM`', use: 'time part of a date-time question' },
  calendar: { prefix: 'dt_cal_', value: 'string `YYYY-MM-DD`', use: 'calendar-picker date' },
} as const satisfies Record<string, KeyForm>;

export type KeyFormId = keyof typeof keyForms;

/** The kinds of question that a walk can meet, for coverage: what a person would call the answer. */
export const answerTypes = [
  'single',
  'single-other',
  'multiple',
  'multiple-other',
  'text',
  'rank',
  'allocation',
  'date',
  'date-time',
  'calendar',
  'unknown',
] as const;
export type AnswerType = (typeof answerTypes)[number];

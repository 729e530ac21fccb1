import { type Clause, must, sane } from './clause.ts';

/** Question JSON, its `formParam`, and the forms of the submit keys. */
export const questionClauses = {
  'QUESTION-ID-01': must('question', 'A question has an integer `id`.'),
  'QUESTION-TYPE-01': must('question', 'A question has a string `type`.'),
  'QUESTION-TYPE-02': must('question', 'The type codes `U`, `M`, `T` go with single choice, multiple choice, text.'),
  'QUESTION-TEXT-01': must('question', 'A question has a string `text`.'),
  'QUESTION-ANSWERS-01': must('question', 'A question has an array `answers`.'),
  'QUESTION-ANSWER-ID-01': must('question', 'Each answer has an integer `id`.'),
  'QUESTION-ANSWER-TEXT-01': must('question', 'The answers of a choice question have a string `text`.'),
  'QUESTION-ANSWER-TEXT-02': must('question', 'The answers of a text question have no `text`.'),
  'QUESTION-SELECTED-01': must('question', '`selected` of an answer, where present, is a boolean.'),
  'QUESTION-SELECTED-02': must('question', '`selected` is true on answers of previous-page only.'),
  'QUESTION-FORM-01': must('question', 'A question has `formParam`, an object.'),
  'QUESTION-FORM-PREFIX-01': must('question', '`formParam.paramPrefix` is a string.'),
  'QUESTION-FORM-ID-TYPE-01': must('question', '`formParam.paramIdType` is `questionId` or `answerId`.'),
  'QUESTION-FORM-OTHER-01': must(
    'question',
    '`formParam.otherParamPrefix` is a string, and present only when the question has an Other option.',
  ),
  'QUESTION-UNIQUE-01': sane('No two questions of a page share an id, and no two answers of a question.'),
  'QUESTION-JSON-01': must('question', 'The `json` of a question is one question: a JSON object.'),

  'KEYS-PREFIX-01': must('keys', 'The `formParam` of single choice gives `u_<question_id>`.'),
  'KEYS-PREFIX-02': must('keys', 'The `formParam` of multiple choice gives `m_<question_id>`.'),
  'KEYS-PREFIX-03': must('keys', 'The `formParam` of a text question gives `t_<answer_id>`.'),
  'KEYS-HTML-01': must('keys', 'The input names in the `html` are the keys that `formParam` gives.'),
  'KEYS-SINGLE-01': must('keys', '`u_<question_id>` with a string answer id answers a single choice.'),
  'KEYS-MULTIPLE-01': must('keys', '`m_<question_id>` with an array of string answer ids answers a multiple choice.'),
  'KEYS-TEXT-01': must('keys', '`t_<answer_id>` with a string answers a text question.'),
  'KEYS-OTHER-01': must('keys', 'The Other answer id with `t_<other_answer_id>` beside it answers a choice in words.'),
  'KEYS-RANK-01': must('keys', '`r_<id>` with a numeric string for each item answers a ranking.'),
  'KEYS-ALLOCATION-01': must('keys', '`s_<id>` with a numeric string for each item answers an allocation.'),
  'KEYS-DATE-01': must('keys', '`dt_day_`, `dt_month_`, `dt_year_` with numeric strings answer a date.'),
  'KEYS-TIME-01': must('keys', '`dt_hr_`, `dt_min_` and `dt_ampm_` (`AM` or `PM`) answer the time of a date-time.'),
  'KEYS-CALENDAR-01': must('keys', '`dt_cal_<id>` with `YYYY-MM-DD` answers a calendar date.'),
  'KEYS-TOGETHER-01': must('keys', 'Several questions of one page are answered in one flat object.'),
} as const satisfies Record<string, Clause>;

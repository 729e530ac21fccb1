import type { GivenDate, GivenTime } from '../completedResponses.ts';
import { type DatePart, datePartsOf, keyOfDatePart } from '../survey/formParam.ts';
import type { SurveyQuestion } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';
import {
  asText,
  invalid,
  isBlank,
  type Judgement,
  type SubmitBody,
  unanswered,
  wholeNumber,
  wrongType,
} from './submissionJudgement.ts';

/** Judges the parts `dt_day_` to `dt_ampm_` of a date or date-time question: a real date, and a time on a 12-hour clock. */
export function judgeDate(question: SurveyQuestion, body: SubmitBody, variants: Variants): Judgement {
  const [answer] = question.answers;
  if (answer === undefined) return unanswered;
  const part = (name: DatePart): unknown => body[keyOfDatePart(name, answer.id)];
  const number = (name: DatePart): number | undefined => wholeNumber(part(name), variants);
  const withTime = question.kind === 'date-time';
  const names = datePartsOf(question.kind);
  if (names.every((name) => isBlank(part(name)))) return unanswered;
  if (names.some((name) => !isBlank(part(name)) && asText(part(name), variants) === undefined)) {
    return wrongType(question, 'Please give a real date.', variants);
  }
  const date = realDate(number('year'), number('month'), number('day'));
  if (date === undefined) return refuse(question, answer.id, 'Please give a real date.', variants);
  const given = { questionId: question.id, answerId: answer.id, date };
  if (!withTime) return { kind: 'given', given: { kind: 'date', ...given } };
  const time = realTime(number('hr'), number('min'), part('ampm'));
  if (time === undefined) return refuse(question, answer.id, 'Please give a real time.', variants);
  return { kind: 'given', given: { kind: 'date-time', ...given, time } };
}

/** Judges `dt_cal_<id>`: a real date as `YYYY-MM-DD`. */
export function judgeCalendar(question: SurveyQuestion, body: SubmitBody, variants: Variants): Judgement {
  const [answer] = question.answers;
  if (answer === undefined) return unanswered;
  const value = body[keyOfDatePart('cal', answer.id)];
  if (isBlank(value)) return unanswered;
  if (typeof value !== 'string') return wrongType(question, 'Please give a date as YYYY-MM-DD.', variants);
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  const date = match ? realDate(Number(match[1]), Number(match[2]), Number(match[3])) : undefined;
  if (date === undefined) return refuse(question, answer.id, 'Please give a date as YYYY-MM-DD.', variants);
  return { kind: 'given', given: { kind: 'calendar', questionId: question.id, answerId: answer.id, date } };
}

function refuse(question: SurveyQuestion, answerId: number, message: string, variants: Variants): Judgement {
  return invalid(question, message, variants, [{ answerId, message }]);
}

function realDate(year?: number, month?: number, day?: number): GivenDate | undefined {
  if (year === undefined || month === undefined || day === undefined || year < 1 || year > 9999) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? { year, month, day } : undefined;
}

function realTime(hour: number | undefined, minute: number | undefined, half: unknown): GivenTime | undefined {
  if (hour === undefined || minute === undefined || hour < 1 || hour > 12 || minute > 59) return undefined;
  return half === 'AM' || half === 'PM' ? { hour, minute, half } : undefined;
}

import { keyForms } from '../../contract/keyForms.ts';
import type { FormParam } from '../../contract/pageSchema.ts';
import type { QuestionKind, SurveyQuestion } from './survey.ts';

interface KindForm {
  /** The document shows `U`, `M` and `T`; the others are this service's own. */
  readonly typeCode: string;
  /** With the underscore, so that prefix and id make the key. */
  readonly prefix: string;
  readonly idType: FormParam['paramIdType'];
}

/** Prefix of every date part; the names of the inputs say which parts a question has. */
const datePrefix = 'dt_';

const forms: Readonly<Record<QuestionKind, KindForm>> = {
  single: { typeCode: 'U', prefix: keyForms.single.prefix, idType: 'questionId' },
  multiple: { typeCode: 'M', prefix: keyForms.multiple.prefix, idType: 'questionId' },
  text: { typeCode: 'T', prefix: keyForms.text.prefix, idType: 'answerId' },
  rank: { typeCode: 'R', prefix: keyForms.rank.prefix, idType: 'answerId' },
  allocation: { typeCode: 'S', prefix: keyForms.allocation.prefix, idType: 'answerId' },
  date: { typeCode: 'D', prefix: datePrefix, idType: 'answerId' },
  'date-time': { typeCode: 'DT', prefix: datePrefix, idType: 'answerId' },
  calendar: { typeCode: 'DC', prefix: datePrefix, idType: 'answerId' },
};

export function typeCodeOf(kind: QuestionKind): string {
  return forms[kind].typeCode;
}

/** What the submit keys of a question are built from (service.md#question-form). */
export function formParamOf(question: SurveyQuestion): FormParam {
  const { prefix, idType } = forms[question.kind];
  return {
    paramPrefix: prefix,
    paramIdType: idType,
    ...(question.otherId === undefined ? {} : { otherParamPrefix: keyForms.other.prefix }),
  };
}

export type DatePart = 'day' | 'month' | 'year' | 'hr' | 'min' | 'ampm' | 'cal';

/** The parts of a date that a kind of question asks for, as they stand between prefix and id. */
export function datePartsOf(kind: QuestionKind): readonly DatePart[] {
  if (kind === 'calendar') return ['cal'];
  return kind === 'date' ? ['day', 'month', 'year'] : ['day', 'month', 'year', 'hr', 'min', 'ampm'];
}

/** Every submit key that belongs to a question; the choice itself comes first. */
export function keysOf(question: SurveyQuestion): string[] {
  switch (question.kind) {
    case 'single':
    case 'multiple': {
      const choice = `${forms[question.kind].prefix}${question.id}`;
      return question.otherId === undefined ? [choice] : [choice, otherKeyOf(question.otherId)];
    }
    case 'text':
    case 'rank':
    case 'allocation':
      return question.answers.map(({ id }) => keyOfAnswer(question, id));
    case 'date':
    case 'date-time':
    case 'calendar':
      return datePartsOf(question.kind).flatMap((part) => question.answers.map(({ id }) => keyOfDatePart(part, id)));
  }
}

/** The key of a text box, an item to rank or an item to allocate to. */
export function keyOfAnswer(question: SurveyQuestion, answerId: number): string {
  return `${forms[question.kind].prefix}${answerId}`;
}

export function otherKeyOf(answerId: number): string {
  return `${keyForms.other.prefix}${answerId}`;
}

export function keyOfDatePart(part: DatePart, answerId: number): string {
  return `${datePrefix}${part}_${answerId}`;
}

import { keyForms } from '../../contract/keyForms.ts';
import type { FormParam } from '../../contract/question.ts';
import type { QuestionKind, SurveyQuestion } from './survey.ts';

/** Prefix of the text beside an Other option. */
export const otherParamPrefix = keyForms.other.prefix;

interface KindForm {
  /** The document shows `U`, `M` and `T`; the others are this service's own. */
  readonly typeCode: string;
  readonly paramPrefix: string;
  readonly paramIdType: FormParam['paramIdType'];
}

/** Prefix of every date part; the names of the inputs say which parts a question has. */
const datePrefix = 'dt_';

const forms: Readonly<Record<QuestionKind, KindForm>> = {
  single: { typeCode: 'U', paramPrefix: keyForms.single.prefix, paramIdType: 'questionId' },
  multiple: { typeCode: 'M', paramPrefix: keyForms.multiple.prefix, paramIdType: 'questionId' },
  text: { typeCode: 'T', paramPrefix: keyForms.text.prefix, paramIdType: 'answerId' },
  rank: { typeCode: 'R', paramPrefix: keyForms.rank.prefix, paramIdType: 'answerId' },
  allocation: { typeCode: 'S', paramPrefix: keyForms.allocation.prefix, paramIdType: 'answerId' },
  date: { typeCode: 'D', paramPrefix: datePrefix, paramIdType: 'answerId' },
  'date-time': { typeCode: 'DT', paramPrefix: datePrefix, paramIdType: 'answerId' },
  calendar: { typeCode: 'DC', paramPrefix: datePrefix, paramIdType: 'answerId' },
};

export function typeCodeOf(kind: QuestionKind): string {
  return forms[kind].typeCode;
}

/** What the submit keys of a question are built from (document, Question JSON). */
export function formParamOf(question: SurveyQuestion): FormParam {
  const { paramPrefix, paramIdType } = forms[question.kind];
  return { paramPrefix, paramIdType, ...(question.otherId === undefined ? {} : { otherParamPrefix }) };
}

/** Every submit key that belongs to a question. */
export function keysOf(question: SurveyQuestion): string[] {
  const { paramPrefix } = forms[question.kind];
  switch (question.kind) {
    case 'single':
    case 'multiple': {
      const choice = `${paramPrefix}${question.id}`;
      return question.otherId === undefined ? [choice] : [choice, `${otherParamPrefix}${question.otherId}`];
    }
    case 'text':
    case 'rank':
    case 'allocation':
      return question.answers.map(({ id }) => `${paramPrefix}${id}`);
    case 'date':
    case 'date-time':
    case 'calendar':
      return datePartsOf(question.kind).flatMap((part) =>
        question.answers.map(({ id }) => `${paramPrefix}${part}_${id}`),
      );
  }
}

/** The parts of a date that a kind of question asks for, as they stand between prefix and id. */
function datePartsOf(kind: 'date' | 'date-time' | 'calendar'): readonly string[] {
  if (kind === 'calendar') return ['cal'];
  return kind === 'date' ? ['day', 'month', 'year'] : ['day', 'month', 'year', 'hr', 'min', 'ampm'];
}

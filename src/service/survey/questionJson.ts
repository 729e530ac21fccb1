import type { AnswerOption, Question } from '../../contract/question.ts';
import type { GivenAnswer } from '../completedResponses.ts';
import type { Variants } from '../variants.ts';
import { formParamOf, typeCodeOf } from './formParam.ts';
import type { SurveyQuestion } from './survey.ts';

type SelectedVariants = Pick<Variants, 'selectedElsewhere' | 'selectedTyped'>;

/**
 * The question as its `json` string holds it (document, Question JSON).
 *
 * @param given the earlier answer, on previous-page responses only: `selected` is true on what it chose.
 */
export function questionJson(question: SurveyQuestion, variants: SelectedVariants, given?: GivenAnswer): Question {
  const selectedIds = given ? selectedBy(given, variants) : [];
  const answers = question.answers.map(({ id, text }): AnswerOption => {
    const selected = selectedIds.includes(id);
    const shown = selected || variants.selectedElsewhere === 'false';
    return { id, ...(text === undefined ? {} : { text }), ...(shown ? { selected } : {}) };
  });
  return {
    id: question.id,
    type: typeCodeOf(question.kind),
    text: question.text,
    answers,
    formParam: formParamOf(question),
  };
}

function selectedBy(given: GivenAnswer, variants: SelectedVariants): readonly number[] {
  if ('answerIds' in given) return given.answerIds;
  if (variants.selectedTyped === 'false') return [];
  if ('texts' in given) return given.texts.map(({ answerId }) => answerId);
  return 'values' in given ? given.values.map(({ answerId }) => answerId) : [given.answerId];
}

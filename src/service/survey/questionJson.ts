import type { AnswerOption, Question } from '../../contract/pageSchema.ts';
import type { GivenAnswer } from '../completedResponses.ts';
import type { Variants } from '../variants.ts';
import { formParamOf, typeCodeOf } from './formParam.ts';
import { valuesInJson } from './shownAnswer.ts';
import type { SurveyQuestion } from './survey.ts';

/** The documented option, and the typed value that some variants put beside it. */
type ShownOption = AnswerOption & { readonly value?: string };

/**
 * The question as its `json` string holds it (service.md#question-json).
 *
 * @param given the earlier answer, on previous-page responses only: `selected` is true on what it chose.
 */
export function questionJson(question: SurveyQuestion, variants: Variants, given?: GivenAnswer): Question {
  const selectedIds = given ? selectedBy(given, variants) : [];
  const values = given ? valuesInJson(given, variants) : new Map<number, string>();
  const answers = question.answers.map(({ id, text }): ShownOption => {
    const selected = selectedIds.includes(id);
    const value = values.get(id);
    return {
      id,
      ...(text === undefined ? {} : { text }),
      ...(selected || variants.selectedElsewhere === 'false' ? { selected } : {}),
      ...(value === undefined ? {} : { value }),
    };
  });
  return {
    id: question.id,
    type: typeCodeOf(question.kind),
    text: question.text,
    answers,
    formParam: formParamOf(question),
  };
}

function selectedBy(given: GivenAnswer, variants: Variants): readonly number[] {
  if ('answerIds' in given) return given.answerIds;
  if (variants.selectedTyped === 'false') return [];
  if ('texts' in given) return given.texts.map(({ answerId }) => answerId);
  return 'values' in given ? given.values.map(({ answerId }) => answerId) : [given.answerId];
}

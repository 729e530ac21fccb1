import type { Injection } from '../faults/fault.ts';
import type { Survey, SurveyAnswer, SurveyQuestion } from '../survey/survey.ts';

/** Other surveys than those of the files, with the same questions: changed one question at a time. */
export function mapQuestions(change: (question: SurveyQuestion, survey: Survey) => SurveyQuestion): Injection {
  return {
    kind: 'surveys',
    replace: (survey) => ({
      ...survey,
      pages: survey.pages.map((page) => ({
        ...page,
        questions: page.questions.map((question) => change(question, survey)),
      })),
    }),
  };
}

/** Gives every question another id. */
export function renumberQuestions(renumber: (id: number) => number): Injection {
  return mapQuestions((question) => ({ ...question, id: renumber(question.id) }));
}

/** Gives every answer another id, in branches as in questions. */
export function renumberAnswers(renumber: (id: number) => number): Injection {
  return {
    kind: 'surveys',
    replace: (survey) => ({
      ...survey,
      pages: survey.pages.map((page) => ({
        ...page,
        questions: page.questions.map((question) => withAnswerIds(question, renumber)),
        branches: page.branches.map((branch) => ({ ...branch, answerId: renumber(branch.answerId) })),
      })),
    }),
  };
}

function withAnswerIds(question: SurveyQuestion, renumber: (id: number) => number): SurveyQuestion {
  const answers: SurveyAnswer[] = question.answers.map((answer) => ({ ...answer, id: renumber(answer.id) }));
  return { ...question, answers, ...(question.otherId === undefined ? {} : { otherId: renumber(question.otherId) }) };
}

import type { Branch, Survey, SurveyAnswer, SurveyQuestion } from '../../service/survey/survey.ts';
import type { Injection } from '../faults/injection.ts';

/** Other surveys than those of the files, with the same questions: changed one question, and one branch, at a time. */
export function mapQuestions(
  change: (question: SurveyQuestion, survey: Survey) => SurveyQuestion,
  rebranch: (branch: Branch) => Branch = (branch) => branch,
): Injection {
  return {
    kind: 'surveys',
    replace: (survey) => ({
      ...survey,
      pages: survey.pages.map((page) => ({
        ...page,
        questions: page.questions.map((question) => change(question, survey)),
        branches: page.branches.map(rebranch),
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
  return mapQuestions(
    (question) => withAnswerIds(question, renumber),
    (branch) => ({ ...branch, answerId: renumber(branch.answerId) }),
  );
}

function withAnswerIds(question: SurveyQuestion, renumber: (id: number) => number): SurveyQuestion {
  const answers: SurveyAnswer[] = question.answers.map((answer) => ({ ...answer, id: renumber(answer.id) }));
  return { ...question, answers, ...(question.otherId === undefined ? {} : { otherId: renumber(question.otherId) }) };
}

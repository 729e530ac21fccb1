import type { Survey, SurveyQuestion } from '../../src/service/survey/survey.ts';

/** What the ids of a question and its answers grow by, each time that it is asked again. */
const idsApart = 1_000_000;
/**
 * Longer than any text that a respondent types: else one is too long on every sixth page of 1,000 questions, on one in fifty of 10, and
 * pages that are refused would be compared with pages that are not.
 */
const longestText = 100_000;

/** The survey on two pages of `perPage` questions each: its own, asked over and over under other ids. */
export function widePages(survey: Survey, perPage: number): Survey {
  const own = survey.pages.flatMap(({ questions }) => questions);
  const all = Array.from({ length: 2 * perPage }, (_, at) =>
    askedAgain(own[at % own.length] as SurveyQuestion, Math.floor(at / own.length)),
  );
  const pages = [0, 1].map((at) => ({
    questions: all.slice(at * perPage, (at + 1) * perPage),
    branches: [],
    next: at + 1,
  }));
  return { ...survey, pages };
}

function askedAgain(asked: SurveyQuestion, times: number): SurveyQuestion {
  const question = { ...asked, maxLength: longestText };
  if (times === 0) return question;
  const by = times * idsApart;
  const { otherId } = question;
  return {
    ...question,
    id: question.id + by,
    required: false,
    answers: question.answers.map((answer) => ({ ...answer, id: answer.id + by })),
    ...(otherId === undefined ? {} : { otherId: otherId + by }),
  };
}

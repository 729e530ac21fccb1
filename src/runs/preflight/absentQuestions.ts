import { AnswerReader } from '../../judging/reading/answer.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { namedQuestions } from '../../profile/namedQuestions.ts';
import type { Profile } from '../../profile/profile.ts';
import type { FirstAnswer } from './firstAnswers.ts';

/**
 * Questions that the profile names of a survey whose only page lacks them: of longer surveys no first page can tell. A
 * service that flags the first page of each of several surveys as final may be wrong about it; the run tells.
 *
 * @returns a sentence for each
 */
export function absentQuestions(profile: Profile, answers: readonly FirstAnswer[]): string[] {
  const reader = new AnswerReader();
  const pages = answers.flatMap(({ endpoint, id, role, exchange }) => {
    const page = endpoint === 'take' && role === null ? reader.read(exchange).page : null;
    return page === null ? [] : [[id, page] as const];
  });
  const firstPages = new Map(pages);
  const isFinal = ({ isFinal }: ShownPage): boolean => isFinal === true;
  if (firstPages.size > 1 && [...firstPages.values()].every(isFinal)) return [];
  return namedQuestions(profile).flatMap(({ surveyId, questionId, named }) => {
    const page = firstPages.get(surveyId);
    if (page === undefined || !isFinal(page) || page.questions.some(({ id }) => id === questionId)) return [];
    return [`survey ${surveyId} has no question ${questionId} on its only page: correct ${named}`];
  });
}

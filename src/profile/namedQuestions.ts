import { type EntityId, entityIdOf } from '../contract/entityId.ts';
import type { Profile } from './profile.ts';

/** A question of a survey that is walked, and the key of the profile that names it. */
export interface NamedQuestion {
  readonly surveyId: EntityId;
  readonly questionId: EntityId;
  readonly named: string;
}

/** The questions that a profile names: those that are required, and those whose answers it prepares. */
export function namedQuestions({ surveys, respondent }: Pick<Profile, 'surveys' | 'respondent'>): NamedQuestion[] {
  const prepared = (answers: Profile['respondent']['answers'], named: string): NamedQuestion[] =>
    Object.entries(answers).flatMap(([survey, questions]) =>
      Object.keys(questions).map((question) => ({
        surveyId: entityIdOf(survey),
        questionId: entityIdOf(question),
        named,
      })),
    );
  const required = Object.entries(surveys.required).flatMap(([survey, questions]) =>
    questions.map((questionId) => ({ surveyId: entityIdOf(survey), questionId, named: 'surveys.required' })),
  );
  const personas = Object.entries(respondent.personas).flatMap(([name, { answers }]) =>
    prepared(answers, `respondent.personas.${name}.answers`),
  );
  const walked = new Set(surveys.walk.map(({ id }) => id));
  return [...required, ...prepared(respondent.answers, 'respondent.answers'), ...personas].filter(({ surveyId }) =>
    walked.has(surveyId),
  );
}

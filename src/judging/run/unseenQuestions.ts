import { type EntityId, entityIdOf } from '../../contract/entityId.ts';
import type { ReasonOf } from '../../result/reason.ts';
import { mostQuestions, type Refusal } from '../../result/refusal.ts';
import { type Counts, countIn } from '../../result/tally/counts.ts';

/** What the walks of one survey have shown. */
export interface ShownOfSurvey {
  readonly questions: ReadonlySet<EntityId>;
  readonly completed: number;
  /** Whether nothing that could lead to another page was left untried. */
  readonly isWhole: boolean;
}

/** As many walks that came to their end have been on each page that anybody gets to. */
const enoughWalks = 50;
/** As many, where every option of every page was chosen. */
const enoughWholeWalks = 12;

/**
 * What a crowd's walks have shown, by survey: each question that was answered is among the refusals, taken or not. Nothing
 * where there were too many to tell apart.
 *
 * @param walks how the walks of each survey ended
 */
export function shownByCrowd(
  refusals: readonly Refusal[],
  walks: Readonly<Record<string, Readonly<Counts>>>,
): Map<EntityId, ShownOfSurvey> {
  if (refusals.length >= mostQuestions) return new Map();
  return new Map(
    Object.entries(walks).map(([survey, ends]) => {
      const surveyId = entityIdOf(survey);
      const answered = refusals.filter((refusal) => refusal.surveyId === surveyId);
      const questions = new Set(answered.map(({ questionId }) => questionId));
      return [surveyId, { questions, completed: countIn(ends, 'completed'), isWhole: false }];
    }),
  );
}

/** What two groups of walks have shown. */
export function shownByBoth(
  one: ReadonlyMap<EntityId, ShownOfSurvey>,
  other: ReadonlyMap<EntityId, ShownOfSurvey>,
): Map<EntityId, ShownOfSurvey> {
  const both = new Map(one);
  for (const [surveyId, shown] of other) {
    const known = both.get(surveyId);
    both.set(surveyId, {
      questions: shown.questions.union(known?.questions ?? new Set()),
      completed: shown.completed + (known?.completed ?? 0),
      isWhole: shown.isWhole || known?.isWhole === true,
    });
  }
  return both;
}

/**
 * The questions that a profile names and no walk of their survey ever showed: a mistake of the profile, as far as anybody
 * can tell, and no promise that the service broke.
 *
 * @param named the questions, each with the key of the profile that names it
 * @param shown by survey
 * @returns a reason for each survey and key
 */
export function unseenQuestions(
  named: readonly { readonly surveyId: EntityId; readonly questionId: EntityId; readonly named: string }[],
  shown: ReadonlyMap<EntityId, ShownOfSurvey>,
): ReasonOf<'question-never-shown'>[] {
  const unseen = named.filter(({ surveyId, questionId }) => {
    const survey = shown.get(surveyId);
    if (survey === undefined || survey.questions.has(questionId)) return false;
    return survey.completed >= (survey.isWhole ? enoughWholeWalks : enoughWalks);
  });
  const groups = Map.groupBy(unseen, ({ surveyId, named: key }) => `${surveyId} ${key}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const questions = group.map(({ questionId }) => questionId);
    const elsewhere = [...shown].filter(([, { questions: seen }]) => questions.some((id) => seen.has(id)));
    return {
      code: 'question-never-shown',
      survey: first.surveyId,
      questions,
      named: first.named,
      walks: shown.get(first.surveyId)?.completed ?? 0,
      shownBy: elsewhere.map(([id]) => id),
    };
  });
}

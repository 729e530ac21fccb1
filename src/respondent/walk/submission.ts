import type { EntityId } from '../../contract/entityId.ts';
import { keysOf } from '../../judging/reading/answerForm.ts';
import type { QuestionView } from '../../judging/reading/questionView.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { RandomChooser } from '../answers/answerChooser.ts';
import { answerQuestion } from '../answers/answerFromFormParam.ts';
import { answerAsGiven } from '../answers/givenAnswers.ts';
import { isPlainChoice, parsedBody } from '../answers/knownValid.ts';
import { givenText } from '../answers/refusals.ts';
import type { Random } from '../random.ts';
import type { SurveyFact } from './surveyFacts.ts';
import type { WalkContext } from './walkContext.ts';
import type { WalkDraws } from './walkDraws.ts';

/** A submit-page body, and what was left out of it. */
export interface Submission {
  readonly body: string;
  /** Questions left out although nothing says that they may be: the service may ask for them. */
  readonly missingOptional: readonly EntityId[];
  /** Questions left out that are known to be required: the service must ask for them. */
  readonly missingRequired: readonly EntityId[];
  /** Whether nobody can doubt that the answers are valid: nothing is left out, and no form leaves a choice of texts. */
  readonly isKnownValid: boolean;
  /** As `isKnownValid`, of all questions but the required ones that were left out. */
  readonly isRestKnownValid: boolean;
  /** The kind of text that a question was answered with, where it was not the usual one. */
  readonly textKinds: ReadonlyMap<EntityId, number>;
}

/**
 * `complete`: every question; `usual`: optional ones by chance; `without-required`: without one that is known to be
 * required, where the page has one.
 */
export type HowToAnswer = 'complete' | 'usual' | 'without-required';

/** Who answers. */
interface Answering {
  readonly context: WalkContext;
  readonly index: number;
  readonly token: string;
  readonly survey: SurveyFact;
  readonly refused: ReadonlyMap<EntityId, number>;
}

const none: readonly EntityId[] = [];
const usualTexts: ReadonlyMap<EntityId, number> = new Map();

/**
 * Answers a page, each question by a draw of its own.
 *
 * @param attempt how often the page was answered before.
 */
export function answerPage(
  { questions, identity }: ShownPage,
  how: HowToAnswer,
  walk: Answering,
  attempt: number,
  draws: WalkDraws,
): Submission {
  const { context, survey, token } = walk;
  const { traits, sheet, coverage, given } = context;
  const { other, allocationTotal } = traits;
  const { random } = draws;
  const leftOut = how === 'without-required' ? requiredOf(questions, survey, draws.page(identity, attempt)) : null;
  const chooser = new RandomChooser({ random, token, other, allocationTotal });
  let kinds = usualTexts;
  const missingOptional: EntityId[] = [];
  let isRestKnownValid = true;
  for (const question of questions) {
    const { id } = question;
    if (id === leftOut) continue;
    draws.question(id, attempt);
    const rule = given.ruleFor(survey.id, id);
    if (rule === null && how !== 'complete' && !survey.required.has(id) && !random.chance(traits.optional)) {
      missingOptional.push(id);
      continue;
    }
    const othersBefore = sheet.otherTexts;
    const values = rule === null ? null : given.valuesOf(rule, random, walk);
    if (values?.length === 0) {
      context.refusals.leftOut(survey.id, question);
      missingOptional.push(id);
      continue;
    }
    chooser.textKind = context.refusals.kindFor(survey.id, id, walk.refused.get(id));
    if (values !== null && answerAsGiven(question, values, chooser, sheet)) {
      kinds = new Map(kinds).set(id, givenText);
    } else {
      if (values !== null) context.refusals.notOffered(survey.id, question, values);
      if (chooser.textKind > 0) kinds = new Map(kinds).set(id, chooser.textKind);
      answerQuestion(question, chooser, sheet);
    }
    coverage.count('answerTypes', question.answerType);
    const withOther = sheet.otherTexts > othersBefore;
    for (const form of question.keyForms) if (form !== 'other' || withOther) coverage.count('keyForms', form);
    isRestKnownValid = isRestKnownValid && !withOther && isPlainChoice(question);
  }
  isRestKnownValid = isRestKnownValid && missingOptional.length === 0;
  return {
    body: sheet.finish(),
    missingOptional,
    missingRequired: leftOut === null ? none : [leftOut],
    isKnownValid: leftOut === null && isRestKnownValid,
    isRestKnownValid,
    textKinds: kinds,
  };
}

function requiredOf(questions: readonly QuestionView[], survey: SurveyFact, random: Random): EntityId | null {
  const required = questions.filter(({ id }) => survey.required.has(id));
  return required[random.below(required.length)]?.id ?? null;
}

/** A recorded body as a submission: what was left out of it is read from the page that it is sent for. */
export function submissionOf(body: string, { questions }: ShownPage, survey: SurveyFact): Submission {
  const given = new Set(Object.keys(parsedBody(body)));
  const missing = questions.filter(({ form }) => !keysOf(form).some((key) => given.has(key))).map(({ id }) => id);
  const withOther = questions.some(({ form }) => 'other' in form && form.other !== null && given.has(form.other.key));
  const missingOptional = missing.filter((id) => !survey.required.has(id));
  const rest = questions.filter(({ id }) => !missing.includes(id));
  const isRestKnownValid = missingOptional.length === 0 && !withOther && rest.every(isPlainChoice);
  return {
    body,
    missingOptional,
    missingRequired: missing.filter((id) => survey.required.has(id)),
    isKnownValid: missing.length === 0 && isRestKnownValid,
    isRestKnownValid,
    textKinds: usualTexts,
  };
}

/** Whether every key of the body belongs to the page. */
export function fitsPage(body: string, { questions }: ShownPage): boolean {
  const known = new Set(questions.flatMap(({ form }) => keysOf(form)));
  return Object.keys(parsedBody(body)).every((key) => known.has(key));
}

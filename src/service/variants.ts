import { type SectionId, sections } from '../contract/sections.ts';
import { ToolError } from '../errors.ts';

/** One thing that the document leaves open; `alternatives` are all allowed, the first is what the service does by default. */
export interface VariantChoice {
  readonly section: SectionId;
  readonly question: string;
  readonly alternatives: readonly string[];
}

/** What the document leaves open in the respondent flow, with the answers that a service may give. */
export const variantChoices = {
  completeRedirectUrl: {
    section: 'page',
    question: 'Does `survey_complete` carry `redirectUrl`? The field table says so, the sample shows none.',
    alternatives: ['present', 'absent'],
  },
  noPageMembers: {
    section: 'page',
    question: 'Do statuses without a page carry empty page members? The samples show only status and requestID.',
    alternatives: ['absent', 'empty'],
  },
  noPageSession: {
    section: 'take',
    question: 'Does a first take that shows no page set a session cookie?',
    alternatives: ['started', 'none'],
  },
  selectedElsewhere: {
    section: 'question',
    question: 'Is `selected` false or absent where it is not true?',
    alternatives: ['false', 'absent'],
  },
  selectedTyped: {
    section: 'question',
    question: 'After back, is `selected` true for texts, ranks, allocations and dates that were given?',
    alternatives: ['true', 'false'],
  },
  restoredValues: {
    section: 'previous-page',
    question: 'After back, does the html carry the texts, numbers and dates given earlier?',
    alternatives: ['html', 'none'],
  },
  progress: {
    section: 'page',
    question: 'Does `progressPercentage` count the page that is shown?',
    alternatives: ['before', 'including', 'fractional'],
  },
  themeConfig: { section: 'page', question: 'Are the theme lists empty?', alternatives: ['filled', 'empty'] },
  answerErrors: {
    section: 'page',
    question: 'What is `answerErrors` when single answers are wrong?',
    alternatives: ['array', 'object', 'null'],
  },
  previousPageError: {
    section: 'errors',
    question: 'Which shape has the 400 of previous-page?',
    alternatives: ['session', 'standard'],
  },
  backOnFirstPage: {
    section: 'previous-page',
    question: 'What does back give on the first page after a submission has succeeded?',
    alternatives: ['error', 'firstPage'],
  },
  backRefusedOnFirstPage: {
    section: 'states',
    question: 'What does back give on the untouched first page of a survey that disallows back navigation?',
    alternatives: ['error', 'currentPage'],
  },
  backWithoutSession: {
    section: 'errors',
    question: 'What does previous-page say when the session has expired or was never started?',
    alternatives: ['noPreviousPage', 'sessionExpired', 'badRequest'],
  },
  sessionErrorStatus: {
    section: 'errors',
    question: 'Which HTTP status has the session-expired error?',
    alternatives: ['400', '200', '401', '403', '410', '419', '440'],
  },
  validationStatus: {
    section: 'errors',
    question: 'Which HTTP status has a validation_errors page?',
    alternatives: ['200', '400', '422'],
  },
  submitKey: {
    section: 'authentication',
    question: 'Does submit-page require the api-key header?',
    alternatives: ['ignored', 'required'],
  },
  keyHeader: {
    section: 'authentication',
    question: 'Is the key also taken from a header named apiKey, as some samples spell it?',
    alternatives: ['api-key', 'both'],
  },
  takeUnknownSession: {
    section: 'states',
    question: 'What does take do with a session that has expired or never was?',
    alternatives: ['newSession', 'sessionExpired'],
  },
  takeOtherSurvey: {
    section: 'states',
    question: 'Does a take of a second survey go on in the same session?',
    alternatives: ['sameSession', 'newSession'],
  },
  routeCookie: {
    section: 'take',
    question: 'Is there a second cookie for the routing of the load balancer, and must it come back?',
    alternatives: ['set', 'none', 'required'],
  },
  cookieAttributes: {
    section: 'take',
    question: 'Which attributes has the session cookie?',
    alternatives: ['httpOnly', 'plain', 'secureSameSite'],
  },
  takeAfterCompletion: {
    section: 'states',
    question: 'What does take say after the survey was finished in the session?',
    alternatives: ['already_completed', 'survey_complete'],
  },
  stepAfterCompletion: {
    section: 'states',
    question: 'What do submit-page and previous-page say after the survey was finished in the session?',
    alternatives: ['already_completed', 'survey_complete', 'sessionExpired'],
  },
  quotaReached: {
    section: 'states',
    question: 'Does a quota that fills in the middle of a walk end the walk?',
    alternatives: ['everyStep', 'newSessions'],
  },
  unknownSurvey: {
    section: 'errors',
    question: 'What does a survey id that does not exist give?',
    alternatives: ['404', 'survey_closed', '403'],
  },
  malformedSurveyId: {
    section: 'errors',
    question: 'What does a survey id that is no integer give?',
    alternatives: ['400', '404'],
  },
  malformedBody: {
    section: 'errors',
    question: 'What does a submit-page body give that is not a JSON object?',
    alternatives: ['400', 'validation_errors', '500'],
  },
  wrongContentType: {
    section: 'endpoints',
    question: 'Is a JSON body taken that does not come as application/json?',
    alternatives: ['accepted', '400'],
  },
  unknownKeys: {
    section: 'keys',
    question: 'What happens to keys that belong to no question of the page?',
    alternatives: ['ignored', '400'],
  },
  numericAnswerId: {
    section: 'keys',
    question: 'Is an answer id taken that comes as a number and not as a string?',
    alternatives: ['rejected', 'accepted'],
  },
  otherText: {
    section: 'keys',
    question: 'Must the Other option come with its text?',
    alternatives: ['optional', 'required'],
  },
  errorRequestID: {
    section: 'errors',
    question: 'Does the standard error body carry a requestID beside the documented members?',
    alternatives: ['absent', 'present'],
  },
} as const satisfies Record<string, VariantChoice>;

export type VariantId = keyof typeof variantChoices;

/** One alternative for each open question. */
export type Variants = { readonly [K in VariantId]: (typeof variantChoices)[K]['alternatives'][number] };

export const variantIds = Object.keys(variantChoices) as readonly VariantId[];

/** The first alternative of every question. */
export const defaultVariants: Variants = resolveVariants({});

/**
 * Completes a choice with the defaults.
 *
 * @param chosen alternative by question, as text from a command line may give it.
 * @returns a frozen, complete choice.
 * @throws ToolError USAGE naming what exists, when a question or an alternative does not.
 */
export function resolveVariants(chosen: Readonly<Record<string, string>>): Variants {
  for (const [id, value] of Object.entries(chosen)) {
    const choice: VariantChoice | undefined = Object.hasOwn(variantChoices, id)
      ? variantChoices[id as VariantId]
      : undefined;
    if (choice === undefined) {
      throw new ToolError('USAGE', `there is no variant "${id}"; there are: ${variantIds.join(', ')}`);
    }
    if (!choice.alternatives.includes(value)) {
      throw new ToolError('USAGE', `variant ${id} is one of ${choice.alternatives.join(', ')}, not "${value}"`);
    }
  }
  const complete = Object.fromEntries(variantIds.map((id) => [id, chosen[id] ?? variantChoices[id].alternatives[0]]));
  return Object.freeze(complete) as Variants;
}

/** A line a question, for people: id, alternatives with the default first, and the section that leaves it open. */
export function describeVariants(): string[] {
  return variantIds.map((id) => {
    const { alternatives, question, section } = variantChoices[id];
    return `${id} = ${alternatives.join(' | ')}  ${question} (${sections[section]})`;
  });
}

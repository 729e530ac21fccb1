import type { SectionId } from '../contract/clause.ts';
import { type QuestionId, questionIds, questions } from '../contract/questions/openQuestions.ts';

/** One thing that the document leaves open, and the ways in which a service may do it: by default the first. */
export interface VariantChoice<Value extends string = string> {
  readonly section: SectionId;
  /** What is open, in words. */
  readonly open: string;
  readonly values: readonly Value[];
  /** The question of the catalogue that the values answer. */
  readonly answers?: QuestionId;
}

/** What is too fine for the catalogue. */
function among<const Value extends string>(
  section: SectionId,
  open: string,
  ...values: readonly Value[]
): VariantChoice<Value> {
  return { section, open, values };
}

const finer = {
  responseStatus: among(
    'record',
    'Which status has a record that came without one?',
    'Completed',
    'COMPLETED',
    'Complete',
  ),
  recordLanguage: among('record', 'Which language has a record that came without one?', 'English', 'en-US', ''),
  unknownAddress: among(
    'record',
    'Which address has a record that came without one?',
    '0.0.0.0',
    '127.0.0.1',
    '203.0.113.7',
  ),
  prevBeyondLast: among('pagination', 'Does a page beyond the last lead back?', 'null', 'last-page'),
  dateForm: among('record', 'How is the answer to a date question written?', 'iso', 'slashes', 'words'),
  quotaReached: among(
    'states',
    'Does a quota that fills in the middle of a walk end the walk?',
    'every-step',
    'new-walks',
  ),
  answerErrors: among('page', 'What is `answerErrors` when single answers are wrong?', 'array', 'object', 'null'),
  themeConfig: among('page', 'Are the theme lists empty?', 'filled', 'empty'),
  routeCookie: among(
    'take',
    'Is there a second cookie for the routing of the load balancer, and must it come back?',
    'set',
    'none',
    'required',
  ),
  sessionIdForm: among('take', 'What does a session id look like?', 'hex', 'with-node', 'long', 'punctuated'),
  cookieAttributes: among('take', 'Which attributes has the session cookie?', 'http-only', 'same-site'),
} satisfies Record<string, VariantChoice>;

type Questions = typeof questions;
type Served = { [Id in QuestionId]: Questions[Id] extends { variant: string } ? Id : never }[QuestionId];
type ValueOf<Question> = Question extends { values: readonly (infer Value)[] }
  ? Value
  : Question extends { alternatives: readonly { value: infer Value }[] }
    ? Value
    : never;

/** One value for each thing that the document leaves open. */
export type Variants = { readonly [Id in Served as Questions[Id]['variant']]: ValueOf<Questions[Id]> } & {
  readonly [Name in keyof typeof finer]: (typeof finer)[Name]['values'][number];
};

/** What the service's own code decides by. */
export const variantChoices: Readonly<Record<string, VariantChoice>> = {
  ...Object.fromEntries(
    questionIds.flatMap((answers): [string, VariantChoice][] => {
      const row = questions[answers];
      if (!('variant' in row)) return [];
      const values = 'values' in row ? row.values : row.alternatives.map(({ value }) => value);
      return [[row.variant, { section: row.section, open: row.question, values, answers }]];
    }),
  ),
  ...finer,
};

/** The first value of every choice. */
export const defaultVariants = Object.freeze(
  Object.fromEntries(Object.entries(variantChoices).map(([id, { values }]) => [id, values[0]])),
) as Variants;

import Type from 'typebox';
import { Compile } from 'typebox/schema';
import { keysOf, schemaProblems, spelledPointer } from '../../contract/schemaProblems.ts';
import { statusNames } from '../../contract/statuses.ts';
import { ToolError, wordsOf } from '../../errors.ts';
import { parsedYaml, treeOf } from '../../yamlText.ts';
import { questionKinds, textFormats } from './survey.ts';

const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const exact = { additionalProperties: false };

const AnswerInFile = Type.Object({ id: Id, text: Type.Optional(Type.String()) }, exact);

const QuestionInFile = Type.Object(
  {
    id: Id,
    kind: Type.Enum([...questionKinds]),
    text: Type.String({ minLength: 1 }),
    required: Type.Optional(Type.Boolean()),
    answers: Type.Array(AnswerInFile, { minItems: 1 }),
    other: Type.Optional(AnswerInFile),
    total: Type.Optional(Type.Integer({ minimum: 1 })),
    maxLength: Type.Optional(Type.Integer({ minimum: 1 })),
    format: Type.Optional(Type.Enum([...textFormats])),
  },
  exact,
);
export type QuestionInFile = Type.Static<typeof QuestionInFile>;

const BranchInFile = Type.Object(
  {
    answer: Id,
    toPage: Type.Optional(Type.String()),
    toStatus: Type.Optional(Type.Enum([...statusNames])),
  },
  exact,
);

const PageInFile = Type.Object(
  {
    page: Type.Optional(Type.String({ minLength: 1 })),
    questions: Type.Array(QuestionInFile),
    branches: Type.Optional(Type.Array(BranchInFile)),
    next: Type.Optional(Type.String()),
  },
  exact,
);
export type PageInFile = Type.Static<typeof PageInFile>;

const SurveyInFile = Type.Object(
  {
    id: Id,
    name: Type.String({ minLength: 1 }),
    back: Type.Optional(Type.Boolean()),
    gate: Type.Optional(Type.Enum([...statusNames])),
    quota: Type.Optional(Type.Integer({ minimum: 0 })),
    thankYouUrl: Type.Optional(Type.String()),
    redirectUrl: Type.Optional(Type.String()),
    pages: Type.Array(PageInFile, { minItems: 1 }),
  },
  exact,
);
export type SurveyInFile = Type.Static<typeof SurveyInFile>;

const compiled = Compile(SurveyInFile);

/** Says where in a file a member stands: a path as the schema check gives it, `/pages/0/questions/1`. */
export type Locate = (path: string) => string;

export interface ParsedSurveyFile {
  readonly survey: SurveyInFile;
  readonly locate: Locate;
}

/**
 * Reads a survey file as YAML (or JSON) against the schema.
 *
 * @param file the name to show in errors.
 * @throws ToolError USAGE with every problem, each with its line.
 */
export function parseSurveyFile(file: string, text: string): ParsedSurveyFile {
  const { document, lineOf, problems: wrong } = parsedYaml(text);
  const [syntax] = wrong;
  if (syntax !== undefined) throw new ToolError('USAGE', `${file}:${syntax.line} ${syntax.words}`);
  const locate: Locate = (path) => `${file}:${lineOf(keysOf(path))} ${spelledPointer(path)}`;
  let value: unknown;
  try {
    value = treeOf(document);
  } catch (cause) {
    throw new ToolError('USAGE', `${file}: ${wordsOf(cause)}`, { cause });
  }
  if (compiled.Check(value)) return { survey: value, locate };
  const problems = schemaProblems(compiled.Errors(value)).map(({ pointer, words }) => `${locate(pointer)} ${words}`);
  throw new ToolError('USAGE', `a survey file needs a correction:\n  ${problems.join('\n  ')}`);
}

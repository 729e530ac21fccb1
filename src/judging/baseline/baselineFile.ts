import Type from 'typebox';
import { Compile } from 'typebox/schema';
import { EntityId } from '../../contract/entityId.ts';
import { isQuestionId } from '../../contract/questions/openQuestions.ts';
import { keysOf, schemaProblems } from '../../contract/schemaProblems.ts';
import { ToolError, wordsOf } from '../../errors.ts';
import { isNoFile, readInput } from '../../readInput.ts';
import { parsedYaml, treeOf } from '../../yamlText.ts';
import { isClauseId } from '../allClauses.ts';

/** What an entry may be bound to: it then holds for such runs only. */
const bounds = {
  release: Type.Optional(Type.String()),
  datacenter: Type.Optional(Type.String()),
  /** `cookie`, `token` or `auto`, as `target.session` says; where that is `auto`, as sessions were seen to travel too. */
  session: Type.Optional(Type.String()),
};

export const boundNames = ['release', 'datacenter', 'session'] as const satisfies (keyof typeof bounds)[];

/** Where a run took place, or what an entry is bound to. */
export const Situation = Type.Object(bounds);
export type Situation = Type.Static<typeof Situation>;

/** A violation that is known, and until when it may stay. */
const KnownViolation = Type.Object(
  {
    ...bounds,
    clause: Type.String(),
    /** Only these violations, and what follows from them. */
    ids: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
    /** Only violations whose actual holds this text; with neither, any of the clause. */
    actual: Type.Optional(Type.String()),
    /** Where it is being dealt with. */
    issue: Type.String({ minLength: 1 }),
    /** Last day on which it is tolerated, `YYYY-MM-DD`. */
    expires: Type.String(),
  },
  { additionalProperties: false },
);
export type KnownViolation = Type.Static<typeof KnownViolation>;

/** Answers to open questions that were accepted, by question. */
const AcceptedAnswers = Type.Object(
  {
    ...bounds,
    /** Those that the profile named when the answers were accepted; without them, all. */
    surveys: Type.Optional(Type.Array(EntityId)),
    answers: Type.Record(Type.String(), Type.Array(Type.String())),
  },
  { additionalProperties: false },
);

/** What was accepted of a service: answers to open questions, and violations that are known. */
const Baseline = Type.Object(
  { accepted: Type.Array(AcceptedAnswers), known: Type.Array(KnownViolation) },
  { additionalProperties: false },
);
export type Baseline = Type.Static<typeof Baseline>;

export const emptyBaseline: Baseline = { accepted: [], known: [] };

const compiled = Compile(Baseline);

/** A baseline in which nothing is accepted yet. */
export const emptyBaselineText = `# What canvass accepts of this service: answers where the document is silent (a later run reports what drifted from
# them), and violations that are known, each with an issue and the last day on which it is tolerated. An entry may be
# bound to a release, a datacenter or a session transport. \`canvass accept RUN\` writes both, as \`canvass conform --accept\`
# does the answers.
accepted: []
known: []
`;

/** The text of a baseline; `null` when there is no such file. @throws ToolError PROFILE, INPUT_REFUSED */
export function baselineText(path: string): string | null {
  try {
    return readInput(path, 'baseline');
  } catch (error) {
    if (error instanceof ToolError) throw error;
    if (isNoFile(error)) return null;
    throw new ToolError('PROFILE', `the baseline ${path} cannot be read`, { cause: error });
  }
}

/**
 * Reads a baseline file.
 *
 * @returns `null` when there is no such file.
 * @throws ToolError PROFILE when it is no baseline, INPUT_REFUSED when it is larger than one
 */
export function readBaseline(path: string): Baseline | null {
  const text = baselineText(path);
  return text === null ? null : parseBaseline(text, path);
}

/** @param source names the text in errors. @throws ToolError PROFILE with every problem, each with its line. */
export function parseBaseline(text: string, source: string): Baseline {
  const { value, lineOf } = yamlValue(text, source);
  const whole = { ...emptyBaseline, ...(typeof value === 'object' && value !== null ? value : {}) };
  const refuse = (problems: readonly BaselineProblem[]): never => {
    const lines = problems.map(({ path, words }) => `  ${source}:${lineOf(path)}  ${words}`);
    throw new ToolError('PROFILE', `${source} is no baseline:\n${lines.join('\n')}`);
  };
  if (!compiled.Check(whole)) {
    const problems = schemaProblems(compiled.Errors(whole));
    return refuse(problems.map(({ pointer, text: words }) => ({ path: keysOf(pointer), words })));
  }
  const wrong = [...whole.known.flatMap(wrongIn), ...whole.accepted.flatMap(unknownIn)];
  return wrong.length > 0 ? refuse(wrong) : whole;
}

interface BaselineProblem {
  readonly path: readonly (string | number)[];
  readonly words: string;
}

function wrongIn({ clause, ids = [], expires }: KnownViolation, at: number): BaselineProblem[] {
  const named = [clause, ...ids.map((id) => id.replace(/:.*/s, ''))];
  const day = {
    path: ['known', at, 'expires'],
    words: `${clause} expires on ${expires}, which is no day: write it as 2027-01-31`,
  };
  return [
    ...named
      .filter((id) => !isClauseId(id))
      .map((id) => ({ path: ['known', at, id === clause ? 'clause' : 'ids'], words: `there is no clause ${id}` })),
    ...(isDay(expires) ? [] : [day]),
  ];
}

function unknownIn({ answers }: Baseline['accepted'][number], at: number): BaselineProblem[] {
  return Object.keys(answers)
    .filter((id) => !isQuestionId(id))
    .map((id) => ({ path: ['accepted', at, 'answers', id], words: `there is no open question ${id}` }));
}

function yamlValue(text: string, source: string) {
  const { document, lineOf, problems } = parsedYaml(text);
  const [problem] = problems;
  if (problem !== undefined) {
    throw new ToolError('PROFILE', `${source} is not YAML: ${problem.words}, at line ${problem.line}`);
  }
  try {
    return { value: treeOf(document), lineOf };
  } catch (cause) {
    throw new ToolError('PROFILE', `${source} is not YAML that can be read: ${wordsOf(cause)}`, { cause });
  }
}

/** Whether a date is in the calendar. */
function isDay(date: string): boolean {
  const instant = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === date;
}

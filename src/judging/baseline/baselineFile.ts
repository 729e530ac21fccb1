import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { EntityId } from '../../contract/entityId.ts';
import { isQuestionId } from '../../contract/questions/catalogue.ts';
import { schemaProblems } from '../../contract/schemaProblems.ts';
import { ToolError, wordsOf } from '../../errors.ts';
import { readInput } from '../../input.ts';
import { parsedYaml, treeOf } from '../../yamlText.ts';
import { isClauseId } from '../clauses.ts';

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
    expires: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
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

/** @param source names the text in errors. @throws ToolError PROFILE with every problem. */
export function parseBaseline(text: string, source: string): Baseline {
  const value = yamlValue(text, source);
  const whole = { ...emptyBaseline, ...(typeof value === 'object' && value !== null ? value : {}) };
  if (!compiled.Check(whole)) {
    const problems = schemaProblems(compiled.Errors(whole)).map(({ text }) => text);
    throw new ToolError('PROFILE', `${source} is no baseline: ${problems.join('; ')}`);
  }
  const questions = whole.accepted.flatMap(({ answers }) => Object.keys(answers));
  const unknown = [
    ...whole.known
      .flatMap(({ clause, ids = [] }) => [clause, ...ids.map((id) => id.replace(/:.*/s, ''))])
      .filter((clause) => !isClauseId(clause))
      .map((clause) => `there is no clause ${clause}`),
    ...questions.filter((id) => !isQuestionId(id)).map((id) => `there is no open question ${id}`),
    ...whole.known.flatMap(({ clause, expires }) =>
      isDay(expires) ? [] : [`${clause} expires on ${expires}, which is no day`],
    ),
  ];
  if (unknown.length > 0) throw new ToolError('PROFILE', `${source}: ${unknown.join('; ')}`);
  return whole;
}

function yamlValue(text: string, source: string): unknown {
  const { document, problems } = parsedYaml(text);
  const [problem] = problems;
  if (problem !== undefined) {
    throw new ToolError('PROFILE', `${source} is not YAML: ${problem.words}, at line ${problem.line}`);
  }
  try {
    return treeOf(document);
  } catch (cause) {
    throw new ToolError('PROFILE', `${source} is not YAML that can be read: ${wordsOf(cause)}`, { cause });
  }
}

/** Whether a date is in the calendar. */
function isDay(date: string): boolean {
  const instant = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date);
}

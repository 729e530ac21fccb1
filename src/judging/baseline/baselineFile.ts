import { readFile, writeFile } from 'node:fs/promises';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { type Document, isMap, isSeq, parseDocument } from 'yaml';
import { isQuestionId } from '../../contract/questions/catalogue.ts';
import { schemaProblems } from '../../contract/schemaProblems.ts';
import { ToolError } from '../../errors.ts';
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
    /** Only violations whose actual holds this text; without it, any of the clause. */
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
  { ...bounds, answers: Type.Record(Type.String(), Type.Array(Type.String())) },
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
# bound to a release, a datacenter or a session transport. \`canvass conform --accept\` writes the accepted answers; the
# known violations are written by hand.
accepted: []
known: []
`;

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new ToolError('PROFILE', `the baseline ${path} cannot be read`, { cause: error });
  }
}

/**
 * Reads a baseline file.
 *
 * @returns `null` when there is no such file.
 * @throws ToolError PROFILE when it is no baseline.
 */
export async function readBaseline(path: string): Promise<Baseline | null> {
  const text = await textOf(path);
  return text === null ? null : parseBaseline(text, path);
}

/** @param source names the text in errors. @throws ToolError PROFILE with every problem. */
export function parseBaseline(text: string, source: string): Baseline {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw new ToolError('PROFILE', `${source} is not YAML: ${error.message}`, { cause: error });
  const value: unknown = document.toJS();
  const whole = { ...emptyBaseline, ...(typeof value === 'object' && value !== null ? value : {}) };
  if (!compiled.Check(whole)) {
    const problems = schemaProblems(compiled.Errors(whole)).map(({ text }) => text);
    throw new ToolError('PROFILE', `${source} is no baseline: ${problems.join('; ')}`);
  }
  const questions = whole.accepted.flatMap(({ answers }) => Object.keys(answers));
  const unknown = [
    ...whole.known.filter(({ clause }) => !isClauseId(clause)).map(({ clause }) => `there is no clause ${clause}`),
    ...questions.filter((id) => !isQuestionId(id)).map((id) => `there is no open question ${id}`),
    ...whole.known.flatMap(({ clause, expires }) =>
      isDay(expires) ? [] : [`${clause} expires on ${expires}, which is no day`],
    ),
  ];
  if (unknown.length > 0) throw new ToolError('PROFILE', `${source}: ${unknown.join('; ')}`);
  return whole;
}

/** Whether a date is in the calendar. */
function isDay(date: string): boolean {
  const instant = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(date);
}

/** What an acceptance wrote. */
export interface Acceptance {
  readonly path: string;
  readonly situation: Situation;
  /** Questions whose answer is new in the file, or another one than before. */
  readonly changed: readonly string[];
  readonly total: number;
}

/**
 * Writes accepted answers into the entry of their situation, made where there is none. Everything else in the file,
 * comments too, stays as it is.
 *
 * @throws ToolError PROFILE when the file is no baseline, OUTPUT_UNWRITABLE
 */
export async function acceptAnswers(
  path: string,
  answers: Readonly<Record<string, readonly string[]>>,
  situation: Situation,
): Promise<Acceptance> {
  const before = (await textOf(path)) ?? emptyBaselineText;
  const known = parseBaseline(before, path).accepted.find((entry) => isSameSituation(entry, situation))?.answers ?? {};
  const document = parseDocument(before);
  const entry = entryOf(document, situation);
  const changed: string[] = [];
  for (const [question, values] of Object.entries(answers)) {
    if (JSON.stringify(known[question]) === JSON.stringify(values)) continue;
    changed.push(question);
    document.setIn([...entry, 'answers', question], document.createNode(values, { flow: true }));
  }
  try {
    await writeFile(path, document.toString({ lineWidth: 120 }));
  } catch (cause) {
    throw new ToolError('OUTPUT_UNWRITABLE', `${path} cannot be written. Choose another file with --baseline.`, {
      cause,
    });
  }
  return { path, situation, changed, total: Object.keys(answers).length };
}

/** The path of the accepted entry of a situation in the document, made where there is none. */
function entryOf(document: Document, situation: Situation): (string | number)[] {
  if (!isMap(document.contents)) document.contents = document.createNode({});
  let list = document.get('accepted');
  if (!isSeq(list) || list.items.length === 0) {
    document.set('accepted', document.createNode([]));
    list = document.get('accepted');
  }
  if (!isSeq(list)) throw new RangeError('a list that was just made is one');
  const at = list.items.findIndex((item) => isMap(item) && isSameSituation(item.toJS(document), situation));
  if (at >= 0) return ['accepted', at];
  list.add(document.createNode({ ...situation, answers: {} }));
  return ['accepted', list.items.length - 1];
}

function isSameSituation(a: Situation, b: Situation): boolean {
  return boundNames.every((name) => a[name] === b[name]);
}

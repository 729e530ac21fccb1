import { readFile, writeFile } from 'node:fs/promises';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { parse, stringify } from 'yaml';
import { isQuestionId } from '../contract/questions/catalogue.ts';
import { ToolError } from '../errors.ts';
import { isClauseId } from './clauses.ts';

/** A violation that is known, and until when it may stay. */
const KnownViolation = Type.Object(
  {
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

/** What was accepted of a release: answers to open questions, and violations that are known. */
const Baseline = Type.Object(
  {
    release: Type.String(),
    accepted: Type.Record(Type.String(), Type.Array(Type.String())),
    known: Type.Array(KnownViolation),
  },
  { additionalProperties: false },
);
export type Baseline = Type.Static<typeof Baseline>;

export const emptyBaseline: Baseline = { release: '', accepted: {}, known: [] };

const compiled = Compile(Baseline);

const header = `# What canvass accepts of this service: answers where the document is silent (a later run reports what drifted from
# them), and violations that are known, each with an issue and the last day on which it is tolerated.
# \`canvass conform --accept\` writes the accepted answers; the known violations are written by hand.
`;

/**
 * Reads a baseline file.
 *
 * @returns `null` when there is no such file.
 * @throws ToolError PROFILE when it is no baseline.
 */
export async function readBaseline(path: string): Promise<Baseline | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new ToolError('PROFILE', `the baseline ${path} cannot be read`, { cause: error });
  }
  return parseBaseline(text, path);
}

/** @param source names the text in errors. @throws ToolError PROFILE with every problem. */
export function parseBaseline(text: string, source: string): Baseline {
  let value: unknown;
  try {
    value = parse(text);
  } catch (cause) {
    throw new ToolError('PROFILE', `${source} is not YAML: ${cause instanceof Error ? cause.message : ''}`, { cause });
  }
  const whole = { ...emptyBaseline, ...(typeof value === 'object' && value !== null ? value : {}) };
  if (!compiled.Check(whole)) {
    const problems = [...compiled.Errors(whole)].map(
      ({ instancePath, message }) => `${instancePath || '/'} ${message}`,
    );
    throw new ToolError('PROFILE', `${source} is no baseline: ${problems.join('; ')}`);
  }
  const unknown = [
    ...whole.known.filter(({ clause }) => !isClauseId(clause)).map(({ clause }) => `there is no clause ${clause}`),
    ...Object.keys(whole.accepted)
      .filter((id) => !isQuestionId(id))
      .map((id) => `there is no open question ${id}`),
  ];
  if (unknown.length > 0) throw new ToolError('PROFILE', `${source}: ${unknown.join('; ')}`);
  return whole;
}

/** @throws ToolError OUTPUT_UNWRITABLE */
export async function writeBaseline(path: string, baseline: Baseline): Promise<void> {
  try {
    await writeFile(path, `${header}${stringify(baseline, { lineWidth: 120 })}`);
  } catch (cause) {
    throw new ToolError('OUTPUT_UNWRITABLE', `${path} cannot be written. Choose another file with --baseline.`, {
      cause,
    });
  }
}

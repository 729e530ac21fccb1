import { relative } from 'node:path';
import { type Document, isNode, isPair, isSeq, type Node, type Scalar, visit } from 'yaml';
import { entityIdOf } from '../contract/entityId.ts';
import { ToolError, wordsOf } from '../errors.ts';
import { readInput } from '../readInput.ts';
import { keyText, memberAt, parsedYaml, treeOf } from '../yamlText.ts';
import type { KeyPath } from './profileProblem.ts';

/** The environment of the process, or of a test. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable of the environment that a text asks for and that is not set. */
export interface MissingVariable {
  readonly path: KeyPath;
  readonly name: string;
}

/** A parsed YAML file (JSON is YAML) that still knows where its members stand. */
export interface YamlSource {
  /** Name of the file, as people see it. */
  readonly file: string;
  readonly value: unknown;
  readonly missing: readonly MissingVariable[];
  /** Line of the member, or of the nearest one around it; lines begin at 1. */
  lineOf(path: KeyPath): number;
  /** Whether the value at exactly this path holds a variable of the environment. */
  isFromEnvironment(path: KeyPath): boolean;
}

const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/**
 * Reads a file as {@link parseYaml} does.
 *
 * @param cwd folder that the file's name is shown relative to.
 * @throws ToolError PROFILE when it cannot be read, INPUT_REFUSED when it is larger than a profile
 */
export function readYaml(path: string, cwd: string, environment: Environment): YamlSource {
  const inside = relative(cwd, path);
  const shown = inside.startsWith('..') ? path : inside;
  let text: string;
  try {
    text = readInput(path, 'profile');
  } catch (error) {
    if (error instanceof ToolError) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'EISDIR') {
      throw new ToolError('PROFILE', `${shown} is a folder: name a file in it`, { cause: error });
    }
    throw new ToolError('PROFILE', `${shown} cannot be read: ${wordsOf(error)}`);
  }
  return parseYaml(shown, text, environment);
}

/** What the parser would say to a programmer. */
const secondDocument = 'a second document begins here, after `---`: a profile is one';

/**
 * Parses YAML and puts variables of the environment, `${NAME}`, into its values. In quotes the outcome is a text;
 * without, a number or a switch is taken as such.
 *
 * @param file the name to show in errors.
 * @throws ToolError PROFILE with every syntax error and its line.
 */
export function parseYaml(file: string, text: string, environment: Environment): YamlSource {
  const { document, lineOf, problems } = parsedYaml(text, { merge: true });
  if (problems.length > 0) {
    const told = problems.map(({ line, code, words }) => {
      return `  ${file}:${line}  ${code === 'MULTIPLE_DOCS' ? secondDocument : words}`;
    });
    throw new ToolError('PROFILE', `${file} is not YAML that can be read:\n${told.join('\n')}`);
  }
  const { missing, filled } = fillVariables(document, environment);
  let value: unknown;
  try {
    value = treeOf(document);
  } catch (error) {
    const why = wordsOf(error);
    throw new ToolError('PROFILE', `${file} is not YAML that can be read: ${why}`);
  }
  return {
    file,
    value,
    missing,
    lineOf,
    isFromEnvironment: (path) => filled.has(nodeAt(document, path)),
  };
}

function fillVariables(document: Document, environment: Environment) {
  const missing: MissingVariable[] = [];
  const filled = new Set<unknown>();
  visit(document, {
    Scalar: (key, scalar, ancestors) => {
      keepDigits(scalar);
      if (key === 'key' || typeof scalar.value !== 'string' || !scalar.value.includes('${')) return;
      const text = scalar.value.replace(variable, (_, name: string) => {
        const value = environment[name];
        if (value === undefined || value === '') missing.push({ path: pathOf([...ancestors, scalar]), name });
        return value ?? '';
      });
      if (text === scalar.value) return;
      scalar.value = scalar.type === 'PLAIN' ? typed(text) : text;
      filled.add(scalar);
    },
  });
  return { missing, filled };
}

/** An integer that a number cannot hold is kept as the text of its digits, as a value and as a key. */
function keepDigits(scalar: Scalar): void {
  if (typeof scalar.value !== 'number' || Number.isSafeInteger(scalar.value)) return;
  if (/^\d+$/.test(scalar.source ?? '')) scalar.value = entityIdOf(scalar.source ?? '');
}

/** The path that leads from the first of some nodes to the last, each the parent of the next. */
function pathOf(nodes: readonly unknown[]): KeyPath {
  return nodes.flatMap((node, at): KeyPath => {
    if (isPair(node)) return [keyText(node.key)];
    return isSeq(node) ? [node.items.indexOf(nodes[at + 1])] : [];
  });
}

/** As YAML reads an unquoted scalar, for the types that profiles have. */
function typed(text: string): string | number | boolean {
  if (/^-?\d+$/.test(text)) return entityIdOf(text);
  if (/^-?\d+\.\d+$/.test(text)) return Number(text);
  return text === 'true' ? true : text === 'false' ? false : text;
}

function nodeAt(document: Document, path: KeyPath): Node | null {
  const value = memberAt(document, path)?.value;
  return isNode(value) ? value : null;
}

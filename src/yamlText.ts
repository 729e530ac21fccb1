import {
  type Document,
  type DocumentOptions,
  type ErrorCode,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type ParseOptions,
  parseDocument,
  type SchemaOptions,
  visit,
} from 'yaml';

/** Names of members and numbers of items, the outermost first. */
type YamlPath = readonly (string | number)[];

/** YAML that others wrote, parsed, with all that is wrong with it. */
export interface YamlText {
  readonly document: Document;
  /** Line of the member, or of the nearest one around it; lines begin at 1. */
  lineOf(path: YamlPath): number;
  readonly problems: readonly { readonly line: number; readonly code: ErrorCode; readonly words: string }[];
}

/** One slip may have hundreds of consequences. */
const mostProblems = 10;

/** Parses YAML. Work grows with its length alone: repeated keys are found without comparing each with each. */
export function parsedYaml(text: string, options: ParseOptions & DocumentOptions & SchemaOptions = {}): YamlText {
  const lines = new LineCounter();
  const document = parseDocument(text, { ...options, lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const lineAt = (offset: number): number => lines.linePos(offset).line;
  const nested = new Set(
    document.errors.flatMap(({ pos, code }) => (code === 'BLOCK_AS_IMPLICIT_KEY' ? [pos[0]] : [])),
  );
  // Where a value begins that goes on with a key of its own in a later line, and where that line is, which is wrong.
  const continued = new Map(
    document.errors.flatMap(({ pos: [from, until], code }) =>
      code === 'MULTILINE_IMPLICIT_KEY' && nested.has(from) ? [[from, until]] : [],
    ),
  );
  const wrong = document.errors.map(({ pos, code, message }) => {
    const until = continued.get(pos[0]);
    if (until !== undefined) return { line: lineAt(until), code, words: tooDeep };
    // The parser calls itself for each bracket.
    const words = message.startsWith('Maximum call stack') ? 'it is nested too deep' : message;
    return { line: lineAt(pos[0]), code, words };
  });
  if (wrong.length === 0) {
    for (const offset of repeatedKeys(document)) {
      wrong.push({ line: lineAt(offset), code: 'DUPLICATE_KEY', words: 'Map keys must be unique' });
    }
  }
  const seen = new Set<string>();
  const problems = wrong.filter(({ line, words }) => {
    const problem = `${line} ${words}`;
    return !seen.has(problem) && seen.add(problem).size <= mostProblems;
  });
  const lineOf = (path: YamlPath): number => {
    for (let length = path.length; length > 0; length -= 1) {
      const offset = offsetOf(document, path.slice(0, length));
      if (offset !== null) return lineAt(offset);
    }
    return 1;
  };
  return { document, lineOf, problems };
}

const tooDeep =
  'is indented further than the line before it, whose value it would go on: begin both in the same column';

/** What a key of a mapping says. */
export function keyText(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

/** The pair or item at a path: its key (where it has one) and its value. */
export function memberAt(document: Document, path: YamlPath): { key: unknown; value: unknown } | null {
  let member: { key: unknown; value: unknown } = { key: null, value: document.contents };
  for (const part of path) {
    const parent = isAlias(member.value) ? member.value.resolve(document) : member.value;
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => keyText(key) === String(part));
      if (pair === undefined) return null;
      member = pair;
    } else if (isSeq(parent) && typeof part === 'number' && part < parent.items.length) {
      member = { key: null, value: parent.items[part] };
    } else {
      return null;
    }
  }
  return member;
}

function offsetOf(document: Document, path: YamlPath): number | null {
  const member = memberAt(document, path);
  const node = isNode(member?.key) ? member.key : member?.value;
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}

/** Where keys stand that their mapping has already. */
function repeatedKeys(document: Document): number[] {
  const offsets: number[] = [];
  visit(document, {
    Map: (_, map) => {
      const keys = new Set<unknown>();
      for (const { key } of map.items) {
        const value = isScalar(key) ? key.value : key;
        if (keys.has(value)) offsets.push((isNode(key) ? key.range?.[0] : null) ?? 0);
        keys.add(value);
      }
    },
  });
  return offsets;
}

/** Lists and mappings within each other that anything in YAML needs. */
const deepest = 100;

/**
 * The value of a document: a tree, whatever its aliases say.
 *
 * @throws RangeError in words, for one that holds itself, is nested beyond all need, or that a few aliases make vast
 */
export function treeOf(document: Document): unknown {
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    throw new RangeError(error instanceof Error ? error.message : String(error), { cause: error });
  }
  demandTree(value, 0);
  return value;
}

function demandTree(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > deepest) throw new RangeError('it is nested too deep, or an alias stands within what it names');
  for (const member of Object.values(value)) demandTree(member, depth + 1);
}

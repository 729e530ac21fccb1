import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { type Document, isMap, isSeq, parseDocument, type YAMLSeq } from 'yaml';
import type { EntityId } from '../../contract/entityId.ts';
import { ToolError } from '../../errors.ts';
import { writeWhole } from '../../writeOutput.ts';
import {
  baselineText,
  boundNames,
  emptyBaselineText,
  type KnownViolation,
  parseBaseline,
  type Situation,
} from './baselineFile.ts';

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
  surveys: readonly EntityId[] = [],
): Promise<Acceptance> {
  const before = baselineText(path) ?? emptyBaselineText;
  const own = parseBaseline(before, path).accepted.find((entry) => isSameSituation(entry, situation));
  const known = own?.answers ?? {};
  const document = parseDocument(before);
  const entry = entryOf(document, situation);
  const changed: string[] = [];
  for (const [question, values] of Object.entries(answers)) {
    if (JSON.stringify(known[question]) === JSON.stringify(values)) continue;
    changed.push(question);
    document.setIn([...entry, 'answers', question], document.createNode(values, { flow: true }));
  }
  // An entry without surveys holds for all.
  const all = own !== undefined && own.surveys === undefined ? [] : [...new Set([...(own?.surveys ?? []), ...surveys])];
  if (all.length > 0) document.setIn([...entry, 'surveys'], document.createNode(all, { flow: true }));
  await write(path, document);
  return { path, situation, changed, total: Object.keys(answers).length };
}

/**
 * Writes known violations: into the entry of the same clause and issue, which is then tolerated until the new day, or a new
 * one. Everything else in the file, comments too, stays as it is.
 *
 * @returns the entry as it stands in the file.
 * @throws ToolError PROFILE when the file is no baseline, OUTPUT_UNWRITABLE
 */
export async function acceptViolations(
  path: string,
  { clause, ids, issue, expires }: KnownViolation & Required<Pick<KnownViolation, 'ids'>>,
): Promise<KnownViolation> {
  const before = baselineText(path) ?? emptyBaselineText;
  const { known } = parseBaseline(before, path);
  const document = parseDocument(before);
  const list = listIn(document, 'known');
  const at = known.findIndex((each) => each.clause === clause && each.issue === issue && each.ids !== undefined);
  const entry = { clause, issue, ...known[at], ids: [...new Set([...(known[at]?.ids ?? []), ...ids])], expires };
  if (at < 0) list.add(document.createNode(entry));
  else {
    document.setIn(['known', at, 'ids'], document.createNode(entry.ids));
    document.setIn(['known', at, 'expires'], expires);
  }
  await write(path, document);
  return entry;
}

async function write(path: string, document: Document): Promise<void> {
  const text = document.toString({ lineWidth: 120 });
  parseBaseline(text, path);
  try {
    // A link stays one.
    await writeWhole(existsSync(path) ? await realpath(path) : path, text);
  } catch (cause) {
    throw new ToolError('OUTPUT_UNWRITABLE', `${path} cannot be written. Choose another file with --baseline.`, {
      cause,
    });
  }
}

/** The path of the accepted entry of a situation in the document, made where there is none. */
function entryOf(document: Document, situation: Situation): (string | number)[] {
  const list = listIn(document, 'accepted');
  const at = list.items.findIndex((item) => isMap(item) && isSameSituation(item.toJS(document), situation));
  if (at >= 0) return ['accepted', at];
  list.add(document.createNode({ ...situation, answers: {} }));
  return ['accepted', list.items.length - 1];
}

/** A list of the document, made where there is none. */
function listIn(document: Document, name: 'accepted' | 'known'): YAMLSeq {
  if (!isMap(document.contents)) document.contents = document.createNode({});
  const list = document.get(name);
  if (isSeq(list) && list.items.length > 0) return list;
  document.set(name, document.createNode([]));
  const made = document.get(name);
  if (!isSeq(made)) throw new RangeError('a list that was just made is one');
  return made;
}

function isSameSituation(a: Situation, b: Situation): boolean {
  return boundNames.every((name) => a[name] === b[name]);
}

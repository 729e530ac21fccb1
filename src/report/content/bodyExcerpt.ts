import { isNumberAsItCame, isRecord, jsonAsItCame } from '../../contract/jsonShape.ts';

interface Line {
  readonly text: string;
  /** Of the value that begins in it, indices as `[]`. */
  readonly path: string;
  readonly value: unknown;
}

const around = 3;
const widest = 160;

/**
 * The lines of a body around the place that a violation is about, that line marked: the member itself, or, where it is
 * absent, the object that lacks it. `null` for a body that is no JSON, or a violation of no place.
 *
 * @param found the value that was found, to tell the items of a list apart; `undefined` where none is known
 */
export function bodyExcerpt(body: string, path: string, found?: string | null) {
  const json = path === '' ? undefined : jsonAsItCame(body);
  if (json === undefined) return null;
  const lines: Line[] = [];
  write(json, '', '', '', '', lines);
  const at = lineOf(lines, path, found);
  if (at < 0) return null;
  const from = Math.max(0, at - around);
  const to = Math.min(lines.length, at + around + 1);
  return {
    lines: lines.slice(from, to).map(({ text }, i) => ({ text, marked: from + i === at })),
    /** Whether lines were left out before and after them. */
    cutBefore: from > 0,
    cutAfter: to < lines.length,
  };
}

function lineOf(lines: readonly Line[], path: string, value: string | null | undefined): number {
  for (let place = path; place !== ''; place = parentOf(place)) {
    const found = lines.flatMap((line, at) => (line.path === place ? [at] : []));
    const named = found.find((at) => {
      const json = JSON.stringify(lines[at]?.value);
      // An id that no number holds is found as a text.
      return value === json || value === JSON.stringify(json);
    });
    const [first] = found;
    if (first !== undefined) return named ?? first;
  }
  return -1;
}

/** `a.b[]` of `a.b[].c`, `a.b` of that, and so on. */
function parentOf(path: string): string {
  return path.endsWith('[]') ? path.slice(0, -2) : path.slice(0, Math.max(0, path.lastIndexOf('.')));
}

function write(value: unknown, path: string, indent: string, name: string, end: string, lines: Line[]): void {
  const push = (text: string): void => {
    lines.push({ text: text.length > widest ? `${text.slice(0, widest)}…` : text, path, value });
  };
  const entries: readonly (readonly [string, unknown, string])[] = Array.isArray(value)
    ? value.map((item) => ['', item, `${path}[]`] as const)
    : isRecord(value) && !isNumberAsItCame(value)
      ? Object.entries(value).map(([key, member]) => [key, member, path === '' ? key : `${path}.${key}`] as const)
      : [];
  if (entries.length === 0) {
    push(`${indent}${name}${JSON.stringify(value)}${end}`);
    return;
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  push(`${indent}${name}${open}`);
  entries.forEach(([key, member, inner], i) => {
    const label = key === '' ? '' : `${JSON.stringify(key)}: `;
    write(member, inner, `${indent}  `, label, i < entries.length - 1 ? ',' : '', lines);
  });
  lines.push({ text: `${indent}${close}${end}`, path: `${path} end`, value: null });
}

/** A value of a JSON text: where it stands, with the indices that lead to it, and how it is written; `{}` and `[]` of what holds others. */
export interface Line {
  readonly path: string;
  readonly value: string;
}

/**
 * `flatten FILE`: a line for each value of a JSON text, its path and itself, as `response.meta.isFinalPage false`; the
 * JSON of a question is read as well, as `response.questions[0].json.id 103`.
 */
export const flatten = `flatten() {
  awk 'BEGIN { RS = "\\001" } { s = $0 } END { value(""); take("^$"); if (bad || s !~ /^[ \\t\\r\\n]*$/) print "! not JSON" }
  function take(re,   t) { sub(/^[ \\t\\r\\n]+/, "", s); if (match(s, re) != 1) return ""; t = substr(s, 1, RLENGTH); s = substr(s, RLENGTH + 1); return t }
  function within(p, k,   rest, ill) {
    rest = s; ill = bad; bad = 0; s = substr(k, 2, length(k) - 2)
    gsub(/\\\\\\\\/, "\\002", s); gsub(/\\\\u0022|\\\\"/, "\\"", s); gsub(/\\\\[nrt]/, " ", s); gsub(/\\\\\\//, "/", s); gsub(/\\002/, "\\\\", s)
    value(p); s = rest; bad = ill
  }
  function value(p,   i, k) {
    if (take("^[{]") != "") {
      print p " {}"
      while ((k = take("^\\"([^\\"\\\\\\\\]|\\\\\\\\.)*\\"")) != "") { take("^:"); value((p == "" ? "" : p ".") substr(k, 2, length(k) - 2)); if (take("^,") == "") break }
      if (take("^[}]") == "") bad = 1
    } else if (take("^\\\\[") != "") {
      print p " []"; i = 0
      if (take("^\\\\]") != "") return
      while (!bad) { value(p "[" i++ "]"); if (take("^,") == "") break }
      if (take("^\\\\]") == "") bad = 1
    } else if ((k = take("^(\\"([^\\"\\\\\\\\]|\\\\\\\\.)*\\"|-?[0-9][-+.0-9eE]*|true|false|null)")) != "") {
      print p " " k; if (p ~ /questions\\[[0-9]+\\]\\.json$/ && k ~ /^"/) within(p, k)
    } else bad = 1
  }' "$1"
}`;

const ofQuestion = /questions\[\d+\]\.json$/;
const space = /[ \t\r\n]+/y;
const text = /"(?:[^"\\]|\\[\s\S])*"/y;
const scalar = /-?[0-9][-+.0-9eE]*|true|false|null/y;

/** Steps of a witness are looked at many times while it is shortened. */
const known = new Map<string, readonly Line[]>();
const mostKnown = 500;

/** What `flatten` prints of a text, as far as it is JSON: of one that was cut the lines up to there. */
export function flattened(json: string): readonly Line[] {
  const lines = known.get(json) ?? readLines(json);
  if (known.size >= mostKnown) known.clear();
  known.set(json, lines);
  return lines;
}

function readLines(json: string): Line[] {
  const lines: Line[] = [];
  let at = 0;
  const take = (form: RegExp): string => {
    form.lastIndex = at;
    const [taken = ''] = form.exec(json) ?? [];
    at += taken.length;
    return taken;
  };
  const takes = (sign: string): boolean => {
    take(space);
    if (json[at] !== sign) return false;
    at++;
    return true;
  };
  const taken = (form: RegExp): string => {
    take(space);
    return take(form);
  };
  /** @returns whether it was read to its end */
  const value = (path: string): boolean => {
    if (takes('{')) {
      lines.push({ path, value: '{}' });
      for (let name = taken(text); name !== ''; name = taken(text)) {
        takes(':');
        if (!value(`${path === '' ? '' : `${path}.`}${name.slice(1, -1)}`)) return false;
        if (!takes(',')) break;
      }
      return takes('}');
    }
    if (takes('[')) {
      lines.push({ path, value: '[]' });
      if (takes(']')) return true;
      for (let item = 0; ; item++) {
        if (!value(`${path}[${item}]`)) return false;
        if (!takes(',')) return takes(']');
      }
    }
    const written = taken(text) || take(scalar);
    // Of a number at the end of what was cut, digits may be missing.
    if (written === '' || (at === json.length && path !== '')) return false;
    lines.push({ path, value: written });
    if (ofQuestion.test(path) && written.startsWith('"'))
      lines.push(...readLines(unquoted(written)).map((line) => below(path, line)));
    return true;
  };
  value('');
  return lines;
}

function below(path: string, line: Line): Line {
  const isList = line.path.startsWith('[');
  return { ...line, path: line.path === '' || isList ? `${path}${line.path}` : `${path}.${line.path}` };
}

/** The text that a string of JSON holds, as far as JSON within it matters. */
function unquoted(written: string): string {
  return written
    .slice(1, -1)
    .replaceAll('\\\\', '\u0002')
    .replaceAll(/\\u0022|\\"/g, '"')
    .replaceAll(/\\[nrt]/g, ' ')
    .replaceAll('\\/', '/')
    .replaceAll('\u0002', '\\');
}

/** A path whatever the items of lists that it leads through: `response.questions[].json`. */
export function anyItem(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[]');
}

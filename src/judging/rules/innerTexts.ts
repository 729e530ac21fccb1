import { envelopes } from '../../contract/envelopes.ts';
import { jsonText, namesIn, parseJson } from '../../contract/jsonShape.ts';
import { NoPage, SuccessPage, ValidationErrorsPage } from '../../contract/pageSchema.ts';

/** What a stack trace looks like that no text of a person does. */
const traces = [
  /^[ \t]+at [\w$.<>]+ ?\(.+:\d+\)/m,
  /^[ \t]+at .+:\d+:\d+$/m,
  /^[ \t]+at .+:line \d+/m,
  /^#\d+ .+\(\d+\): /m,
  /\bat [\w$.<>]+\([\w$]+\.java:\d+\)/,
  /Traceback \(most recent call last\)/,
];
/** What tells of the inside of a service in its errors. */
const errorsOnly = [
  /\b(SQLException|SQLSTATE|ORA-\d{5}|NullPointerException)\b/,
  /\berror in your SQL syntax\b|\bsyntax error at or near "/,
];
const inErrors = [...traces, ...errorsOnly];

const links = /\bhttps?:\\?\/[^\s"]*/g;
const dottedNames = /[\w.]+/g;
const exceptionName = /^[A-Z]\w*(?:Exception|Error)$/;
const packageName = /^[a-z]/;

/** Whether a text names an exception with its package, as `java.lang.IllegalStateException`. Linear. */
function namesException(text: string): boolean {
  for (const [name] of text.matchAll(dottedNames)) {
    const parts = name.split('.');
    for (let at = 2; at < parts.length; at++) {
      const [outer = '', inner = '', last = ''] = parts.slice(at - 2, at + 1);
      if (packageName.test(outer) && packageName.test(inner) && exceptionName.test(last)) return true;
    }
  }
  return false;
}

/** A body with its lines as lines. */
function inLines(body: string): string {
  return body.slice(0, 100_000).replaceAll('\\n', '\n').replaceAll('\\t', '\t');
}

/** Whether an error, or what is no JSON, shows the inside of the service. A link may be named after anything. */
export function isInternal(body: string): boolean {
  const text = inLines(body);
  // Of a package's name nothing is left in most texts to look for: no dot.
  return inErrors.some((form) => form.test(text)) || (text.includes('.') && namesException(text.replaceAll(links, '')));
}

/** One of these stands in the body of every trace, and in hardly any other. */
const traceSigns = ['Traceback (most recent', '\\tat ', '   at ', '\\n#0 '];

/** Whether a body shows a stack trace beside what the document has in it, where anybody may have written anything. */
export function carriesTrace(body: string): boolean {
  if (!traceSigns.some((sign) => body.includes(sign))) return false;
  const text = inLines(undocumented(body));
  return traces.some((form) => form.test(text));
}

const credentials = /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s/:@"]{1,64}:[^\s/@"]{1,64}@[\w.-]/i;

/** Whether a body shows a URL with user and password beside what the document has in it. */
export function carriesCredentials(body: string): boolean {
  return body.includes('@') && body.includes('://') && credentials.test(undocumented(body));
}

/** The members of a body that the document does not have, as JSON. */
function undocumented(body: string): string {
  return jsonText(extras(parseJson(body)));
}

function extras(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(extras);
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value).map(([name, member]) => (documented.has(name) ? extras(member) : { [name]: member }));
}

const documented = new Set([SuccessPage, NoPage, ValidationErrorsPage, ...Object.values(envelopes)].flatMap(namesIn));

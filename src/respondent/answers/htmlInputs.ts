/** What a question's markup says of its inputs. */
export interface HtmlInputs {
  readonly names: readonly string[];
  /** By name: `select`, `textarea`, or the `type` of an `input`. */
  readonly types: ReadonlyMap<string, string>;
}

const tag = /<(input|textarea|select)\b[^>]*>/gi;
const nameAttribute = /\sname\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const typeAttribute = /\stype\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const notAnswers = new Set(['hidden', 'submit', 'button', 'reset', 'image']);

/** Reads the names and kinds of the inputs in rendered markup; hidden inputs and buttons are no answers. */
export function htmlInputsOf(html: string): HtmlInputs {
  const types = new Map<string, string>();
  for (const [whole, element = ''] of html.matchAll(tag)) {
    const name = attribute(whole, nameAttribute);
    const kind = element.toLowerCase();
    const type = kind === 'input' ? (attribute(whole, typeAttribute)?.toLowerCase() ?? 'text') : kind;
    if (name !== null && name !== '' && !notAnswers.has(type) && !types.has(name)) types.set(name, type);
  }
  return { names: [...types.keys()], types };
}

function attribute(element: string, pattern: RegExp): string | null {
  const match = pattern.exec(element);
  return match === null ? null : (match[1] ?? match[2] ?? match[3] ?? '');
}

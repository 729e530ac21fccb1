/** What a question's markup says of its inputs: their names, and the values that each name offers. */
export interface HtmlInputs {
  readonly names: readonly string[];
  /** Values of radio buttons and check boxes by name. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

const tag = /<(?:input|textarea|select|button)\b[^>]*>/gi;
const nameAttribute = /\sname\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const valueAttribute = /\svalue\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const typeAttribute = /\stype\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** Reads the names and offered values of the inputs in rendered markup; hidden inputs and buttons are no answers. */
export function htmlInputsOf(html: string): HtmlInputs {
  const names: string[] = [];
  const values = new Map<string, string[]>();
  for (const [element] of html.matchAll(tag)) {
    const name = attribute(element, nameAttribute);
    const type = attribute(element, typeAttribute)?.toLowerCase();
    if (name === null || name === '' || type === 'hidden' || type === 'submit' || type === 'button') continue;
    if (!names.includes(name)) names.push(name);
    if (type !== 'radio' && type !== 'checkbox') continue;
    const offered = values.get(name) ?? [];
    offered.push(attribute(element, valueAttribute) ?? '');
    values.set(name, offered);
  }
  return { names, values };
}

function attribute(element: string, pattern: RegExp): string | null {
  const match = pattern.exec(element);
  return match === null ? null : (match[1] ?? match[2] ?? match[3] ?? '');
}

import { decodeHTML, decodeHTMLAttribute } from 'entities';

/** One `input`, `textarea` or `select` of rendered markup. */
interface InputTag {
  /** `select`, `textarea`, or the `type` of an `input`. */
  readonly type: string;
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** What stands in a `textarea` or `select`; `''` for an `input`. */
  readonly content: string;
}

/** What a question's markup says of its inputs. */
export interface HtmlInputs {
  readonly names: readonly string[];
  /** By name: `select`, `textarea`, or the `type` of an `input`. */
  readonly types: ReadonlyMap<string, string>;
}

/** Hidden inputs and buttons are no answers. */
const notAnswers = new Set(['hidden', 'submit', 'button', 'reset', 'image']);

/** Reads the names and kinds of the inputs in rendered markup. Linear in its length, whatever it is. */
export function htmlInputsOf(html: string): HtmlInputs {
  const types = new Map<string, string>();
  for (const { name, type } of inputTags(html)) {
    if (name !== '' && !notAnswers.has(type) && !types.has(name)) types.set(name, type);
  }
  return { names: [...types.keys()], types };
}

/** The values that rendered inputs hold, by name, character references resolved; of several with one name, the first's. */
export function inputValues(html: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { name, type, attributes, content } of inputTags(html)) {
    if (name === '' || values.has(name)) continue;
    if (type === 'textarea') values.set(name, decodeHTML(content).replace(/^\r?\n/, ''));
    else if (type === 'select') values.set(name, decodeHTMLAttribute(selectedOption(content)));
    else values.set(name, decodeHTMLAttribute(attributes.get('value') ?? ''));
  }
  return values;
}

/** Elements whose content is text, whatever stands there. */
const holdsText: ReadonlySet<string> = new Set(['textarea', 'title', 'script', 'style']);
const tagName = /[a-z][^\s/>]*/iy;

/**
 * Whether a browser takes some of these for markup: it does not inside an attribute's value, nor in an element that
 * holds text only. Linear in the length of `html`.
 *
 * @param markups what begins with `<`, in lower case.
 */
export function isLive(html: string, markups: readonly string[]): boolean {
  const lower = html.toLowerCase();
  const closings = new Closings(html);
  for (let at = lower.indexOf('<'); at >= 0; at = lower.indexOf('<', at + 1)) {
    if (markups.some((markup) => lower.startsWith(markup, at))) return true;
    tagName.lastIndex = at + 1;
    const [name] = tagName.exec(lower) ?? [];
    if (name === undefined) continue;
    const end = readAttributes(html, at + 1 + name.length, new Map());
    if (end < 0) return false;
    at = (holdsText.has(name) ? closings.after(end, `</${name}`) : end) - 1;
  }
  return false;
}

/** Where elements of a markup end: asked from its beginning to its end, each is looked for once. */
class Closings {
  readonly #lower: string;
  readonly #next = new Map<string, number>();

  constructor(html: string) {
    this.#lower = html.toLowerCase();
  }

  /** The index of the first `closing` from `from` on; `from` itself when there is none. */
  after(from: number, closing: string): number {
    const known = this.#next.get(closing) ?? -1;
    const found = known >= from ? known : this.#lower.indexOf(closing, from);
    this.#next.set(closing, found < 0 ? Number.POSITIVE_INFINITY : found);
    return found < 0 || found === Number.POSITIVE_INFINITY ? from : found;
  }
}

/** The inputs of a markup, one after the other; what stands in a `textarea` or `select` is none of them. */
function* inputTags(html: string): Generator<InputTag> {
  const closings = new Closings(html);
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    const element = elementAt(html, at + 1);
    if (element === null) continue;
    const attributes = new Map<string, string>();
    const end = readAttributes(html, at + 1 + element.length, attributes);
    if (end < 0) return;
    const type = element === 'input' ? (attributes.get('type') ?? 'text').toLowerCase() : element;
    const closing = element === 'input' ? end : closings.after(end, `</${element}`);
    yield { type, name: attributes.get('name') ?? '', attributes, content: html.slice(end, closing) };
    at = closing - 1;
  }
}

const elements = ['input', 'textarea', 'select'] as const;
const spaceOrEnd = /[\s/>]/;

function elementAt(html: string, at: number): (typeof elements)[number] | null {
  for (const element of elements) {
    const end = at + element.length;
    if (html.slice(at, end).toLowerCase() === element && spaceOrEnd.test(html[end] ?? '')) return element;
  }
  return null;
}

/** An attribute: it begins where neither space nor slash stands. */
const attributeForm = /([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]*)))?/y;
const spaceOrSlash = /[\s/]*/y;

/** Reads attributes from `at` on. @returns the index after the tag's `>`; negative when the tag has no end. */
function readAttributes(html: string, at: number, attributes: Map<string, string>): number {
  let next = at;
  while (next < html.length) {
    spaceOrSlash.lastIndex = next;
    spaceOrSlash.test(html);
    next = spaceOrSlash.lastIndex;
    if (html[next] === '>') return next + 1;
    attributeForm.lastIndex = next;
    const match = attributeForm.exec(html);
    if (match === null) next++;
    else {
      const [whole, name = '', double, single, bare] = match;
      if (!attributes.has(name.toLowerCase())) attributes.set(name.toLowerCase(), double ?? single ?? bare ?? '');
      next += whole.length;
    }
  }
  return -1;
}

function selectedOption(options: string): string {
  for (let at = options.indexOf('<'); at >= 0; at = options.indexOf('<', at + 1)) {
    if (options.slice(at + 1, at + 7).toLowerCase() !== 'option') continue;
    const attributes = new Map<string, string>();
    if (readAttributes(options, at + 7, attributes) < 0) return '';
    if (attributes.has('selected')) return attributes.get('value') ?? '';
  }
  return '';
}

import { decodeHTML, decodeHTMLAttribute } from 'entities';

/** What a question's markup says of its inputs. */
export interface HtmlInputs {
  readonly names: readonly string[];
  /** By name: `select`, `textarea`, or the `type` of an `input`. */
  readonly types: ReadonlyMap<string, string>;
  /** By name: what the input holds, character references resolved; of several with one name, the first's. */
  readonly values: ReadonlyMap<string, string>;
}

/** Hidden inputs and buttons are no answers. */
const notAnswers = new Set(['hidden', 'submit', 'button', 'reset', 'image']);

/** Reads the inputs in rendered markup. Linear in its length, whatever it is. */
export function htmlInputsOf(html: string): HtmlInputs {
  const types = new Map<string, string>();
  const values = new Map<string, string>();
  // What stands in a `textarea` or `select` is no input.
  for (const tag of tagsIn(html, inputElements, choosable)) {
    const { element, attributes } = tag;
    const name = attributes.get('name') ?? '';
    if (!tag.isWhole || name === '') continue;
    const type = element === 'input' ? (attributes.get('type') ?? 'text').toLowerCase() : element;
    if (!notAnswers.has(type) && !types.has(name)) types.set(name, type);
    if (!values.has(name)) values.set(name, heldBy(tag));
  }
  return { names: [...types.keys()], types, values };
}

function heldBy({ element, attributes, content }: Tag): string {
  if (element === 'select') return selectedOption(content);
  if (element === 'textarea') return decodeHTML(content).replace(/^\r?\n/, '');
  return decodeHTMLAttribute(attributes.get('value') ?? '');
}

const inputElements: ReadonlySet<string> = new Set(['input', 'textarea', 'select']);
const choosable: ReadonlySet<string> = new Set(['textarea', 'select']);

/** The value of the chosen option; that of one without a `value` is its text. */
function selectedOption(options: string): string {
  for (const { attributes, isWhole, end } of tagsIn(options, new Set(['option']))) {
    if (!isWhole || !attributes.has('selected')) continue;
    const value = attributes.get('value');
    if (value !== undefined) return decodeHTMLAttribute(value);
    const next = options.indexOf('<', end);
    return decodeHTML(options.slice(end, next < 0 ? undefined : next)).trim();
  }
  return '';
}

/** Elements whose content is text, whatever stands there. */
const holdsText: ReadonlySet<string> = new Set(['textarea', 'title', 'script', 'style']);

/**
 * Whether a browser takes some of these for markup: it does not inside an attribute's value, nor in an element that
 * holds text only. Linear in the length of `html`.
 *
 * @param markups what begins with `<`, in lower case.
 */
export function isLive(html: string, markups: readonly string[]): boolean {
  const lower = html.toLowerCase();
  return tagsIn(html, null, holdsText).some(({ at }) => markups.some((markup) => lower.startsWith(markup, at)));
}

/** The beginning of an element. */
interface Tag {
  readonly at: number;
  /** Its name in small letters. */
  readonly element: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Whether the tag ends: of one that does not, nothing is known. */
  readonly isWhole: boolean;
  /** The index behind the tag; negative where it does not end. */
  readonly end: number;
  /** What stands up to its end, in an element whose content is text. */
  readonly content: string;
}

const tagName = /[a-z][^\s/<>]*/iy;

/** The tags of a markup, one after the other. @param elements `null` for all; @param texts those whose content holds no tags */
function* tagsIn(
  html: string,
  elements: ReadonlySet<string> | null,
  texts: ReadonlySet<string> = new Set(),
): Generator<Tag> {
  const closings = new Closings(html);
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    tagName.lastIndex = at + 1;
    const [name = ''] = tagName.exec(html) ?? [];
    const element = name.toLowerCase();
    if (element === '' || (elements !== null && !elements.has(element))) continue;
    const attributes = new Map<string, string>();
    const end = readAttributes(html, at + 1 + name.length, attributes);
    const isWhole = end >= 0;
    const next = isWhole && texts.has(element) ? closings.after(end, `</${element}`) : end;
    yield { at, element, attributes, isWhole, end, content: isWhole ? html.slice(end, next) : '' };
    if (!isWhole) return;
    at = next - 1;
  }
}

/** Where elements of a markup end: asked from its beginning to its end, each is looked for once. */
class Closings {
  readonly #html: string;
  #lower: string | null = null;
  readonly #next = new Map<string, number>();

  constructor(html: string) {
    this.#html = html;
  }

  /** The index of the first `closing` from `from` on; `from` itself when there is none. */
  after(from: number, closing: string): number {
    const known = this.#next.get(closing) ?? -1;
    this.#lower ??= this.#html.toLowerCase();
    const found = known >= from ? known : this.#lower.indexOf(closing, from);
    this.#next.set(closing, found < 0 ? Number.POSITIVE_INFINITY : found);
    return found < 0 || found === Number.POSITIVE_INFINITY ? from : found;
  }
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

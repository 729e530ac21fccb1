export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#10': '\n' };

function plain(text: string): string {
  return text.replace(/&([^;]*);|&/g, (_, name: string | undefined) => {
    const value = entities[name ?? ''];
    if (value === undefined) throw new Error(`unknown entity: ${name}`);
    return value;
  });
}

/** Reads XML of elements, attributes and text, strictly: what is not well formed throws. */
export function parseXml(source: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const token = /<\?xml[^?]*\?>|<\/([\w-]+)>|<([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
  let at = 0;
  while (at < source.length) {
    token.lastIndex = at;
    const found = token.exec(source);
    if (found === null) throw new Error(`not well formed: ${source.slice(at, at + 80)}`);
    at = token.lastIndex;
    const [, close, name, attributes, empty, text] = found;
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.text += plain(text);
    else if (close !== undefined) {
      if (open.pop()?.name !== close) throw new Error(`${close} closes another element`);
    } else if (name !== undefined) {
      const pairs = [...(attributes ?? '').matchAll(/ ([\w-]+)="([^"]*)"/g)];
      const element: XmlElement = {
        name,
        attributes: Object.fromEntries(pairs.map(([, key, value]) => [key ?? '', plain(value ?? '')])),
        children: [],
        text: '',
      };
      parent.children.push(element);
      if (empty === '') open.push(element);
    }
  }
  const [only] = root.children;
  if (open.length !== 1 || only === undefined) throw new Error('an element is not closed');
  return only;
}

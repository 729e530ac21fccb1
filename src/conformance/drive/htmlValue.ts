const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** The value that the rendered input of that name holds, character references resolved; `''` when it holds none. */
export function inputValue(html: string, name: string): string {
  const escaped = name.replaceAll(/[^\w-]/g, '\\$&');
  const tag = new RegExp(`<(input|textarea|select)\\b[^>]*\\bname\\s*=\\s*["']?${escaped}["'\\s>/][^>]*>?`, 'i').exec(
    html,
  );
  if (tag === null) return '';
  const after = html.slice(tag.index + tag[0].length);
  switch (tag[1]?.toLowerCase()) {
    case 'textarea':
      return unescaped((/^([\s\S]*?)<\/textarea>/i.exec(after)?.[1] ?? '').replace(/^\r?\n/, ''));
    case 'select':
      return unescaped(selectedOption(/^([\s\S]*?)<\/select>/i.exec(after)?.[1] ?? ''));
    default:
      return unescaped(valueIn(tag[0]));
  }
}

function selectedOption(options: string): string {
  const tag = /<option\b[^>]*\bselected\b[^>]*>/i.exec(options);
  return tag === null ? '' : valueIn(tag[0]);
}

function valueIn(tag: string): string {
  const [, double, single, bare] = /\bvalue\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag) ?? [];
  return double ?? single ?? bare ?? '';
}

function unescaped(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      return entities[name?.toLowerCase() ?? ''] ?? whole;
    },
  );
}

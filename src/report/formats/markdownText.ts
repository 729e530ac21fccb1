import { oneLine } from '../plainText.ts';

/** A table in Markdown; columns whose heading begins with `#` are aligned to the right. Cells are Markdown already. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(headings.map((heading) => heading.replace(/^#/, ''))),
    line(headings.map((heading) => (heading.startsWith('#') ? '---:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}

/**
 * Text as Markdown that shows it as it is: no link, no HTML, no mention, no table cell of its own. Addresses, which
 * readers of Markdown would make links and mentions of, stand as code: they can be copied, also from the source.
 */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .split(address)
    .map((part, at) => (at % 2 === 1 ? codeMarkdown(part) : escapeProse(part)))
    .join('');
}

/** `http://host:port/path` without the punctuation behind it, `www.example.com`, `ada@example.com`, `@ada`. */
const address = /((?:https?:\/\/|www\.|(?<![\w.+-])[\w.+-]*@)[^\s"'“”’<>()]*[^\s"'“”’<>().,:;!?])/i;

function escapeProse(text: string): string {
  return withoutHtml(text)
    .replace(/[\\`*_{}[\]()#|~!]/g, '\\$&')
    .replaceAll('@', '&#64;')
    .replaceAll('://', '&#58;//');
}

/** Text as inline code, whatever back quotes it holds. */
export function codeMarkdown(text: string): string {
  const line = oneLine(text);
  if (/^[^\s`|\\](?:[^`|\\]*[^\s`|\\])?$/.test(line)) return `\`${line}\``;
  return `<code>${withoutHtml(line).replace(/[\\`*_{}[\]()#|~!@:]/g, (c) => `&#${c.charCodeAt(0)};`)}</code>`;
}

function withoutHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

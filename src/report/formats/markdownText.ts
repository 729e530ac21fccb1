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

/** Text as Markdown that shows it as it is: no link, no HTML, no mention, no table cell of its own. */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_{}[\]()#|~!]/g, '\\$&')
    .replaceAll('@', '@\u200b')
    .replace(/(https?):\/\//gi, '$1:\u200b//');
}

/** Text as inline code, whatever back quotes it holds. */
export function codeMarkdown(text: string): string {
  return `<code>${oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_{}[\]()#|~!@:]/g, (c) => `&#${c.charCodeAt(0)};`)}</code>`;
}

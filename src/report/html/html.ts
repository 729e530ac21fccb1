import { severalLines } from '../plainText.ts';

/** Markup that is safe to send: it was written here, or everything in it was escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a template takes: markup as it is, text escaped, lists joined, `null` and `false` as nothing. */
export type HtmlPart = Html | string | number | null | false | readonly HtmlPart[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** `text` as HTML text or attribute value; characters that cannot be seen are made visible. */
export function escapeHtml(text: string): string {
  return severalLines(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Tagged template whose every hole is escaped, unless it holds markup made by this same tag. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let text = strings[0] ?? '';
  parts.forEach((part, i) => {
    text += textOf(part) + (strings[i + 1] ?? '');
  });
  return new Html(text);
}

function textOf(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (part === null || part === false) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return part.map(textOf).join('');
}

/** JSON for a data island: nothing in it can close the element or begin a comment. */
export function islandJson(value: unknown): Html {
  const json = JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return new Html(json);
}

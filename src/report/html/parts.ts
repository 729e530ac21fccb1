import type { Column, Tone } from '../content/content.ts';
import { countText } from '../quantities.ts';
import { type Html, type HtmlPart, html } from './html.ts';

/** A section of a page. */
export interface PageSection {
  readonly id: string;
  /** Its heading; what has one of its own, or needs none, stands as it is. */
  readonly title?: string;
  /** Its label in the menu, `null` for none; its title unless said. */
  readonly menu?: string | null;
  /** How to read it, in a sentence. */
  readonly note?: HtmlPart;
  readonly body: HtmlPart;
}

/** A section as markup. */
export function sectionHtml({ id, title, note = null, body }: PageSection): Html {
  if (title === undefined) return html`${body}`;
  return html`<section id="${id}" aria-labelledby="${id}-h"><h2 id="${id}-h">${title}</h2>
${note !== null && note !== '' && html`<p class="note">${note}</p>`}${body}</section>
`;
}

/** A heading of a column, and what stands below it. */
export type Heading = string | readonly [string, Html];

/** A table; columns whose heading begins with `#` hold numbers. The caption is for those who cannot see the chart. */
export function table(caption: string, headings: readonly Heading[], rows: readonly (readonly HtmlPart[])[]): Html {
  const columns = headings.map((heading) => {
    const [text, below] = typeof heading === 'string' ? [heading, null] : heading;
    return { text: text.replace(/^#/, ''), below, numeric: text.startsWith('#') };
  });
  const numeric = columns.map((column) => column.numeric);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table><caption class="hidden">${caption}</caption>
<thead><tr>${columns.map(({ text, below, numeric: ofNumbers }) =>
    text === '' ? html`<td></td>` : html`<th scope="col"${ofNumbers && html` class="number"`}>${text}${below}</th>`,
  )}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr>${row.map((cell, i) =>
        i === 0
          ? html`<th scope="row"${numeric[0] === true && html` class="number"`}>${cell}</th>`
          : html`<td${numeric[i] === true && html` class="number"`}>${cell}</td>`,
      )}</tr>
`,
  )}</tbody></table></div>`;
}

/** A table by its columns: a row for each item. */
export function tableBy<Item>(
  caption: string,
  items: readonly Item[],
  columns: readonly Column<Item, HtmlPart>[],
): Html {
  return table(
    caption,
    columns.map(([heading]) => heading),
    items.map((item) => columns.map(([, cell]) => cell(item))),
  );
}

/** A bar that the script brings to life: a search, and a button for each value. @param what is found: `clause` */
export function filterBar<Value extends string, Item>(
  what: string,
  byValue: ReadonlyMap<Value, readonly Item[]>,
  label: (value: Value, found: readonly Item[]) => Html,
): Html {
  return html`<div class="filters" data-filter="${what}" hidden>
<input type="search" placeholder="Find a ${what}" aria-label="Find a ${what}">
${[...byValue].map(
  ([value, found]) =>
    html`<button type="button" aria-pressed="false" data-value="${value}">${label(value, found)}</button>`,
)}
<span class="muted" role="status" data-shown></span></div>`;
}

/** A count of what should not be: 0 stands back, more stands out. */
export function badCount(count: number): Html {
  return count === 0 ? html`<span class="muted">0</span>` : html`<b class="bad-text">${countText(count)}</b>`;
}

/** Text with `words` between back quotes as code, as the document's own sentences have them. */
export function prose(text: string): HtmlPart {
  return text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** A picture with what it shows in words, and its table under it; `chart` names one that the script draws again. */
export function figure(chart: string, caption: string, picture: Html, tableUnder: HtmlPart): Html {
  return html`<figure data-chart="${chart}"><figcaption>${caption}</figcaption>
<div class="chart">${picture}</div>
${tableUnder !== null && html`<details class="values"><summary>Table</summary>${tableUnder}</details>`}</figure>`;
}

/** A verdict as a chip whose colour repeats what its word says. */
export function chip(text: string, tone: Tone): Html {
  return html`<span class="chip ${tone}">${text}</span>`;
}

/** A button that copies `text`; the script shows it where the browser can copy. */
export function copyButton(label: string, text: string): Html {
  return html`<button type="button" class="copy" data-copy="${text}" hidden>${label}</button>`;
}

/** A bar of `share` (0 to 1) of its room, too thin to miss where it is not 0: an SVG, since the page's policy allows no inline style. */
export function bar(share: number, tone: Tone | 'plain' = 'plain'): Html {
  const width = share <= 0 ? 0 : Math.max(1.2, Math.min(1, share) * 100);
  return html`<svg class="bar ${tone}" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${Number(width.toFixed(2))}" height="8" rx="1"/></svg>`;
}

/** A key figure: a value with what it counts. */
export function keyFigure(label: string, value: string, detail: HtmlPart = null, tone: Tone | '' = ''): Html {
  return html`<div class="figure ${tone}"><dt>${label}</dt><dd>${value}</dd>${
    detail !== null && detail !== '' && html`<dd class="detail">${detail}</dd>`
  }</div>`;
}

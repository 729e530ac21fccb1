import { type Html, type HtmlPart, html } from '../html/html.ts';
import { chip, keyFigure, prose, section, table } from '../html/parts.ts';
import { violationPart } from '../html/sections/violations.ts';
import { type Cell, type Content, type Figure, type Interval, isEmpty, type Part, type Tone } from './content.ts';

/**
 * The first screen of a page: the verdict in words, why, what to do next, the figures that a reader asks for first.
 *
 * @param aside stands under what to do next. @param below stands at the end.
 */
export function verdictHtml(content: Content, aside: HtmlPart = null, below: HtmlPart = null): Html {
  const { stamp, headline, why, judged, figures, next } = content;
  return html`<section id="verdict" class="verdict ${stamp.tone}" aria-labelledby="verdict-h">
<p class="stamp">${stamp.text}</p>
<h1 id="verdict-h">${headline}</h1>
${judged.length > 0 && html`<p class="judged">${judged.map(judgedHtml)}</p>`}
<div class="two">
<div><h2 class="small">Why</h2><ul>${why.map((reason) => html`<li>${reason}</li>`)}</ul></div>
<div><h2 class="small">What to do next</h2><ol>${next.map((step) => html`<li>${step}</li>`)}</ol>${aside}</div>
</div>
${
  figures.length > 0 &&
  html`<dl class="figures">
${figures.map(({ label, value, detail, tone }) => html`${keyFigure(label, value, detail, tone ?? '')}\n`)}</dl>`
}
${below}
</section>
`;
}

function judgedHtml({ label, value, detail, tone }: Figure): Html {
  return html`<span>${label} ${chip(value, tone ?? 'quiet')} <span class="muted">${detail}</span></span> `;
}

/** A part as a section of a page. */
export function partHtml(part: Part): Html {
  const body = isEmpty(part) ? html`<p class="empty">${part.empty ?? 'Nothing.'}</p>` : bodyHtml(part);
  return section(part.id, part.title, part.note ?? null, body);
}

/** What is in a part, without its heading. */
export function bodyHtml(part: Part): Html {
  switch (part.kind) {
    case 'table':
      return table(
        part.title,
        part.headings,
        part.rows.map((row) => row.map(cellHtml)),
      );
    case 'list':
      return html`<ul>${part.items.map((item) => html`<li>${item}</li>`)}</ul>`;
    case 'findings':
      return html`<div class="violations">${part.findings.map(
        ({ cells, violation }) =>
          html`<p class="standing">${cells.map((cell) => html`${cellHtml(cell)} `)}</p>${violationPart(violation)}`,
      )}</div>`;
  }
}

/** A cell of a table, or a word beside others. */
export function cellHtml(cell: Cell): HtmlPart {
  if (typeof cell === 'string') return cell;
  const { text, as, tone, note, interval } = cell;
  if (interval !== undefined)
    return html`<span class="ranged">${intervalHtml(interval, text)}<span>${text}</span></span>`;
  return html`${textHtml(text, as, tone)}${note !== undefined && html` <span class="muted">${note}</span>`}`;
}

function textHtml(text: string, as: 'code' | 'prose' | undefined, tone: Tone | undefined): HtmlPart {
  if (as === 'code') return html`<code>${text}</code>`;
  if (as === 'prose') return prose(text);
  return tone === undefined || text === '' ? text : chip(text, tone);
}

/** An estimate on its scale; what does not fit ends in an arrowhead at the edge. */
function intervalHtml({ low, at, high, band, widest, tone }: Interval, label: string): Html {
  const x = (share: number): number =>
    Number((100 + (Math.max(-widest, Math.min(widest, share)) / widest) * 96).toFixed(2));
  return html`<svg class="interval ${tone}" viewBox="0 0 200 18" role="img" aria-label="${label}">
<rect class="band" x="${x(-band)}" y="0" width="${x(band) - x(-band)}" height="18"/>
<line class="zero" x1="100" x2="100" y1="0" y2="18"/><line class="range" x1="${x(low)}" x2="${x(high)}" y1="9" y2="9"/>
${low < -widest && html`<path class="beyond" d="M8 5 L2 9 L8 13"/>`}${high > widest && html`<path class="beyond" d="M192 5 L198 9 L192 13"/>`}
<circle cx="${x(at)}" cy="9" r="4"/></svg>`;
}

import { label } from '../charts/plot.ts';
import { type Html, type HtmlPart, html } from '../html/html.ts';
import { chip, copyButton, type Heading, keyFigure, prose, table } from '../html/parts.ts';
import { violationPart } from '../html/sections/violations.ts';
import { shareText } from '../quantities.ts';
import type { Cell, Content, Figure, Interval, ItemOfMoment, NextStep, Part, Table, Tone } from './content.ts';

/**
 * The first screen of a page: the verdict in words, what broke, why, what to do next, the figures that a reader asks
 * for first.
 *
 * @param broken stands right under the verdict. @param below stands at the end.
 */
export function verdictHtml(content: Content, broken: HtmlPart = null, below: HtmlPart = null): Html {
  const { stamp, where, when = '', why, judged, figures, next, problems } = content;
  // How often it was seen stands in a line of its own: what broke is read first.
  const { often = '', isByStepsOnly = false } = problems[0] ?? {};
  const headline = content.headline.replace(often === '' ? '' : `, ${often}`, '');
  return html`<section id="verdict" class="verdict" aria-labelledby="verdict-h">
<p class="judged"><span class="stamp ${stamp.tone}">${stamp.text}</span> ${judged.map(judgedHtml)}</p>
<h1 id="verdict-h"${headline.length > longHeadline && html` class="long"`}>${headline}</h1>
${where !== '' && html`<p class="where">In ${where}</p>`}
${headline !== content.headline && html`<p class="where muted">${isByStepsOnly ? 'The steps below show it each time; seen' : 'Seen'} ${often}.</p>`}
${when !== '' && html`<p class="where">${when}.</p>`}
${broken !== null && nextHtml(next)}</section>
${broken}
<section id="summary" class="verdict summary" aria-label="Summary">
<div class="two">
${broken === null && nextHtml(next)}
${why.length > 0 && html`<div><h2 class="small">Why this verdict</h2><ul>${why.map((reason) => html`<li>${reason}</li>`)}</ul></div>`}
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

const longHeadline = 60;

function nextHtml(next: readonly NextStep[]): Html {
  const steps = next.map((step) =>
    typeof step === 'string' ? html`<li>${step}</li>` : html`<li>${step.text} ${commandHtml(step.command)}</li>`,
  );
  return html`<div class="next"><h2 class="small">What to do next</h2><ol>${steps}</ol></div>`;
}

/** A command that breaks between its words only. */
function commandHtml(command: string): Html {
  const words = command.split(' ').map((word) => html`<span>${word}</span> `);
  return html`<span class="command"><code>${words}</code>${copyButton('Copy', command)}</span>`;
}

/** Numbers stay with their units. */
function judgedHtml({ label, value, detail, tone }: Figure): Html {
  return html`<span>${label}: ${chip(value, tone ?? 'quiet')} <span class="muted">${detail.replaceAll(' %', '\u00a0%')}</span></span> `;
}

/** What is in a part, without its heading. */
export function bodyHtml(part: Part): Html {
  switch (part.kind) {
    case 'table':
      return table(
        part.title,
        part.headings.map((heading, i) => headingHtml(heading, part, i)),
        part.rows.map((row) => row.map(cellHtml)),
      );
    case 'list':
      return html`<ul>${part.items.map((item) => html`<li>${itemHtml(item)}</li>`)}</ul>`;
    case 'findings':
      return html`<div class="violations">${part.findings.map(
        ({ cells, violation }) =>
          html`<p class="standing">${cells.map((cell) => html`${cellHtml(cell)} `)}</p>${violationPart(violation)}`,
      )}</div>`;
  }
}

/** What is about a moment leads to it: the charts over time show those seconds. */
function itemHtml(item: string | ItemOfMoment): HtmlPart {
  if (typeof item === 'string') return item;
  return html`${item.text} <a href="#t=${item.fromSecond}-${item.toSecond}">Show that moment</a>`;
}

/** Above intervals stands their scale, with its values. */
function headingHtml(heading: string, { rows }: Table, column: number): Heading {
  for (const row of rows) {
    const cell = row[column];
    if (typeof cell === 'object' && cell.interval !== undefined) return [heading, scaleHtml(cell.interval)];
  }
  return heading;
}

function scaleHtml({ widest }: Interval): Html {
  const text = (share: number): string => `${share > 0 ? '+' : share < 0 ? '−' : ''}${shareText(Math.abs(share))}`;
  const ticks = [-widest, 0, widest];
  return html`<svg class="interval scale" viewBox="0 0 200 14" aria-hidden="true">${ticks.map((share, i) => label([100 + (share / widest) * 96, 11], text(share), i === 0 ? 'start' : i === ticks.length - 1 ? 'end' : 'middle'))}</svg>`;
}

/** A cell of a table, or a word beside others. */
export function cellHtml(cell: Cell): HtmlPart {
  if (typeof cell === 'string') return cell;
  const { text, as, tone, note, interval, href } = cell;
  if (interval !== undefined)
    return html`<span class="ranged">${intervalHtml(interval, text)}<span>${text}</span></span>`;
  const shown = textHtml(text, as, tone);
  return html`${href === undefined ? shown : html`<a href="${href}">${shown}</a>`}${note !== undefined && html` <span class="muted">${note}</span>`}`;
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

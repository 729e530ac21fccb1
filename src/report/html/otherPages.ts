import type { RunResult } from '../../result/runResult.ts';
import { planBarsHtml } from '../charts/planBars.ts';
import { capacityHeadline } from '../content/capacityHeadline.ts';
import { toneOf } from '../content/content.ts';
import { bodyHtml, partHtml, verdictHtml } from '../content/contentHtml.ts';
import { type MatrixCell, matrixContent } from '../content/matrixContent.ts';
import { planningParts } from '../content/planningContent.ts';
import type { PageAssets } from './bundlePage.ts';
import { documentText } from './document.ts';
import { html } from './html.ts';
import { figure } from './parts.ts';

/** The verdicts of several datacenters and releases as one HTML file, each leading to its report. */
export function matrixPage(cells: readonly MatrixCell[], assets: PageAssets): string {
  const content = matrixContent(cells);
  return documentText({
    title: `${content.stamp.text} matrix`,
    tone: content.stamp.tone,
    page: 'index',
    subtitle: 'datacenters and releases',
    menu: [],
    body: [verdictHtml(content), ...content.parts.map(partHtml)],
    data: null,
    assets,
  });
}

/** What a planner takes along: a capacity run on one sheet of A4, as one HTML file. */
export function planningPage(result: RunResult, assets: PageAssets): string {
  const { capacity, run, verdict } = result;
  const caption = 'Respondents a second that each datacenter carries, against what is needed';
  return documentText({
    title: `Capacity ${run.startedAt.slice(0, 10)}`,
    tone: toneOf(verdict),
    page: 'planning',
    subtitle: html`<b>Capacity</b>, ${run.startedAt.slice(0, 10)}`,
    menu: [],
    body: [
      html`<section class="verdict ${toneOf(verdict)}"><h1>${capacityHeadline(capacity)}</h1></section>`,
      capacity.length > 0 && figure('plan', caption, planBarsHtml(capacity, caption), null),
      planningParts(result).map(
        (
          part,
        ) => html`<section><h2>${part.title}</h2>${part.note !== undefined && html`<p class="note">${part.note}</p>`}
${bodyHtml(part)}</section>`,
      ),
    ],
    data: {},
    assets,
  });
}

import { verdictHtml } from '../content/contentHtml.ts';
import { type MatrixCell, matrixContent } from '../content/matrixContent.ts';
import type { PageAssets } from './bundlePage.ts';
import { documentText } from './document.ts';

/** The verdicts of several datacenters and releases as one HTML file, each leading to its report. */
export function matrixPage(cells: readonly MatrixCell[], assets: PageAssets): string {
  const content = matrixContent(cells);
  return documentText({
    title: `${content.stamp.text} matrix`,
    tone: content.stamp.tone,
    page: 'index',
    subtitle: 'datacenters and releases',
    sections: [{ id: 'verdict', body: verdictHtml(content) }, ...content.parts],
    data: null,
    assets,
  });
}

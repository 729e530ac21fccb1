import type { RunResult } from '../../../result/runResult.ts';
import { bodyHtml, verdictHtml } from '../../content/contentHtml.ts';
import { summaryContent, thresholdTable } from '../../content/summaryContent.ts';
import { countOf } from '../../quantities.ts';
import { type Html, html } from '../html.ts';

/** The first screen: the verdict in words, why, what to do next, and the figures that a reader asks for first. */
export function verdictSection(result: RunResult): Html {
  const { violations, thresholds } = result;
  const seeViolations =
    violations.length > 0 &&
    html`<p><a href="#violations">See ${countOf(violations.length, 'violation')} with the requests that prove ${violations.length === 1 ? 'it' : 'them'}</a></p>`;
  const judged = thresholds.length > 0 && html`<h2 class="small">Thresholds</h2>${bodyHtml(thresholdTable(result))}`;
  return verdictHtml(summaryContent(result), seeViolations, judged);
}

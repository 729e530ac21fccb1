import type { RunResult } from '../../../result/runResult.ts';
import { isEmpty, type Part } from '../../content/content.ts';
import { bodyHtml, verdictHtml } from '../../content/contentHtml.ts';
import { standsOutList, summaryContent, thresholdTable } from '../../content/summaryContent.ts';
import type { RunContext } from '../../runContext.ts';
import { type Html, html } from '../html.ts';
import { problemsSection } from './problems.ts';

/** The first screen: the verdict in words, what broke, why, what to do next, the figures that a reader asks for first. */
export function verdictSection(result: RunResult, context: RunContext): Html {
  const content = summaryContent(result, context);
  const broken = problemsSection(content.problems, result);
  return verdictHtml(content, broken, [standsOutList(result), thresholdTable(result)].map(smallPart));
}

function smallPart(part: Part): Html | null {
  return isEmpty(part) ? null : html`<h2 class="small" id="${part.id}">${part.title}</h2>${bodyHtml(part)}`;
}

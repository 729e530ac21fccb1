import type { RunResult } from '../../result/runResult.ts';
import { escapeMarkdown } from '../formats/markdownText.ts';
import { severalLines } from '../plainText.ts';
import { answersMarkdown, problemMarkdown } from './contentMarkdown.ts';
import type { ProblemCard } from './problemCard.ts';

/** A problem as Markdown for an issue tracker: it stands alone, with the script that repeats it. */
export function issueText(card: ProblemCard, { run, target, tool }: RunResult): string {
  const script = severalLines(card.lead.witness.curl).trimEnd();
  const fence = '`'.repeat(Math.max(3, ...[...script.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  const where = [target.baseUrl, target.datacenter, target.release].filter(Boolean).join(', ');
  return [
    `## ${escapeMarkdown(card.title)}`,
    problemMarkdown(card),
    ...(card.lead.answers === undefined ? [] : [answersMarkdown(card.lead.answers)]),
    `Found by canvass ${tool.version} on ${escapeMarkdown(where)}, profile ${escapeMarkdown(run.profile)}, ${run.startedAt}.`,
    `To repeat it, set \`BASE_URL\` and \`CANVASS_API_KEY\`:`,
    `${fence}sh\n${script}\n${fence}`,
  ].join('\n\n');
}

import type { RunResult } from '../../result/runResult.ts';
import { judge } from '../content/judgement.ts';
import { cut, oneLine } from '../plainText.ts';

const longest = 3000;
const marks = { PASS: ':white_check_mark:', FAIL: ':x:', INVALID: ':warning:' } as const;

/**
 * What a chat is told of a run, as Slack's incoming webhooks take it: the verdict, why, and what was run. Texts of the
 * service are not among it.
 */
export function slackMessage(result: RunResult): { readonly text: string } {
  const { headline, why } = judge(result);
  const { kind, run, target, verdict } = result;
  const lines = [
    `${marks[verdict]} *${verdict}* ${headline}`,
    ...why.map((reason) => `• ${reason}`),
    `canvass ${kind} ${run.profile}, ${target.datacenter}, ${target.release}, run ${run.id}`,
  ];
  const text = lines.map((line) =>
    oneLine(line).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  );
  return { text: cut(text.join('\n'), longest) };
}

import { appendFile } from 'node:fs/promises';
import type { RunResult } from '../../result/runResult.ts';
import { gates } from '../../result/tally/violationTally.ts';
import { missedThresholds } from '../../result/thresholdStanding.ts';
import { isUnwanted } from '../compare/comparisonWords.ts';
import type { Comparison } from '../content/comparisonContent.ts';
import { differenceText } from '../content/comparisonParts.ts';
import type { Content } from '../content/content.ts';
import { contentMarkdown } from '../content/contentMarkdown.ts';
import { summaryContent } from '../content/summaryContent.ts';
import { brokenText } from '../content/witnessText.ts';
import { cut, oneLine } from '../plainText.ts';
import { thresholdValueText } from '../quantities.ts';
import { githubCommand, type RunnerCommand } from './githubCommand.ts';

/** GitHub shows ten annotations of a kind for a step: the verdict and the first nine findings. */
const mostFindings = 9;
/** Of what was expected, of what came, and of either side of a difference. */
const longestPart = 300;

/**
 * A result as GitHub workflow commands, a line each, to be printed in a step: an error for each finding that fails the
 * run, a warning where the run is INVALID, nothing when it passed. Text of the service cannot begin a command.
 */
export function githubAnnotations(result: RunResult, { headline, why }: Content): RunnerCommand[] {
  if (result.verdict === 'PASS') return [];
  return annotations(
    result.verdict,
    'canvass',
    [headline, ...why],
    [
      ...missedThresholds(result.thresholds).map((missed): Finding => {
        return ['Threshold missed', `${missed.expression}: measured ${thresholdValueText(missed)}`];
      }),
      ...result.violations.filter(gates).map((v): Finding => [`${v.clause} (${v.id})`, brokenText(v, longestPart)]),
    ],
  );
}

type Finding = readonly [title: string, message: string];

function annotations(
  verdict: RunResult['verdict'],
  what: string,
  sentences: readonly string[],
  findings: readonly Finding[],
): RunnerCommand[] {
  const level = verdict === 'FAIL' ? 'error' : 'warning';
  return [
    githubCommand(level, `${what} ${verdict}`, sentences.join(' ')),
    ...findings.slice(0, mostFindings).map(([title, message]) => githubCommand('error', title, message)),
  ];
}

/** Appends content to the summary of a GitHub step, where there is one (`GITHUB_STEP_SUMMARY`). */
export async function appendStepSummary(
  content: Content,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const path = environment.GITHUB_STEP_SUMMARY;
  if (path !== undefined && path !== '') await appendFile(path, `${contentMarkdown(content)}\n`);
}

/** A comparison as GitHub workflow commands: an error for the verdict and for each promise and difference that fails it. */
export function comparisonAnnotations(comparison: Comparison): RunnerCommand[] {
  const { method, verdict, headline, reasons, promises, differences } = comparison;
  if (verdict === 'PASS') return [];
  return annotations(
    verdict,
    method === 'runs' ? 'canvass compare' : 'canvass duet',
    [headline, ...reasons],
    [
      ...promises
        .filter(({ gating }) => gating)
        .map(({ standing, violation }): Finding => [`${standing} ${violation.id}`, brokenText(violation, longestPart)]),
      ...differences.filter(isUnwanted).map((each): Finding => [each.id, differenceText(each, longestPart)]),
    ],
  );
}

const longest = 3000;
const marks = { PASS: ':white_check_mark:', FAIL: ':x:', INVALID: ':warning:' } as const;

/**
 * What a chat is told of a run, as Slack's incoming webhooks take it: the verdict, why, and what was run. Texts of the
 * service are not among it.
 */
export function slackMessage(result: RunResult): { readonly text: string } {
  const { headline, why } = summaryContent(result);
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

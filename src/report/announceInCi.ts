import { appendFile } from 'node:fs/promises';
import type { RunResult } from '../result/runResult.ts';
import { contentMarkdown } from './content/contentMarkdown.ts';
import { summaryContent } from './content/summaryContent.ts';
import { githubAnnotations } from './formats/githubAnnotations.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Tells the CI system of a result, where there is one: on GitHub Actions the step's summary, and annotations of what
 * failed, which `write` prints (GitHub reads both output streams).
 */
export async function announceInCi(
  result: RunResult,
  environment: Environment,
  write: (text: string) => void,
): Promise<void> {
  await appendStepSummary(contentMarkdown(summaryContent(result)), environment);
  if (environment.GITHUB_ACTIONS === 'true') write(githubAnnotations(result));
}

/** Appends Markdown to the summary of a GitHub step, where there is one (`GITHUB_STEP_SUMMARY`). */
export async function appendStepSummary(text: string, environment: Environment): Promise<void> {
  const path = environment.GITHUB_STEP_SUMMARY;
  if (path !== undefined && path !== '') await appendFile(path, `${text}\n`);
}

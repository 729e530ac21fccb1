import { type ExitCode, exitCodes } from '../errors.ts';
import type { Comparison } from '../report/content/comparisonContent.ts';
import type { Content } from '../report/content/content.ts';
import { oneLine } from '../report/plainText.ts';
import { countOf } from '../report/quantities.ts';
import { print, printCommands, printJson, printStyled } from '../report/terminal.ts';
import type { Style } from '../report/text/style.ts';
import type { RunResult } from '../result/runResult.ts';
import { judgedBy } from '../result/verdictAndExitCode.ts';
import type { Acceptance, KnownViolation } from '../runs/accept.ts';
import type { WrittenMatrix } from '../runs/matrix.ts';
import type { Replays } from '../runs/replay.ts';
import type { WrittenRun } from '../runs/runFolder.ts';
import type { CommonOptions, FailOn } from './options.ts';

type Wanted = Pick<CommonOptions, 'json' | 'quiet'>;

/**
 * Prints a run, what failed next to the prompt; tells the CI system; sets the exit code.
 *
 * @param wanted `verbose` prints every clause and open question too
 */
export async function printRun(run: WrittenRun, wanted: Wanted & { readonly verbose?: boolean }): Promise<void> {
  const { sectionTree } = await import('../report/text/sectionTree.ts');
  const { result, directory } = run;
  const content = await announce(run);
  // Who asks about one clause or question wants its answer.
  const asksOne = result.kind === 'conform' && result.clauses.length + result.observations.length === 1;
  await printContent(wanted, content, {
    json: () => [result, 1],
    above: (style) => (wanted.verbose === true || asksOne ? `${sectionTree(result, style)}\n` : ''),
    below: (style) => style.dim(`Reports: ${directory}`),
  });
  process.exitCode = exitCodeOf(result);
}

/** Annotates what failed and fills the step's summary, where a CI system runs canvass. @returns what is said of the run */
export async function announce({ result, directory, history }: WrittenRun): Promise<Content> {
  const { githubAnnotations } = await import('../report/formats/announcements.ts');
  const { summaryContent } = await import('../report/content/summaryContent.ts');
  const content = summaryContent(result, { directory, history });
  await summarize(content);
  printCommands(githubAnnotations(result, content));
  return content;
}

/**
 * Prints a comparison, fills the step's summary, tells the CI system, and sets the exit code.
 *
 * @param below where it was written
 */
export async function printComparison(comparison: Comparison, below: string, wanted: Gated): Promise<void> {
  const { comparisonAnnotations } = await import('../report/formats/announcements.ts');
  const { comparisonContent } = await import('../report/content/comparisonContent.ts');
  const content = comparisonContent(comparison);
  await summarize(content);
  printCommands(comparisonAnnotations(comparison));
  await printContent(wanted, content, { json: () => [comparison, 1], below: () => below });
  process.exitCode = comparisonExitCode(comparison, wanted['fail-on']);
}

interface Gated extends Wanted {
  readonly 'fail-on': FailOn;
}

/** One that was interrupted says so, whatever it found; a gate may hold it against a candidate that its speed cannot be told. */
export function comparisonExitCode({ reasonCodes, judgements, latency }: Comparison, failOn: FailOn): ExitCode {
  if (reasonCodes.some(({ code }) => code === 'interrupted')) return exitCodes.interrupted;
  const { exitCode } = judgedBy(judgements);
  const isUntold = failOn === 'cant-tell' && latency === "CAN'T TELL";
  return isUntold && exitCode === exitCodes.pass ? exitCodes.invalid : exitCode;
}

/** Prints the verdicts of several datacenters and releases with the paths that they were written to, and fills the step's summary. */
export async function printMatrix({ cells, paths, runs }: WrittenMatrix, wanted: Wanted): Promise<void> {
  const { matrixContent } = await import('../report/content/matrixContent.ts');
  const content = matrixContent(cells);
  for (const run of runs) await announce(run);
  await summarize(content);
  await printContent(wanted, content, {
    json: () => [{ cells, runs: runs.map(({ result }) => result) }],
    below: () => paths.join('\n'),
  });
}

/** Prints what came of repeating a violation, and sets the exit code. */
export async function printReplays(replays: Replays, wanted: Wanted): Promise<void> {
  const { replayText } = await import('../report/text/replayText.ts');
  const style = await terminalStyle();
  const { violation, outcomes, verdict, baseUrl } = replays;
  const failed = outcomes.filter(({ kind }) => kind === 'fails').length;
  const { id, clause } = violation;
  printOneOf(wanted, {
    json: () => [{ violation: id, clause, baseUrl, failed, repeated: outcomes.length, outcomes }],
    verdict: () => replayText(replays, style).split('\n', 1)[0] ?? '',
    text: () => replayText(replays, style),
  });
  const isAway = verdict === 'INVALID' && outcomes.some(({ kind }) => kind === 'unreachable');
  process.exitCode = isAway ? exitCodes.targetAway : verdictCodes[verdict];
}

/** Fills the step's summary, where a CI system runs canvass. */
async function summarize(content: Content): Promise<void> {
  const { appendStepSummary } = await import('../report/formats/announcements.ts');
  await appendStepSummary(content, process.env);
}

/** Prints content. @param around what else: as JSON, and above and below the text */
async function printContent(
  wanted: Wanted,
  content: Content,
  around: { json: Printed['json']; above?(style: Style): string; below(style: Style): string },
): Promise<void> {
  const { contentText, verdictLine } = await import('../report/content/contentText.ts');
  const style = await terminalStyle();
  printOneOf(wanted, {
    json: () => around.json(),
    verdict: () => verdictLine(content, style),
    text: () =>
      `${around.above?.(style) ?? ''}${contentText(content, style, process.stdout.columns)}\n${around.below(style)}\n`,
  });
}

interface Printed {
  /** A value, and its indent. */
  json(): readonly [value: unknown, indent?: number];
  /** All that is printed with `--quiet`: a line. */
  verdict(): string;
  text(): string;
}

function printOneOf({ json, quiet }: Wanted, printed: Printed): void {
  if (json) printJson(...printed.json());
  else if (quiet) printStyled(`${printed.verdict()}\n`);
  else printStyled(printed.text());
}

async function terminalStyle() {
  const { styleFor } = await import('../report/text/style.ts');
  return styleFor(process.stdout.isTTY === true, process.env);
}

const verdictCodes = { PASS: exitCodes.pass, FAIL: exitCodes.fail, INVALID: exitCodes.invalid } as const;

/** An interrupted run says so, whatever it found. */
export function exitCodeOf(result: RunResult): ExitCode {
  const isBroken = result.reasonCodes?.some(({ code }) => code === 'tool-failed') ?? false;
  if (result.run.interrupted) return isBroken ? exitCodes.internal : exitCodes.interrupted;
  return result.judgements === undefined ? verdictCodes[result.verdict] : judgedBy(result.judgements).exitCode;
}

/** Says which violations are known now: `baseline.yaml: MOVE-BACK-01 is known until 2027-01-31 (SURVEY-123), by 2 ids`. */
export function printKnown(path: string, entries: readonly KnownViolation[], { json, quiet }: Wanted): void {
  if (json || quiet) return;
  for (const { clause, ids = [], issue, expires } of entries) {
    const text = oneLine(
      `${path}: ${clause} is known until ${expires} (${issue}), by ${countOf(ids.length, 'id', 'ids')}.`,
    );
    print(`${text}\n`, 'stderr');
  }
}

/** Says what was written where: `baseline.yaml: 57 answers accepted for release ALPHA; new or changed: Q-…`. */
export function printAcceptance(accepted: Acceptance | null, { json, quiet }: Wanted): void {
  if (accepted === null || json || quiet) return;
  const { path, situation, changed, total } = accepted;
  const { release, session } = situation;
  const bound = `release ${release === '' ? '(unnamed)' : release}${session === undefined ? '' : `, session by ${session}`}`;
  const news = changed.length === 0 ? 'nothing new' : `new or changed: ${changed.join(', ')}`;
  const answers = total === 1 ? '1 answer' : `${total} answers`;
  print(`${path}: ${answers} accepted for ${bound}; ${news}.\n`, 'stderr');
}

import { isShownByRunsOnly } from '../../result/howItShows.ts';
import { hasReplacedKey } from '../../result/keyNames.ts';
import type { RunResult } from '../../result/runResult.ts';
import { shellWord } from '../../result/shellWord.ts';
import type { Violation } from '../../result/verdict.ts';

/** Stands in commands for the folder of a run where it is not known, as on a page that is still live. */
const unknownFolder = 'FOLDER';

/** Stands in commands for the issue that whoever copies them has to name. */
export const issueToName = 'ISSUE';

/** The command that performs a violation of a run again. @param directory the folder of the run, as the shell is given it */
export function replayCommand(
  { set = [] }: Pick<RunResult['run'], 'set'>,
  directory: string | null,
  violation: string,
): string {
  const words = ['--violation', violation, ...set.flatMap((each) => ['--set', each])];
  return `canvass replay ${[directory ?? unknownFolder, ...words].map(shellWord).join(' ')}`;
}

/** The command that makes a violation known, with all of its problem. @param directory as for `replayCommand` */
export function acceptCommand(directory: string | null, violation: string): string {
  return `canvass accept ${shellWord(directory ?? unknownFolder)} --violation ${shellWord(violation)} --issue ${issueToName}`;
}

/** The command that runs the same again: what was typed, with the seed. */
export function againCommand({ kind, run }: Pick<RunResult, 'kind' | 'run'>): string {
  return `${run.command ?? `canvass ${kind} ${shellWord(run.profile)}`} --seed ${run.seed}`;
}

/** The command that runs the same to see a violation again; what needs no other key for that costs nobody one. */
export function seeAgainCommand({ witness }: Pick<Violation, 'witness'>, result: RunResult): string {
  const needsKeys = witness.steps.some(({ endpoint }) => endpoint === 'regenerate-key');
  const again = againCommand(result);
  if (needsKeys || !hasReplacedKey(result)) return again;
  return `${again.replace(' --set admin.regenerateKey=true', '')} --set admin.regenerateKey=false`;
}

/** A command for whoever has a build of their own: it asks the service that `BASE_URL` names, but for one that canvass starts. */
export function onOtherBuild(command: string, { target }: Pick<RunResult, 'target'>): string {
  if (target.baseUrl === 'embedded') return command;
  return `${command.replace(/ --base-url (?:'[^']*'|\S+)/, '')} --base-url "$BASE_URL"`;
}

/**
 * The command of `conform` that asks about one clause, without a bound: some are seen only beside much that is stored, or in
 * a crowd. `null` where the run was none, or of one clause itself.
 */
export function clauseCommand(violation: Pick<Violation, 'clause' | 'witness'>, result: RunResult): string | null {
  const again = seeAgainCommand(violation, result);
  if (result.kind !== 'conform' || again.includes(' --clause ')) return null;
  return `${again.replace(/ --(?:requests|for) \S+/g, '')} --clause ${shellWord(violation.clause)}`;
}

/** The command that shows a violation again: its witness, or the same run where nothing else shows it. @param directory as for `replayCommand` */
export function repeatCommand(
  violation: Pick<Violation, 'id' | 'classification' | 'symptom' | 'witness'>,
  result: RunResult,
  directory: string | null,
): string {
  return isShownByRunsOnly(violation)
    ? seeAgainCommand(violation, result)
    : replayCommand(result.run, directory, violation.id);
}

/** The command that tests the rest of the document, with the same profile as a run of `load`. */
export function conformCommand({ command, profile }: RunResult['run']): string {
  return (
    command?.replace(/^canvass load /, 'canvass conform ').replace(/ --repeat \d+$/, '') ??
    `canvass conform ${shellWord(profile)}`
  );
}

/** The command that judges what a run of `capacity` found by a peak. @param directory as for `replayCommand` */
export function combineCommand(directory: string | null): string {
  return `canvass capacity --combine ${shellWord(directory ?? unknownFolder)}/result.json --peak 120/s --headroom 30%`;
}

/** Where the script of a violation lies within the folder of its run. */
export function scriptFile(violation: string): string {
  return `repeat/${violation.replaceAll(/[^\w.-]+/g, '-')}.sh`;
}

import { exitCodes, ToolError } from '../errors.ts';
import { issueToName } from '../report/content/commands.ts';
import { printJson } from '../report/terminal.ts';
import { baselineOption, command, neededWord, shown, textOption, textsOption, without } from './options.ts';
import { printAcceptance, printKnown } from './print.ts';

/** As long as a violation may stay where nobody says for how long. */
const usualDays = 30;

/** `canvass accept`: writes what a stored run showed into the baseline. */
export const acceptCommand = command(
  'accept <run>',
  'Write violations of a run into the baseline as known until a day, or what it observed as accepted',
  (cli) =>
    without(cli, 'accept', ['out', 'seed', 'base-url', 'datacenter', 'set'])
      .positional('run', neededWord('Folder of a run, its result.json, or a folder of several runs'))
      .option('violation', textsOption('Id of a violation, its clause, or the signature of a problem; can be repeated'))
      .option('issue', textOption('issue', 'Where it is being dealt with, or why it may stay'))
      .option('expires', textOption('expires', 'Last day on which it is tolerated, as 2027-01-31 (in 30 days)'))
      .option('baseline', baselineOption)
      .example(
        shown({
          'accept reports/X': 'what the run observed where the document is silent',
          'accept reports/X --violation MOVE-BACK-01 --issue SURVEY-123': 'a defect that is being dealt with',
        }),
      ),
  async ({ run, violation, issue, expires, baseline = 'baseline.yaml', json, quiet }) => {
    const { acceptAnswersOf, acceptViolationsOf } = await import('../runs/accept.ts');
    process.exitCode = exitCodes.pass;
    if (violation.length === 0) {
      if (issue !== undefined || expires !== undefined)
        throw new ToolError(
          'USAGE',
          '--issue and --expires say until when a violation is known: name it with --violation',
        );
      const accepted = await acceptAnswersOf(run, baseline);
      if (json) printJson(accepted, 1);
      printAcceptance(accepted, { json, quiet });
      return;
    }
    if (issue === undefined || ['', issueToName].includes(issue.trim()))
      throw new ToolError(
        'USAGE',
        '--issue is missing: say where the violation is being dealt with, or why it may stay',
      );
    if (expires !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(expires))
      throw new ToolError('USAGE', `--expires takes a day as 2027-01-31, not "${expires}"`);
    if (expires !== undefined && expires < dayIn(0))
      throw new ToolError('USAGE', `--expires ${expires} is over: name a day from ${dayIn(0)} on`);
    const wanted = { wanted: violation, issue, expires: expires ?? dayIn(usualDays) };
    const entries = await acceptViolationsOf(run, baseline, wanted);
    if (json) printJson(entries, 1);
    printKnown(baseline, entries, { json, quiet });
  },
);

function dayIn(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

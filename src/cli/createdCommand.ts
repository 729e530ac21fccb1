import { exitCodes } from '../errors.ts';
import { oneLine } from '../report/plainText.ts';
import { print, printJson } from '../report/terminal.ts';
import type { CreatedThings } from '../runs/created.ts';
import { command, neededWord, shown, without } from './options.ts';

/** `canvass created`: what runs left on their targets, and how their owners find it. */
export const createdCommand = command(
  'created <results..>',
  'List what runs created on their targets, and the requests that find it',
  (cli) =>
    without(cli, 'created', ['out', 'seed', 'base-url', 'datacenter', 'set'])
      .positional('results', { ...neededWord('Folders of runs, or result.json files'), array: true })
      .example(shown({ 'created reports': 'by all runs that lie there' })),
  async ({ results, json, quiet }) => {
    const { createdBy } = await import('../runs/created.ts');
    const things = await createdBy(results);
    if (json) printJson(things, 1);
    else if (!quiet) print(things.length === 0 ? 'Nothing was created.\n' : things.map(textOf).join('\n'));
    process.exitCode = exitCodes.pass;
  },
);

function textOf({ run, baseUrl, resource, ids, marks, find }: CreatedThings): string {
  const mark = marks.length === 1 ? `marked ${marks[0]}` : `${marks.length} marks, from ${marks[0]}`;
  const lines = [
    `${baseUrl}  run ${run}  ${resource}${ids.length === 0 ? '' : `: ${ids.length}`}, ${mark}`,
    ...(ids.length === 0 ? [] : [`  ids   ${ids.join(', ')}`]),
    ...find.map((request) => `  find  ${request}`),
  ];
  return `${lines.map(oneLine).join('\n')}\n`;
}

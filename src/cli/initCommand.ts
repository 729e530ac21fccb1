import { exitCodes } from '../errors.ts';
import { print, printJson } from '../report/terminal.ts';
import { ciSystems } from '../runs/init/ciFiles.ts';
import type { Initialised } from '../runs/init/init.ts';
import { say } from './followRun.ts';
import { command, flagOption, shown, textOption, without } from './options.ts';

/** `canvass init`: a profile of one's own from a look at the service. */
export const initCommand = command(
  'init',
  'Look at a service, and write a profile for it',
  (cli) =>
    without(cli, 'init', ['out', 'seed', 'datacenter', 'set'])
      .option('survey', textOption('survey', 'Ids of its surveys, by comma; those that play a role too'))
      .option('key-env', textOption('key-env', 'Variable of the environment that holds the API key (CANVASS_API_KEY)'))
      .option('authorization', textOption('authorization', 'Who allowed the test, for a host that is not this machine'))
      .option('walk', {
        type: 'boolean',
        describe:
          'Walk each survey once to its end, which leaves a response behind: finds its pages and what is required',
      })
      .option('file', textOption('file', 'Where the profile goes (canvass.yaml)'))
      .option('ci', { choices: ciSystems, describe: 'Write the file of this CI system too' })
      .option('force', flagOption('Write over files that are there'))
      .example(
        shown({
          'init --base-url http://127.0.0.1:8080 --survey 7001,7002': 'a look that leaves nothing behind',
          'init --base-url http://127.0.0.1:8080 --survey 7001 --walk --ci github': 'and everything else',
        }),
      ),
  async (options) => {
    const { answered } = await import('../runs/init/askMissing.ts');
    const { init } = await import('../runs/init/init.ts');
    const given = { baseUrl: options['base-url'], surveys: options.survey, walks: options.walk };
    const answers = await answered(given, !options.json);
    const initialised = await init({
      ...answers,
      authorization: options.authorization ?? null,
      keyVariable: options['key-env'] ?? 'CANVASS_API_KEY',
      file: options.file ?? 'canvass.yaml',
      ci: options.ci ?? null,
      force: options.force,
      cwd: process.cwd(),
      environment: process.env,
      onNotice: (text) => {
        if (!options.quiet) say(text);
      },
    });
    if (options.json) printJson(initialised, 1);
    else if (!options.quiet) print(told(initialised));
    process.exitCode = exitCodes.pass;
  },
);

function told({ seen, files, cost, toAdd }: Initialised): string {
  const [profile = ''] = files;
  const surveys = seen.surveys.map(({ id, answer, pages, end, role }) => {
    if (role !== null) return `  ${id}  plays surveys.${role} (${answer})`;
    if (pages.length === 0) return `  ${id}  answers ${answer}: left out`;
    return end === null
      ? `  ${id}  shows a page; --walk sees the others`
      : `  ${id}  ${pages.length === 1 ? '1 page' : `${pages.length} pages`} to ${end}`;
  });
  return `${seen.requests} requests were sent. Surveys:\n${surveys.join('\n')}\n\nWritten: ${files.join(', ')}\n${toAdd === null ? '' : `Add to   ${toAdd}\n`}Fill in: forbiddenApiKey and admin, comments in ${profile}: with them the administration area is tested too\nNext:    canvass conform ${profile}, then canvass load ${profile}\nCost:    ${cost}\n`;
}

import { createInterface } from 'node:readline/promises';
import type { CommandModule } from 'yargs';
import { exitCodes, ToolError } from '../errors.ts';
import { addressProblem } from '../profile/address.ts';
import { type CiSystem, ciSystems } from '../runs/init/ciFiles.ts';
import type { Initialised } from '../runs/init/init.ts';
import { textOption } from './optionKinds.ts';
import { type CommonOptions, shown, without } from './options.ts';

interface InitCommandOptions extends CommonOptions {
  readonly survey: string | undefined;
  readonly 'key-env': string | undefined;
  readonly authorization: string | undefined;
  readonly file: string | undefined;
  readonly walk: boolean | undefined;
  readonly ci: CiSystem | undefined;
  readonly force: boolean;
}

/** `canvass init`: a profile of one's own from a look at the service. */
export const initCommand: CommandModule<CommonOptions, InitCommandOptions> = {
  command: 'init',
  describe: 'Look at a service, and write a profile for it',
  builder: (cli) =>
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
      .option('force', { type: 'boolean', default: false, describe: 'Write over files that are there' })
      .example(
        ...shown('$0 init --base-url http://127.0.0.1:8080 --survey 7001,7002', 'a look that leaves nothing behind'),
      )
      .example(
        ...shown('$0 init --base-url http://127.0.0.1:8080 --survey 7001 --walk --ci github', 'and everything else'),
      ),
  handler: async (options) => {
    const { init } = await import('../runs/init/init.ts');
    const answers = await answered(options);
    const initialised = await init({
      ...answers,
      keyVariable: options['key-env'] ?? 'CANVASS_API_KEY',
      file: options.file ?? 'canvass.yaml',
      ci: options.ci ?? null,
      force: options.force,
      cwd: process.cwd(),
      environment: process.env,
    });
    if (options.json) process.stdout.write(`${JSON.stringify(initialised, null, 1)}\n`);
    else if (!options.quiet) process.stdout.write(told(initialised));
    process.exitCode = exitCodes.pass;
  },
};

/** What `init` needs to know. */
interface Question {
  readonly question: string;
  /** What an answer is called: on the command line, and where it was asked for. */
  readonly option: string;
  readonly noun: string;
  /** Said where nobody can be asked. */
  readonly otherwise: string;
  /** What is wrong with an answer, in words that follow its name; `null` when nothing is. */
  readonly problemOf: (text: string) => string | null;
}

const aboutBaseUrl: Question = {
  question: 'Base URL of the service?',
  otherwise: 'name the service with --base-url http://host:port',
  option: '--base-url',
  noun: 'the base URL',
  problemOf: addressProblem,
};

const aboutSurveys: Question = {
  question: 'Ids of its surveys, by comma?',
  otherwise: 'name at least one survey with --survey 7001,7002',
  option: '--survey',
  noun: 'the list of surveys',
  problemOf: (text) => {
    const wrong = wordsIn(text).find((word) => !/^\d{1,15}$/.test(word));
    return wrong === undefined ? null : `takes whole numbers by comma, not "${wrong}"`;
  },
};

/** What is missing is asked for where a person sits at a terminal. @throws ToolError USAGE where nobody does */
async function answered(options: InitCommandOptions) {
  const isAsked = process.stdin.isTTY === true && process.stderr.isTTY === true && !options.json;
  const terminal = isAsked ? askingTerminal() : null;
  const ask = async (given: string | undefined, about: Question): Promise<string> => {
    const { question, option, noun, otherwise, problemOf } = about;
    if (given === undefined && terminal === null) throw new ToolError('USAGE', otherwise);
    for (;;) {
      const text = given ?? (await terminal?.ask(question)) ?? '';
      const problem = problemOf(text);
      if (problem === null) return text;
      if (given !== undefined) throw new ToolError('USAGE', `${option} ${problem}`);
      process.stderr.write(`${noun} ${problem}\n`);
    }
  };
  try {
    const baseUrl = await ask(options['base-url'], aboutBaseUrl);
    const surveys = idsIn(await ask(options.survey, aboutSurveys));
    const walks =
      options.walk ??
      /^y/i.test((await terminal?.ask('Walk each once to its end? It leaves a response behind. [y/N]')) ?? '');
    return { baseUrl: baseUrl.replace(/\/$/, ''), surveys, walks, authorization: options.authorization ?? null };
  } finally {
    terminal?.close();
  }
}

/** A person at a terminal. `ask` throws ToolError INTERRUPTED when they leave, by Ctrl-C or Ctrl-D. */
function askingTerminal() {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const left = new AbortController();
  lines.once('close', () => left.abort());
  const ask = (question: string): Promise<string> =>
    lines.question(`${question} `, { signal: left.signal }).then(
      (text) => text.trim(),
      () => {
        throw new ToolError('INTERRUPTED', 'nothing was written');
      },
    );
  return { ask, close: () => lines.close() };
}

function wordsIn(text: string): string[] {
  return text.split(',').map((word) => word.trim());
}

function idsIn(text: string): number[] {
  return [...new Set(wordsIn(text).map(Number))];
}

function told({ seen, files, toAdd }: Initialised): string {
  const [profile = ''] = files;
  const surveys = seen.surveys.map(({ id, answer, pages, end, role }) => {
    if (role !== null) return `  ${id}  plays surveys.${role} (${answer})`;
    if (pages.length === 0) return `  ${id}  answers ${answer}: left out`;
    return end === null
      ? `  ${id}  shows a page; --walk sees the others`
      : `  ${id}  ${pages.length === 1 ? '1 page' : `${pages.length} pages`} to ${end}`;
  });
  return `${seen.requests} requests were sent. Surveys:\n${surveys.join('\n')}\n\nWritten: ${files.join(', ')}\n${toAdd === null ? '' : `Add to   ${toAdd}\n`}Next:    canvass conform ${profile}, then canvass load ${profile}\n`;
}

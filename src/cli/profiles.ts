import { exitCodes } from '../errors.ts';
import { levelOf, type Profile, plannedSecondsOf } from '../profile/profile.ts';
import { severalLines } from '../report/plainText.ts';
import { styleFor } from '../report/text/style.ts';
import type { Finding } from '../runs/doctor/finding.ts';
import { ciSystems } from '../runs/init/ciFiles.ts';
import type { Initialised } from '../runs/init/init.ts';
import { command, flagOption, profileRequest, shown, textOption, without, withProfile } from './options.ts';

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
    });
    if (options.json) process.stdout.write(`${JSON.stringify(initialised, null, 1)}\n`);
    else if (!options.quiet) process.stdout.write(told(initialised));
    process.exitCode = exitCodes.pass;
  },
);

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

/** `canvass doctor`: what is wrong with target or machine, before a run. */
export const doctorCommand = command(
  'doctor [profile]',
  'Say what is wrong with target or machine before a run, and what to do',
  (cli) =>
    withProfile(without(cli, 'doctor', ['out'])).example(
      shown({
        'doctor canvass.yaml': 'keys, surveys, files, cores, noise',
        'doctor canvass.yaml --json': 'for a script',
      }),
    ),
  async (options) => {
    const { doctor } = await import('../runs/doctor/doctor.ts');
    const { findings, error } = await doctor(profileRequest(options.profile, options));
    const countOf = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length;
    const counts = { bad: countOf('bad'), doubtful: countOf('doubtful') };
    if (options.json) process.stdout.write(`${JSON.stringify({ findings, ...counts }, null, 1)}\n`);
    else {
      if (!options.quiet) for (const finding of findings) process.stdout.write(`${lineOf(finding)}\n`);
      process.stdout.write(`${verdictOf(counts)}\n`);
    }
    process.exitCode = error?.exitCode ?? exitCodes.pass;
  },
);

function lineOf({ level, about, found, advice }: Finding): string {
  const style = styleFor(process.stdout.isTTY === true, process.env);
  const mark = { good: style.green('✓'), doubtful: style.yellow('!'), bad: style.red('✗') }[level];
  const line = `${mark} ${about.padEnd(12)} ${severalLines(found)}`;
  return advice === '' ? line : `${line}\n${' '.repeat(15)}→ ${advice}`;
}

function verdictOf({ bad, doubtful }: { bad: number; doubtful: number }): string {
  if (bad > 0) return 'A run would not start, or prove nothing.';
  return doubtful > 0 ? 'A run works, with doubts about its times.' : 'Nothing is in the way of a run.';
}

/** `canvass profile check`: resolves profiles and says what is wrong with them; nothing is sent anywhere. */
const profileCheckCommand = command(
  'check [profiles..]',
  'Say what is wrong with profiles; sends nothing',
  (cli) =>
    without(cli, 'profile check', ['out'])
      .positional('profiles', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'Names or files; by default all of profiles/',
      })
      .example(
        shown({
          'profile check smoke': 'check one profile',
          'profile check --json smoke': 'print it complete, secrets left out',
        }),
      ),
  async (options) => {
    const { checkProfiles } = await import('../runs/checkProfiles.ts');
    const checked = checkProfiles(options.profiles, profileRequest(null, options));
    process.exitCode = checked.every(({ ok }) => ok) ? exitCodes.pass : exitCodes.usage;
    if (options.json) process.stdout.write(`${JSON.stringify(checked, null, 2)}\n`);
    else {
      for (const each of checked) {
        if (!each.ok) process.stderr.write(`canvass: ${severalLines(each.problem)}\n`);
        else if (!options.quiet) process.stdout.write(`${each.profile}: ${severalLines(outline(each.resolved))}\n`);
      }
    }
  },
);

/** A profile in a line: whom it tests, with how many. */
function outline(profile: Profile): string {
  const { target, load } = profile;
  const peak = Math.max(...load.stages.map(levelOf));
  const of = load.model === 'open' ? 'arrivals a second' : 'respondents at once';
  return `good; ${target.baseUrl}, ${load.model} model, up to ${peak} ${of}, ${plannedSecondsOf(profile)} s`;
}

/** `canvass profile schema`: the JSON Schema of profiles, for editors. */
const profileSchemaCommand = command(
  'schema',
  'Print the JSON Schema of profiles',
  (cli) =>
    without(cli, 'profile schema', ['out', 'seed', 'base-url', 'datacenter', 'set']).example(
      shown({ 'profile schema > profile.schema.json': 'for an editor' }),
    ),
  async () => {
    const { publishedSchema } = await import('../profile/schema.ts');
    process.stdout.write(`${publishedSchema()}\n`);
    process.exitCode = exitCodes.pass;
  },
);

/** `canvass profile`: what a profile says, without running it. */
export const profileCommand = command(
  'profile',
  'Check profiles, or print their schema',
  (cli) =>
    cli
      .command(profileCheckCommand)
      .command(profileSchemaCommand)
      .demandCommand(1, 'name what to do: profile check, or profile schema'),
  async () => {},
);

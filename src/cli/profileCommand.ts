import { exitCodes } from '../errors.ts';
import { levelOf, type Profile, plannedSecondsOf } from '../profile/profile.ts';
import { print, printJson } from '../report/terminal.ts';
import { command, profileRequest, shown, without } from './options.ts';

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
        describe: 'Names or files; by default canvass.yaml and all of profiles/',
      })
      .example(
        shown({
          'profile check smoke': 'check one profile',
          'profile check --json smoke': 'print it complete, secrets left out',
        }),
      ),
  async (options) => {
    const { checkProfiles } = await import('../runs/checkProfiles.ts');
    const { requestsOf } = await import('../runs/matrix.ts');
    const requests = requestsOf(profileRequest(null, options));
    const checked = requests.flatMap((request) => checkProfiles(options.profiles, request));
    process.exitCode = checked.every(({ ok }) => ok) ? exitCodes.pass : exitCodes.usage;
    if (options.json) printJson(checked, 2);
    else {
      for (const each of checked) {
        if (!each.ok) print(`canvass: ${each.problem}\n`, 'stderr');
        else if (!options.quiet) {
          print(`${each.profile}: ${outline(each.resolved)}\n`);
          for (const hint of each.hints) print(`canvass: ${hint}\n`, 'stderr');
        }
      }
    }
  },
);

/** A profile in a line: whom it tests, and with what by each command that takes a load from it. */
function outline(profile: Profile): string {
  const { target, load, capacity } = profile;
  const peak = Math.max(...load.stages.map(levelOf));
  const of = load.model === 'open' ? 'arrivals a second' : 'respondents at once';
  return [
    'good',
    target.baseUrl,
    `load: ${load.model} model, up to ${peak} ${of}, ${plannedSecondsOf(profile)} s`,
    `capacity: ${capacity.slo.join(', ')}`,
  ].join('; ');
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
    print(`${publishedSchema()}\n`);
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

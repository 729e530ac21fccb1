import type { CommandModule } from 'yargs';
import { exitCodes, ToolError } from '../errors.ts';
import type { Profile } from '../profile/profile.ts';
import { severalLines } from '../report/plainText.ts';
import { type CommonOptions, profileRequest, shown, without } from './options.ts';

interface CheckOptions extends CommonOptions {
  readonly profiles: string[];
}

/** `canvass profile check`: resolves profiles and says what is wrong with them; nothing is sent anywhere. */
export const profileCheckCommand: CommandModule<CommonOptions, CheckOptions> = {
  command: 'check [profiles..]',
  describe: 'Say what is wrong with profiles; sends nothing',
  builder: (cli) =>
    without(cli, 'profile check', ['out'])
      .positional('profiles', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'Names or files; by default all of profiles/',
      })
      .example(...shown('$0 profile check smoke', 'check one profile'))
      .example(...shown('$0 profile check --json smoke', 'print it complete, secrets left out')),
  handler: async (options) => {
    const { loadProfile } = await import('../profile/loadProfile.ts');
    const { profileNames } = await import('../profile/find.ts');
    const { checkThresholds } = await import('../load/thresholds/thresholdJudge.ts');
    const { parseObjective } = await import('../capacity/serviceLevel.ts');
    const wanted = options.profiles.length > 0 ? options.profiles : profileNames(process.cwd());
    const checked = wanted.map((profile): Checked => {
      try {
        const resolved = loadProfile(profileRequest({ ...options, profile }));
        checkThresholds(resolved.thresholds);
        for (const objective of resolved.capacity.slo) parseObjective(objective);
        return { profile, ok: true, resolved };
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        if (error.code === 'PROFILE') return { profile, ok: false, problem: error.message };
        if (error.code === 'EXPRESSION') return { profile, ok: false, problem: `${profile}: ${error.message}` };
        throw error;
      }
    });
    print(checked, options);
    process.exitCode = checked.every(({ ok }) => ok) ? exitCodes.pass : exitCodes.usage;
  },
};

type Checked =
  | { readonly profile: string; readonly ok: true; readonly resolved: Profile }
  | { readonly profile: string; readonly ok: false; readonly problem: string };

function print(checked: readonly Checked[], options: CheckOptions): void {
  if (options.json) {
    process.stdout.write(`${JSON.stringify(checked, null, 2)}\n`);
    return;
  }
  for (const each of checked) {
    if (!each.ok) process.stderr.write(`canvass: ${severalLines(each.problem)}\n`);
    else if (!options.quiet) process.stdout.write(`${each.profile}: ${severalLines(outline(each.resolved))}\n`);
  }
}

/** A profile in a line: whom it tests, with how many. */
function outline({ target, load }: Profile): string {
  const seconds = load.stages.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const peak =
    load.model === 'open'
      ? `up to ${Math.max(...load.stages.map(({ arrivalsPerSecond }) => arrivalsPerSecond))} arrivals a second`
      : `up to ${Math.max(...load.stages.map(({ respondents }) => respondents))} respondents at once`;
  return `good; ${target.baseUrl}, ${load.model} model, ${peak}, ${seconds} s`;
}

import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { CommandModule } from 'yargs';
import type { ReplayOutcome } from '../conformance/replay/replay.ts';
import { type ExitCode, exitCodes, ToolError } from '../errors.ts';
import type { Profile } from '../profile/profile.ts';
import type { Violation } from '../result/verdict.ts';
import type { RecordedViolation } from '../result/witnessFile.ts';
import { type CommonOptions, one, profileRequest, shown, wholeNumber } from './options.ts';

interface ReplayOptions extends CommonOptions {
  readonly witness: string;
  readonly profile: string | undefined;
  readonly violation: string | undefined;
  readonly times: number;
}

/** `canvass replay`: performs the concrete steps of a recorded failure again, and says whether it still fails. */
export const replayCommand: CommandModule<CommonOptions, ReplayOptions> = {
  command: 'replay <witness> [profile]',
  describe: 'Perform the steps of a recorded failure again, alone; say whether it still fails',
  builder: (cli) =>
    cli
      .positional('witness', {
        type: 'string',
        demandOption: true,
        describe: 'Folder of a run, its result.json, or a file with one violation of it',
      })
      .positional('profile', { type: 'string', describe: 'Profile of the target; by default that of the run' })
      .option('violation', {
        type: 'string',
        requiresArg: true,
        describe: 'Id of the violation, or its clause; by default the first',
        coerce: (value: unknown) => one('violation', value),
      })
      .option('times', {
        type: 'string',
        requiresArg: true,
        default: 1,
        describe: 'How often to repeat it',
        coerce: (value: unknown) => (typeof value === 'number' ? value : (wholeNumber('times', value) ?? 1)),
      })
      .example(...shown('$0 replay reports/X', 'the first violation of a run'))
      .example(...shown('$0 replay reports/X --violation MOVE-BACK-01 --times 5', 'the first of a clause, five times'))
      .example(...shown('$0 replay reports/X --base-url http://127.0.0.1:8080', 'against another service')),
  handler: async (options) => {
    if (options.times === 0) throw new ToolError('USAGE', '--times takes a number from 1 on');
    const { readViolation } = await import('../result/witnessFile.ts');
    const recorded = await readViolation(options.witness, options.violation ?? null);
    const profile = await profileFor(recorded, options);
    const outcomes = await replayAll(recorded.violation, profile, options.times);
    await print(recorded.violation, outcomes, options);
    process.exitCode = exitCodeOf(outcomes);
  },
};

/** The profile of the run, with its target, unless the command line names others. */
async function profileFor({ violation, run }: RecordedViolation, options: ReplayOptions): Promise<Profile> {
  const { loadProfile, loadRecordedProfile } = await import('../profile/loadProfile.ts');
  const { profileNames } = await import('../profile/find.ts');
  const { changesData } = await import('../conformance/replay/changesData.ts');
  const name = options.profile ?? run?.run.profile ?? 'smoke';
  const request = profileRequest({ ...options, profile: name });
  const target = options.datacenter === undefined ? (run?.target.baseUrl ?? null) : null;
  const embedded = run === null ? null : embeddedIn(run.profile);
  const whole = {
    ...request,
    baseUrl: request.baseUrl ?? target,
    set: [...(embedded === null ? [] : [`target.embedded=${JSON.stringify(embedded)}`]), ...request.set],
  };
  // A run of a file has the name of no profile that could be found again: its result holds it, but for the keys.
  const isFound = options.profile !== undefined || run === null || profileNames(request.cwd).includes(name);
  const profile = isFound ? loadProfile(whole) : loadRecordedProfile(run.profile, whole);
  if (changesData(violation.witness) && !profile.admin.mutate) {
    throw new ToolError(
      'NOT_AUTHORIZED',
      'this witness creates or changes something in the administration area: allow it with --set admin.mutate=true',
    );
  }
  return profile;
}

/** How the run had the embedded service answer: without its faults and variants there is nothing to repeat. */
function embeddedIn(profile: unknown): unknown {
  return withEmbedded.Check(profile) ? profile.target.embedded : null;
}

const withEmbedded = Compile(Type.Object({ target: Type.Object({ embedded: Type.Object({}) }) }));

async function replayAll(violation: Violation, profile: Profile, times: number): Promise<readonly ReplayOutcome[]> {
  const { replay } = await import('../conformance/replay/replay.ts');
  const { reachTarget } = await import('./embeddedService.ts');
  const target = await reachTarget(profile);
  const outcomes: ReplayOutcome[] = [];
  try {
    while (outcomes.length < times && outcomes.at(-1)?.kind !== 'unreachable') {
      outcomes.push(await replay(violation, profile, target.baseUrl));
    }
  } finally {
    await target.close();
  }
  return outcomes;
}

async function print(
  violation: Violation,
  outcomes: readonly ReplayOutcome[],
  { json, quiet }: ReplayOptions,
): Promise<void> {
  const failed = outcomes.filter(({ kind }) => kind === 'fails').length;
  if (json) {
    const { id, clause } = violation;
    process.stdout.write(`${JSON.stringify({ violation: id, clause, failed, repeated: outcomes.length, outcomes })}\n`);
    return;
  }
  const { replayText } = await import('../report/text/replayText.ts');
  const { styleFor } = await import('../report/text/style.ts');
  const text = replayText(violation, outcomes, styleFor(process.stdout.isTTY, process.env));
  process.stdout.write(quiet ? `${text.slice(0, text.indexOf('\n'))}\n` : text);
}

/** An unreachable target proves nothing; a failure that comes at times is one. */
function exitCodeOf(outcomes: readonly ReplayOutcome[]): ExitCode {
  if (outcomes.some(({ kind }) => kind === 'fails')) return exitCodes.fail;
  return outcomes.some(({ kind }) => kind === 'unreachable') ? exitCodes.invalid : exitCodes.pass;
}

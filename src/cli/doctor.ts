import type { CommandModule } from 'yargs';
import { exitCodes } from '../errors.ts';
import { severalLines } from '../report/plainText.ts';
import { styleFor } from '../report/text/style.ts';
import type { Finding } from '../runs/doctor/finding.ts';
import { type CommonOptions, type ProfileOptions, profileRequest, shown, without, withProfile } from './options.ts';

type DoctorOptions = CommonOptions & ProfileOptions;

/** `canvass doctor`: what is wrong with target or machine, before a run. */
export const doctorCommand: CommandModule<CommonOptions, DoctorOptions> = {
  command: 'doctor [profile]',
  describe: 'Say what is wrong with target or machine before a run, and what to do',
  builder: (cli) =>
    withProfile(without(cli, 'doctor', ['out']))
      .example(...shown('$0 doctor canvass.yaml', 'keys, surveys, files, cores, noise'))
      .example(...shown('$0 doctor canvass.yaml --json', 'for a script')),
  handler: async (options) => {
    const { doctor } = await import('../runs/doctor/doctor.ts');
    const { findings, error } = await doctor(profileRequest(options.profile, options));
    const counts = { bad: countOf(findings, 'bad'), doubtful: countOf(findings, 'doubtful') };
    if (options.json) process.stdout.write(`${JSON.stringify({ findings, ...counts }, null, 1)}\n`);
    else {
      if (!options.quiet) for (const finding of findings) process.stdout.write(`${lineOf(finding)}\n`);
      process.stdout.write(`${verdictOf(counts)}\n`);
    }
    process.exitCode = error?.exitCode ?? exitCodes.pass;
  },
};

function countOf(findings: readonly Finding[], level: Finding['level']): number {
  return findings.filter((finding) => finding.level === level).length;
}

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

import { exitCodes } from '../errors.ts';
import { severalLines } from '../report/plainText.ts';
import { print, printJson, printStyled } from '../report/terminal.ts';
import { styleFor } from '../report/text/style.ts';
import type { Finding } from '../runs/doctor/doctorFinding.ts';
import { command, profileMeant, profileRequest, shown, without, withProfile } from './options.ts';

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
    const { findings, error } = await doctor(profileRequest(profileMeant(options), options), options.out);
    const countOf = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length;
    const counts = { bad: countOf('bad'), doubtful: countOf('doubtful') };
    if (options.json) printJson({ findings, ...counts }, 1);
    else {
      if (!options.quiet) for (const finding of findings) printStyled(`${lineOf(finding)}\n`);
      print(`${verdictOf(counts)}\n`);
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

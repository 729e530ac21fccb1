import { chmod, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Ended, ended } from '../support/process.ts';

/** The repository that a CI system has checked out, with the programs that its jobs find there. */
export interface Workspace {
  readonly cwd: string;
  readonly programs: string;
}

const main = resolve('src/main.ts');

const entryIn = (cwd: string): string => join(cwd, 'node_modules/canvass/dist/main.js');

/**
 * Puts canvass into a workspace as an installed package has it, and programs in place of those that would reach beyond
 * this machine: `npm` does nothing, `npx --no -- canvass` runs canvass, `gh` and `curl` do as `shims` says.
 */
export async function installCanvass(cwd: string, shims: Readonly<Record<string, string>>): Promise<Workspace> {
  const entry = entryIn(cwd);
  await mkdir(dirname(entry), { recursive: true });
  await cp('templates', join(cwd, 'node_modules/canvass/templates'), { recursive: true });
  await writeFile(entry, `import ${JSON.stringify(main)};\n`);
  const programs = join(cwd, '.programs');
  await mkdir(programs);
  const all = { npm: 'exit 0', npx: `shift 3; exec node ${JSON.stringify(entry)} "$@"`, ...shims };
  for (const [name, script] of Object.entries(all)) await program(programs, name, script);
  return { cwd, programs };
}

async function program(programs: string, name: string, script: string): Promise<void> {
  await writeFile(join(programs, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(programs, name), 0o755);
}

/** Has `conform` look at one clause with few respondents; what else the commands do they do. */
export async function briefly({ cwd }: Workspace): Promise<void> {
  const words = ['--clause', 'TAKE-SHAPE-01', '--respondents', '2'];
  await writeFile(
    entryIn(cwd),
    `if (process.argv[2] === 'conform') process.argv.push(...${JSON.stringify(words)});
await import(${JSON.stringify(main)});
`,
  );
}

/**
 * Has `conform` and `load` do nothing but leave a folder and end with these codes, one after the other; what else canvass
 * does it does.
 *
 * @param result what is left as the result of each run
 */
export async function endingWith(
  { cwd, programs }: Workspace,
  codes: Readonly<Record<'conform' | 'load', readonly number[]>>,
  result: object = {},
): Promise<void> {
  await writeFile(join(cwd, 'left.json'), JSON.stringify(result));
  for (const [command, ends] of Object.entries(codes)) await writeFile(join(cwd, `${command}.codes`), ends.join(' '));
  // A shell, for it starts at once.
  await program(
    programs,
    'node',
    `if [ ! -f "$2.codes" ] || [ ! -f "$1" ]; then exec ${JSON.stringify(process.execPath)} "$@"; fi
read -r code rest < "$2.codes"
echo "$rest" > "$2.codes"
command=$2
while [ "$1" != --out ]; do shift; done
mkdir -p "$2/run"
cp left.json "$2/run/result.json"
echo "$command ends with $code"
exit "$code"`,
  );
}

/** Has the commands of canvass leave in their folder what they left there before, as other runs; what else it does it does. */
export async function repeating({ cwd }: Workspace): Promise<void> {
  const before = join(cwd, '.before');
  for (const name of await readdir(cwd))
    if (/^canvass-(reports|comparison)$/.test(name)) await cp(join(cwd, name), join(before, name), { recursive: true });
  for (const name of await readdir(before, { recursive: true })) {
    if (!name.endsWith('result.json')) continue;
    const result = await readFile(join(before, name), 'utf8');
    await writeFile(join(before, name), result.replace(/"run":\s*\{\s*"id":\s*"/, '$&again-'));
  }
  await writeFile(
    entryIn(cwd),
    `import { cpSync, existsSync } from 'node:fs';
const out = process.argv[process.argv.indexOf('--out') + 1];
if (existsSync('.before/' + out)) cpSync('.before/' + out, out, { recursive: true });
else await import(${JSON.stringify(main)});
`,
  );
}

/** Runs a script as a CI system does: in bash, which stops at the first command that fails. */
export function runScript(
  { cwd, programs }: Workspace,
  script: string,
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const path = [programs, dirname(process.execPath), process.env.PATH].join(':');
  const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  return ended('bash', words, cwd, { CANVASS_API_KEY: '', ...environment, PATH: path });
}

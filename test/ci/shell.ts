import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Ended, ended } from '../support/process.ts';

/** The repository that a CI system has checked out, with the programs that its jobs find there. */
export interface Workspace {
  readonly cwd: string;
  readonly programs: string;
}

const main = resolve('src/main.ts');

/**
 * Puts canvass into a workspace as an installed package has it, and programs in place of those that would reach beyond
 * this machine: `npm` does nothing, `npx --no -- canvass` runs canvass, `gh` and `curl` do as `shims` says.
 */
export async function installCanvass(cwd: string, shims: Readonly<Record<string, string>>): Promise<Workspace> {
  const entry = join(cwd, 'node_modules/canvass/dist/main.js');
  await mkdir(dirname(entry), { recursive: true });
  await cp('templates', join(cwd, 'node_modules/canvass/templates'), { recursive: true });
  await writeFile(entry, `import ${JSON.stringify(main)};\n`);
  const programs = join(cwd, '.programs');
  await mkdir(programs);
  const all = { npm: 'exit 0', npx: `shift 3; exec node ${JSON.stringify(entry)} "$@"`, ...shims };
  for (const [name, script] of Object.entries(all)) {
    await writeFile(join(programs, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(programs, name), 0o755);
  }
  return { cwd, programs };
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

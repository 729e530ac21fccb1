import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { npm } from './npm.ts';

/**
 * The program of another version of Node, from the packages that npm's `node` consists of. It is kept below
 * `node_modules`, which a clean install empties.
 */
export async function nodeOfLine(version: string): Promise<string> {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = resolve('node_modules/.cache/nodes', version);
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(program)) return program;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await npm(['install', `${name}@${version}`], folder);
  return program;
}

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readInput } from '../../readInput.ts';

export const ciSystems = ['github', 'gitlab'] as const;
export type CiSystem = (typeof ciSystems)[number];

const places = {
  github: { template: 'github.yml', path: '.github/workflows/canvass.yml' },
  gitlab: { template: 'canvass.yml', path: '.gitlab-ci.yml' },
} as const;

/** Where the jobs go in a repository that has a pipeline of its own. */
const besidePipeline = '.gitlab/canvass.yml';
const usualVariable = 'CANVASS_API_KEY';

/**
 * The file of a CI system that runs a profile.
 *
 * @param profile path of the profile in the repository
 * @param keyVariable variable of the environment from which the profile takes its key
 * @param root folder of the repository: a pipeline that is there is its owner's
 * @returns its text, and its path from the root; what its owner has to add to a file that is there, `null` for nothing
 */
export function ciFile(system: CiSystem, profile: string, keyVariable: string, root: string) {
  const { template, path } = places[system];
  const original = readFileSync(new URL(`../../../templates/${template}`, import.meta.url), 'utf8');
  const text = withKey(system, keyVariable, original.replaceAll('canvass.yaml', profile));
  if (system === 'github' || !isOthers(resolve(root, path), original)) return { path, text, toAdd: null };
  return { path: besidePipeline, text, toAdd: `${path}: include: { local: ${besidePipeline} }` };
}

/** The action hands its key on as the usual variable: a job whose profile reads another one needs that too. */
function withKey(system: CiSystem, keyVariable: string, text: string): string {
  if (keyVariable === usualVariable) return text;
  const named = text.replaceAll(usualVariable, keyVariable);
  if (system === 'gitlab') return named;
  const secret = ['${{ secrets.', keyVariable, ' }}'].join('');
  return named.replace(/^ {4}steps:$/m, `    env:\n      ${keyVariable}: ${secret}\n    steps:`);
}

/** Whether a file is there that canvass did not write. */
function isOthers(file: string, template: string): boolean {
  return existsSync(file) && !readInput(file, 'repositoryFile').startsWith(template.slice(0, template.indexOf(':')));
}

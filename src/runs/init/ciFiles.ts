import { readFileSync } from 'node:fs';

export const ciSystems = ['github', 'gitlab'] as const;
export type CiSystem = (typeof ciSystems)[number];

const places = {
  github: { template: 'github.yml', path: '.github/workflows/canvass.yml' },
  gitlab: { template: 'canvass.yml', path: '.gitlab-ci.yml' },
} as const;

/** The file of a CI system that runs a profile, and where it belongs. @param profile path of the profile in the repository */
export function ciFile(system: CiSystem, profile: string): { readonly path: string; readonly text: string } {
  const { template, path } = places[system];
  const text = readFileSync(new URL(`../../../templates/${template}`, import.meta.url), 'utf8');
  return { path, text: text.replaceAll('canvass.yaml', profile) };
}

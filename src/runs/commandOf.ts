import type { ProfileRequest } from '../profile/profileLayers.ts';
import { shellWord } from '../result/shellWord.ts';

/** Values that may be secret: they are to come from the environment, and are in no report. */
const secret = /key|token|secret|password/i;

/**
 * The command that a person typed to run a profile, as far as it decides what is run: with the file as it was named,
 * without seed and without what may be secret.
 */
export function commandOf(
  kind: 'load' | 'conform' | 'capacity',
  { profile, baseUrl, datacenter, set }: Omit<ProfileRequest, 'cwd' | 'environment'>,
): string {
  const words = [
    profile,
    ...(datacenter === null ? [] : ['--datacenter', datacenter]),
    ...(baseUrl === null ? [] : ['--base-url', baseUrl]),
    ...set.filter((each) => !secret.test(each)).flatMap((each) => ['--set', each]),
  ];
  return ['canvass', kind, ...words.map(shellWord)].join(' ');
}

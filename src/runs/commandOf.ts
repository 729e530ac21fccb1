import type { ProfileRequest } from '../profile/profileLayers.ts';
import { shellWord } from '../result/shellWord.ts';

/** Values that may be secret: they are to come from the environment, and are in no report. */
const secret = /key|token|secret|password/i;

/**
 * The command that a person typed to run a profile, as far as it decides what is run: with the file as it was named,
 * without seed and without what may be secret.
 *
 * @param options what the command takes beside those of every profile: a value, `true` of a flag, null where it is not said
 */
export function commandOf(
  kind: 'load' | 'conform' | 'capacity',
  { profile, baseUrl, datacenter, release, set }: Omit<ProfileRequest, 'cwd' | 'environment'>,
  options: Readonly<Record<string, string | true | null>> = {},
): string {
  const words = [
    profile,
    ...(datacenter === null ? [] : ['--datacenter', datacenter]),
    ...(typeof release !== 'string' ? [] : ['--release', release]),
    ...(baseUrl === null ? [] : ['--base-url', baseUrl]),
    ...Object.entries(options).flatMap(([name, value]) =>
      value === null ? [] : value === true ? [`--${name}`] : [`--${name}`, value],
    ),
    ...set.filter((each) => !secret.test(each)).flatMap((each) => ['--set', each]),
  ];
  return ['canvass', kind, ...words.map(shellWord)].join(' ');
}

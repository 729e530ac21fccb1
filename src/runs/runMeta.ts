import type { Profile } from '../profile/profile.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';
import { shownOverride } from '../profile/secretPlaces.ts';
import type { RunMeta } from '../result/progress.ts';
import type { Way } from '../result/runResult.ts';
import { shellWord } from '../result/shellWord.ts';
import { toolVersion } from '../toolVersion.ts';

/**
 * What a run of `profile` is, known before its first request.
 *
 * @param set each `--set path=value` that a person typed
 * @param command that a person typed; null where nobody says
 */
export function metaOf(
  profile: Profile,
  runTag: string,
  startedAt: Date,
  workers: number,
  plannedSeconds: number,
  set: readonly string[],
  command: string | null,
): RunMeta {
  const { baseUrl, datacenter, release, session } = profile.target;
  const { traceUrl } = profile.output;
  const way = wayOf(profile);
  return {
    run: {
      id: runTag,
      profile: profile.name,
      seed: profile.seed,
      startedAt: startedAt.toISOString(),
      ...(command === null ? {} : { command }),
      ...(set.length === 0 ? {} : { set: set.map(shownOverride) }),
    },
    target: {
      baseUrl,
      datacenter,
      release,
      session,
      ...(way === null ? {} : { way }),
      ...(traceUrl === null ? {} : { traceUrl }),
    },
    tool: {
      version: toolVersion(),
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      cpus: navigator.hardwareConcurrency,
    },
    profile: JSON.parse(JSON.stringify(profile)),
    workers,
    plannedSeconds,
  };
}

/** The way that requests take, as results tell it; `null` for the plain one. */
function wayOf({ target }: Profile): Way | null {
  const { basePath, connectTo, http2, proxy } = target;
  const { certFile, insecure, serverName } = target.tls;
  const headers = Object.keys(target.headers);
  const isPlain = basePath === '' && headers.length === 0 && !insecure && !http2;
  if (isPlain && [connectTo, proxy, certFile, serverName].every((each) => each === null)) return null;
  return { basePath, connectTo, proxy, headers, serverName, clientCertificate: certFile, insecure, http2 };
}

/** What a command takes beside the options of every profile: a value, `true` of a flag, null where it is not said. */
export type TypedOptions = Readonly<Record<string, string | true | null>>;

/**
 * The command that a person typed to run a profile, as far as it decides what is run: with the file as it was named,
 * without seed; secrets are named by a variable.
 */
export function commandOf(
  kind: 'load' | 'conform' | 'capacity',
  { profile, baseUrl, datacenter, release, set }: Omit<ProfileRequest, 'cwd' | 'environment'>,
  options: TypedOptions = {},
): string {
  const words = [
    profile,
    ...(datacenter === null ? [] : ['--datacenter', datacenter]),
    ...(typeof release !== 'string' ? [] : ['--release', release]),
    ...(baseUrl === null ? [] : ['--base-url', baseUrl]),
    ...Object.entries(options).flatMap(([name, value]) =>
      value === null ? [] : value === true ? [`--${name}`] : [`--${name}`, value],
    ),
    ...set.flatMap((each) => ['--set', shownOverride(each)]),
  ];
  return ['canvass', kind, ...words.map(shellWord)].join(' ');
}

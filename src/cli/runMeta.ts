import type { Profile } from '../profile/profile.ts';
import type { RunMeta } from '../result/tally/runResultOf.ts';
import { toolVersion } from './run.ts';

/** What a run of `profile` is, known before its first request. */
export function metaOf(
  profile: Profile,
  runTag: string,
  startedAt: Date,
  workers: number,
  plannedSeconds: number,
): RunMeta {
  const { baseUrl, datacenter, release, session } = profile.target;
  return {
    run: { id: runTag, profile: profile.name, seed: profile.seed, startedAt: startedAt.toISOString() },
    target: { baseUrl, datacenter, release, session },
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

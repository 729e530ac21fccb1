import type { Profile } from '../profile/profile.ts';
import type { RunMeta } from '../result/progress.ts';
import type { Way } from '../result/runResult.ts';
import { toolVersion } from '../toolVersion.ts';

/** What a run of `profile` is, known before its first request. */
export function metaOf(
  profile: Profile,
  runTag: string,
  startedAt: Date,
  workers: number,
  plannedSeconds: number,
): RunMeta {
  const { baseUrl, datacenter, release, session } = profile.target;
  const { traceUrl } = profile.output;
  const way = wayOf(profile);
  return {
    run: { id: runTag, profile: profile.name, seed: profile.seed, startedAt: startedAt.toISOString() },
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

/** `meta` of a run with the command that a person typed. */
export function withCommand(meta: RunMeta, command: string): RunMeta {
  return { ...meta, run: { ...meta.run, command } };
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

import { statSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { parseJson } from '../contract/jsonShape.ts';
import { validatorOf } from '../contract/validatorOf.ts';
import { readInput } from '../readInput.ts';
import { toolVersion } from '../toolVersion.ts';
import { writeWhole } from '../writeOutput.ts';
import { RunDigest } from './earlierRuns.ts';

/** Digests of the runs of a folder, by theirs: each result has megabytes, and is read once. */
const KeptDigests = Type.Object({
  /** Of the canvass that made them. */
  version: Type.String(),
  runs: Type.Record(Type.String(), Type.Object({ stamp: Type.String(), digest: RunDigest })),
});
type KeptDigests = Type.Static<typeof KeptDigests>;

const validator = validatorOf(KeptDigests);
const fileName = '.digests.json';

/** The digests that are kept in a folder of reports; none where they were made by another canvass, or cannot be read. */
export function keptDigests(reports: string): KeptDigests['runs'] {
  try {
    const kept = parseJson(readInput(join(reports, fileName), 'result'));
    return validator().Check(kept) && kept.version === toolVersion() ? kept.runs : {};
  } catch {
    return {};
  }
}

/** Keeps digests for later runs. @throws Error of the file system */
export async function keepDigests(reports: string, digests: readonly RunDigest[]): Promise<void> {
  const kept: KeptDigests = { version: toolVersion(), runs: {} };
  for (const digest of digests) {
    const stamp = stampOf(reports, digest.folder);
    if (stamp !== null) kept.runs[digest.folder] = { stamp, digest };
  }
  await writeWhole(join(reports, fileName), JSON.stringify(kept));
}

/** What changes when the result of a run is written anew; `null` where there is none any more. */
export function stampOf(reports: string, folder: string): string | null {
  const result = statSync(join(reports, folder, 'result.json'), { throwIfNoEntry: false });
  return result === undefined ? null : `${result.mtimeMs} ${result.size}`;
}

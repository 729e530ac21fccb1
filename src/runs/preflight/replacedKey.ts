import { join } from 'node:path';
import { digestsIn } from '../../report/writeReports.ts';

/**
 * Why the first key of a profile may be refused, as the newest run of a folder tells that had the service replace it; `''`
 * where none did.
 *
 * @param reports the folder of the runs @param baseUrl the service that was asked
 */
export async function whoReplacedKey(reports: string, baseUrl: string): Promise<string> {
  const { runs } = await digestsIn(reports);
  const run = runs.findLast((each) => each.hasReplacedKey && each.baseUrl === baseUrl);
  if (run === undefined) return '';
  return `; the run in ${join(reports, run.folder)} had the key of this place replaced (admin.regenerateKey): is it that one?`;
}

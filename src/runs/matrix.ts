import { basename, join, relative } from 'node:path';
import { ToolError } from '../errors.ts';
import type { ProfileRequest } from '../profile/profileLayers.ts';
import { contentMarkdown } from '../report/content/contentMarkdown.ts';
import { type MatrixCell, matrixContent } from '../report/content/matrixContent.ts';
import { summaryContent } from '../report/content/summaryContent.ts';
import { matrixPage } from '../report/html/matrixPage.ts';
import { pageAssets } from '../report/html/pageAssets.ts';
import { writeFiles } from '../writeOutput.ts';
import { checkedProfile } from './checkProfiles.ts';
import { inRunFolder, type WrittenRun } from './runFolder.ts';
import type { RunWatch } from './runWatch.ts';

/** What a matrix of runs came to. */
export type WrittenMatrix = Awaited<ReturnType<typeof runMatrix>>;

/** The requests of all combinations of `--datacenter a,b` and `--release x,y`; one where neither names several. */
export function requestsOf<Request extends Pick<ProfileRequest, 'datacenter' | 'release'>>(
  request: Request,
): readonly [Request, ...Request[]] {
  const [first, ...others] = namesIn(request.datacenter).flatMap((datacenter) =>
    namesIn(request.release ?? null).map((release) => ({ ...request, datacenter, release })),
  );
  return [first ?? request, ...others];
}

/** The names of a list by commas, each once; `null` for no list. @throws ToolError USAGE for an empty one */
export function namesIn(text: string | null): readonly (string | null)[] {
  if (text === null) return [null];
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw new ToolError('USAGE', `"${text}" names nothing between two commas`);
  return [...new Set(names)];
}

/**
 * Runs one combination after the other, whatever came of the one before, and writes one table of their verdicts.
 *
 * @param run runs a request into a folder
 * @throws ToolError for a profile that one of them cannot use, before anything is run
 */
export async function runMatrix(
  requests: readonly ProfileRequest[],
  out: string,
  run: (request: ProfileRequest, out: string) => Promise<WrittenRun>,
  watch: Pick<RunWatch, 'interrupt' | 'onNotice'>,
) {
  const targets = requests.map((request) => ({ request, profile: checkedProfile(request) }));
  const name = `${targets[0]?.profile.name ?? 'canvass'}-matrix`;
  return await inRunFolder(out, name, new Date(), async (directory) => {
    const cells: MatrixCell[] = [];
    const runs: WrittenRun[] = [];
    for (const { request, profile } of targets) {
      if (watch.interrupt.aborted) break;
      const { datacenter, release } = profile.target;
      watch.onNotice(`${datacenter}, ${release} (${cells.length + 1} of ${targets.length})`);
      try {
        const written = await run(request, directory);
        runs.push(written);
        const report = join(relative(directory, written.directory) || basename(written.directory), 'report.html');
        const { result } = written;
        cells.push({
          datacenter,
          release,
          verdict: result.verdict,
          why: summaryContent(result).headline,
          result,
          report,
        });
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        cells.push({ datacenter, release, verdict: 'NOT RUN', why: error.message, result: null, report: null });
      }
    }
    /** `paths` are its page, and the same as Markdown. */
    return { cells, runs, paths: await write(cells, directory) };
  });
}

async function write(cells: readonly MatrixCell[], directory: string): Promise<readonly string[]> {
  return await writeFiles(directory, [
    ['matrix.html', matrixPage(cells, await pageAssets())],
    ['matrix.md', contentMarkdown(matrixContent(cells))],
  ]);
}

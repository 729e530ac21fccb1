import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { folderOf, runsIn } from '../../support/folder.ts';

const frozen = fileURLToPath(new URL('../../support/frozenCanvass.ts', import.meta.url));

test('what freezes conform is ended, and what was known by then is its result', async () => {
  const out = join(folderOf({}), 'reports');
  const { code, stderr } = await new Promise<{ code: number; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [frozen, 'conform', 'smoke', '--out', out, '--respondents', '5'],
      (_, __, said) => resolve({ code: child.exitCode ?? -1, stderr: said }),
    );
  });
  expect(stderr).toContain('it stood still, and what it was at was ended');
  const [run = ''] = runsIn(out);
  expect(await readdir(join(out, run))).toEqual(expect.arrayContaining(['report.html', 'result.json']));
  const result = JSON.parse(await readFile(join(out, run, 'result.json'), 'utf8'));
  expect({ code, verdict: result.verdict, interrupted: result.run.interrupted }).toEqual({
    ...{ code: 4, verdict: 'INVALID', interrupted: true },
  });
  expect(result.reasons.join(' ')).toContain('canvass itself failed: it stood still');
  expect(result.coverage.clauses.exercised).toBeGreaterThan(10);
});

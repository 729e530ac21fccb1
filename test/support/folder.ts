import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** A folder of files that is gone after the test. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = madeOf(files);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A folder of files that is gone after all tests of the file or `describe` that it is made in. */
export function sharedFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = madeOf(files);
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

function madeOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'canvass-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** The folders of the runs in a folder of reports, oldest first. */
export function runsIn(reports: string): readonly string[] {
  return readdirSync(reports, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

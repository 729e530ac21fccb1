import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/report/writeFiles.ts';

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'canvass-folder-'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

describe('a folder', () => {
  it('is made with those above it, and may be there', async () => {
    const path = join(base, 'a', 'b', 'c');
    await makeFolder(path);
    await makeFolder(path);
    expect((await stat(path)).isDirectory()).toBe(true);
  });

  it('is not made where a file is in the way', async () => {
    const file = join(base, 'file');
    await writeFile(file, '');
    await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolder(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it.runIf(process.platform === 'linux')('is refused at once where the file system has no place for one', async () => {
    await expect(makeFolder('/proc/canvass/reports')).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, writeWhole } from '../src/writeOutput.ts';
import { sharedFolder } from './support/folder.ts';

const base = sharedFolder();

describe('a folder', () => {
  it('is made with those above it, and may be there', async () => {
    const path = join(base, 'a', 'b', 'c');
    expect(await makeFolder(path)).toEqual([join(base, 'a'), join(base, 'a', 'b'), path]);
    expect(await makeFolder(path)).toEqual([]);
    expect((await stat(path)).isDirectory()).toBe(true);
  });

  it('is made by each of several at once, and by one of them', async () => {
    const path = join(base, 'd', 'e');
    const made = await Promise.all(Array.from({ length: 8 }, () => makeFolder(path)));
    expect(made.flat().sort()).toEqual([join(base, 'd'), path]);
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

describe('a file', () => {
  it('of which two texts are written at once is one of them, and nothing else is left', async () => {
    const folder = await mkdtemp(join(base, 'whole-'));
    const path = join(folder, 'index.html');
    const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(300_000));
    await Promise.all(texts.map((text) => writeWhole(path, text)));
    expect(texts).toContain(await readFile(path, 'utf8'));
    expect(await readdir(folder)).toEqual(['index.html']);
  });

  it('that cannot have its name leaves nothing beside', async () => {
    const folder = await mkdtemp(join(base, 'blocked-'));
    await makeFolder(join(folder, 'index.html'));
    await expect(writeWhole(join(folder, 'index.html'), 'text')).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['index.html']);
  });
});

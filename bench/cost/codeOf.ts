import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = join(import.meta.dirname, '..', '..');

/** The code of one commit, in a folder that is removed in the end. */
export interface EarlierCode {
  /** One of its files. */
  file(name: string): string;
  remove(): void;
}

/** Checks a commit out into a temporary folder, beside the dependencies of today. @throws Error when git knows no such commit */
export function codeOf(commit: string): EarlierCode {
  const folder = mkdtempSync(join(tmpdir(), 'canvass-cost-'));
  const tree = join(folder, 'tree');
  const git = (...words: string[]): unknown => execFileSync('git', ['-C', here, ...words], { stdio: 'pipe' });
  const remove = (): void => {
    rmSync(folder, { recursive: true });
    git('worktree', 'prune');
  };
  try {
    git('worktree', 'add', '--detach', tree, commit);
    symlinkSync(join(here, 'node_modules'), join(tree, 'node_modules'));
  } catch (error) {
    remove();
    throw error;
  }
  return { file: (name) => join(tree, name), remove };
}

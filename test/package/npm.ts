import { ended } from '../support/process.ts';

/** What npm says. What has been fetched before is not fetched again. @throws when it fails */
export async function npm(words: readonly string[], cwd: string): Promise<string> {
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--no-update-notifier'];
  const { exitCode, stdout, stderr } = await ended('npm', [...words, ...quiet], cwd);
  if (exitCode !== 0) throw new Error(`npm ${words[0]} failed: ${stderr}`);
  return stdout;
}

import { readFile } from 'node:fs/promises';
import type { PageAssets } from './bundlePage.ts';

let assets: Promise<PageAssets> | null = null;

/**
 * The page's script and style. In a checkout they are bundled from `src/report/page` on first use, so they are never
 * stale; the compiled package has no bundler and carries them as `page.json`.
 */
export function pageAssets(): Promise<PageAssets> {
  assets ??= import.meta.url.endsWith('.ts') ? bundled() : packaged();
  return assets;
}

async function bundled(): Promise<PageAssets> {
  const { bundlePage } = await import('./bundlePage.ts');
  return bundlePage();
}

async function packaged(): Promise<PageAssets> {
  const parsed: PageAssets = JSON.parse(await readFile(new URL('../page.json', import.meta.url), 'utf8'));
  return parsed;
}

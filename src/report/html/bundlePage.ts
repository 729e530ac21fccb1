import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Script and style of every page, each one text without references to the network. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/** Bundles `src/report/page` into one script and one style. */
export async function bundlePage(): Promise<PageAssets> {
  const entry = fileURLToPath(new URL('../page/reportScript.ts', import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'ascii',
    legalComments: 'none',
    write: false,
    outdir: 'page',
    logLevel: 'error',
  });
  const textOf = (ending: string): string => outputFiles.find((file) => file.path.endsWith(ending))?.text ?? '';
  return { script: textOf('.js'), style: textOf('.css') };
}

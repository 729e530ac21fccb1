/**
 * Makes `dist`, which the package runs: each file of `src` as JavaScript in its place, and beside them, in few files, what
 * most commands need of other packages. Those are over a thousand modules, and finding and linking them took half of a short command.
 */
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';
import { bundlePage } from '../../src/report/html/bundlePage.ts';

/** They stay dependencies: an installed package has their licences. */
const bundled = /^(csv-parse|entities|fastify|hdr-histogram-js|typebox|yaml|yargs)(\/|$)/;

/** Own files, and packages that few commands need, are imported as they are. */
const inPlace: Plugin = {
  name: 'in place',
  setup(esbuild) {
    esbuild.onResolve({ filter: /.*/ }, ({ kind, importer, path }) => {
      if (kind === 'entry-point' || importer.includes('node_modules') || bundled.test(path)) return undefined;
      return { path: path.startsWith('.') ? path.replace(/\.ts$/, '.js') : path, external: true };
    });
  },
};

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: globSync('src/**/*.ts', { exclude: ['src/report/page/**', 'src/report/html/bundlePage.ts'] }),
  outbase: 'src',
  outdir: 'dist',
  chunkNames: 'packages/[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  plugins: [inPlace],
  logLevel: 'warning',
});
// Packages that are no modules ask for those of Node by a function that modules do not have.
const asking = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";
for (const file of globSync('dist/packages/*.js')) writeFileSync(file, asking + readFileSync(file, 'utf8'));
cpSync('src', 'dist', { recursive: true, filter: (file) => !file.endsWith('.ts') });
writeFileSync('dist/report/page.json', JSON.stringify(await bundlePage()));

#!/usr/bin/env node
import { nodeNeeded } from './nodeNeeded.ts';

// Nothing else is imported before the version is known: an old Node could not even parse it.
const needed = nodeNeeded(process.versions.node);
if (needed === null) {
  import('./cli/run.ts').then(({ start }) => start(process.argv.slice(2)));
} else {
  process.stderr.write(`${needed}\n`);
  process.exitCode = 2;
}

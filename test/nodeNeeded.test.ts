import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeNeeded } from '../src/nodeNeeded.ts';

test.each(['22.19.0', '22.23.3', '24.0.0', '26.10.0', '27.1.0'])('Node %s is enough', (version) => {
  expect(nodeNeeded(version)).toBeNull();
});

test.each(['8.17.0', '20.20.2', '22.18.9', '23.11.0', '25.2.0'])('Node %s is told what is needed', (version) => {
  const said = `canvass needs Node 22.19, 24 or 26, or a newer one of these lines; this is ${version}. \`npm install --save-dev node@24\` brings one.`;
  expect(nodeNeeded(version)).toBe(said);
});

test('an old Node reads two files only, and nothing in them that it could not parse', () => {
  const [main, needed] = ['main', 'nodeNeeded'].map((name) => readFileSync(`src/${name}.ts`, 'utf8'));
  expect([...`${main}${needed}`.matchAll(/^import .*$/gm)].map(([line]) => line)).toEqual([
    "import { heapNeeded, nodeNeeded } from './nodeNeeded.ts';",
  ]);
  expect(main).not.toMatch(/^await/m);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type MetricKind, metricList } from '../../../src/report/metrics/metricList.ts';
import { annotationExpressions, panelExpressions } from './dashboardExpressions.ts';

test('docs/observability.md lists every metric: UPDATE_DOCS=1 writes it', () => {
  const rows = Object.entries<MetricKind>(metricList).map(
    ([name, { kind, labels, help }]) =>
      `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
  );
  const table = ['| Metric | Kind | Labels | What it tells |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const path = 'docs/observability.md';
  const written = (page: string): string =>
    page.replace(
      /(<!-- metrics: .*-->\n)[\s\S]*(<!-- end of metrics -->)/,
      (_, begin, end) => `${begin}\n${table}\n\n${end}`,
    );
  const page = readFileSync(path, 'utf8');
  if (process.env.UPDATE_DOCS === '1') writeFileSync(path, written(page));
  expect(readFileSync(path, 'utf8')).toBe(written(page));
  expect(page).toContain('<!-- end of metrics -->');
});

test('every expression of the dashboard names metrics that are served, and every metric is on it', () => {
  const known = new Map(
    Object.entries<MetricKind>(metricList).flatMap(([name, { kind }]) =>
      (kind === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).map(
        (suffix) => [`${name}${suffix}`, name] as const,
      ),
    ),
  );
  const named = [...panelExpressions, ...annotationExpressions].map(
    (expression) => expression.match(/\bcanvass_\w+/g) ?? [],
  );
  for (const names of named) {
    expect(names).not.toEqual([]);
    for (const name of names) expect([...known.keys()]).toContain(name);
  }
  expect([...new Set(named.flat().map((name) => known.get(name)))].sort()).toEqual(Object.keys(metricList).sort());
});

import { beforeAll, describe, expect, it } from 'vitest';
import { contentMarkdown, partsMarkdown } from '../../../src/report/content/contentMarkdown.ts';
import { contentText } from '../../../src/report/content/contentText.ts';
import { planningParts } from '../../../src/report/content/planningContent.ts';
import { summaryContent } from '../../../src/report/content/summaryContent.ts';
import type { PageAssets } from '../../../src/report/html/bundlePage.ts';
import { pageAssets } from '../../../src/report/html/pageAssets.ts';
import { reportPage } from '../../../src/report/html/reportPage.ts';
import type { RunResult } from '../../../src/result/runResult.ts';
import { contradictions, figuresOf, type PageFigure } from '../../support/pageFigures.ts';
import { readHtml, readMarkdown, readText } from '../../support/readPages.ts';
import { realRuns } from './realRuns.ts';

let assets: PageAssets;
let runs: Readonly<Record<string, RunResult>>;
beforeAll(async () => {
  assets = await pageAssets();
  runs = await realRuns();
});

/** Everything that pages, Markdown and the terminal say of a run. */
function saidOf(result: RunResult): PageFigure[] {
  const content = summaryContent(result);
  const planned = result.capacity.length > 0;
  return [
    ...figuresOf(readHtml(reportPage(result, assets)), 'report.html'),
    ...figuresOf(readMarkdown(contentMarkdown(content)), 'summary.md'),
    ...figuresOf(readText(contentText(content)), 'terminal'),
    ...(planned ? figuresOf(readMarkdown(partsMarkdown(planningParts(result))), 'planning.md') : []),
  ];
}

describe('the pages of twenty runs', () => {
  it('show no two different figures of one name', () => {
    expect(Object.keys(runs).length).toBeGreaterThanOrEqual(20);
    const all = Object.values(runs);
    expect(new Set(all.map(({ verdict }) => verdict))).toEqual(new Set(['PASS', 'FAIL', 'INVALID']));
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['load', 'conform', 'capacity']));
    const found = Object.entries(runs).flatMap(([name, result]) =>
      contradictions(saidOf(result)).map((each) => `${name}: ${each}`),
    );
    expect(found).toEqual([]);
  });

  it.each([
    [
      'three runs, pooled',
      3,
      [
        'latency.p50',
        'latency.p99',
        'requests',
        'checks',
        'errors',
        'violations',
        'pooled',
        'endpoint(take).requests',
        'endpoint(take).latency.p50',
        'endpoint(take).latency.max',
        'clauses.tested',
      ],
    ],
    [
      'a capacity, enough',
      2,
      ['needed', 'peak', 'Respondents a second of Datacenter local', 'carried', 'carried.low', 'knee', 'p50 at 40/s'],
    ],
  ])('show what can be compared in many places: %s', (run, least, names) => {
    const result = runs[run];
    const figures = Map.groupBy(result === undefined ? [] : saidOf(result), ({ name }) => name);
    for (const name of names)
      expect([name, figures.get(name)?.length ?? 0]).toEqual([
        name,
        expect.toSatisfy((count: number) => count >= least),
      ]);
  });

  it('never say that something is enough that nothing confirmed', () => {
    for (const [name, { capacity }] of Object.entries(runs))
      for (const { plan, reasons } of capacity)
        if (reasons.some((reason) => reason.startsWith('Not confirmed')))
          expect([name, plan?.verdict]).not.toEqual([name, 'yes']);
    const words = Object.values(runs).flatMap(({ capacity }) => capacity.flatMap(({ plan }) => plan?.verdict ?? []));
    expect([...new Set(words)].sort()).toEqual(['likely', 'no', 'yes']);
  });
});

describe('a second source of a figure', () => {
  const planted = (change: (pooled: RunResult) => RunResult): string => {
    const pooled = runs['three runs, pooled'];
    if (pooled === undefined) throw new Error('they were run');
    expect(contradictions(saidOf(pooled))).toEqual([]);
    return contradictions(saidOf(change(pooled))).join('\n');
  };

  it('is found in thresholds', () => {
    const found = planted((pooled) => ({
      ...pooled,
      thresholds: pooled.thresholds.map((each) => ({ ...each, value: 3 * (each.value ?? 0) })),
    }));
    expect(found).toContain('requests: ');
    expect(found).toContain('latency.p99: ');
  });

  it('is found in the slowest exchanges, and in counts of checks', () => {
    const slower = planted((pooled) => ({
      ...pooled,
      endpoints: pooled.endpoints.map((each) => ({
        ...each,
        slowest: (each.slowest ?? []).map((slow) => ({ ...slow, experiencedUs: 2 * slow.experiencedUs })),
      })),
    }));
    expect(slower).toContain('endpoint(take).latency.max: ');
  });

  it('is found in percentiles that are not those of the histogram', () => {
    const found = planted((pooled) => ({
      ...pooled,
      endpoints: pooled.endpoints.map((each) => ({
        ...each,
        latency: {
          ...each.latency,
          experienced: { ...each.latency.experienced, p90: 3 * each.latency.experienced.p90 },
        },
      })),
    }));
    expect(found).toContain('endpoint(take).latency.p90: ');
  });

  it('is found in forecasts', () => {
    const result = runs['a capacity, enough'];
    const [capacity] = result?.capacity ?? [];
    if (result === undefined || capacity === undefined) throw new Error('it was searched');
    const sentence =
      'The peak of 90/s: yes, at least 300/s are carried, 210/s more. With 10 % above it, 99/s: yes, at least 300/s are carried, 201/s more.';
    const other = { ...result, capacity: [{ ...capacity, reasons: [sentence] }] };
    expect(contradictions(saidOf(other)).join('\n')).toContain('needed: ');
    const rounded = capacity.forecast?.map((each) => ({
      ...each,
      reading: each.reading.replace(/ to .+?,/, ' to 9 ms,'),
    }));
    const otherwise = { ...result, capacity: [{ ...capacity, forecast: rounded ?? [] }] };
    expect(contradictions(saidOf(otherwise)).join('\n')).toContain('p50 at 40/s: ');
  });
});

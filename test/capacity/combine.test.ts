import { describe, expect, it } from 'vitest';
import { combineResults } from '../../src/capacity/combine.ts';
import { targetWords } from '../../src/report/content/runFacts.ts';
import { summaryContent } from '../../src/report/content/summaryContent.ts';
import type { CapacityResult } from '../../src/result/capacityResult.ts';
import type { RunResult } from '../../src/result/runResult.ts';
import { capacityResult } from '../support/sampleResults.ts';

const at = new Date('2026-11-25T12:00:00Z');

/** A search of two datacenters whose time was over; of `us` the generator was the limit. */
function searched(): RunResult {
  const result = capacityResult();
  const search = {
    ...{ endedBy: 'duration', method: '', confirmationsHeld: 0, confirmSeconds: 10, seconds: 60 },
    ...{ requests: 9, walkSeconds: null, requestsPerWalk: null },
  };
  const capacity = result.capacity.map(
    (each): CapacityResult => ({
      ...each,
      search,
      sustainablePerSecond: { ...each.sustainablePerSecond, high: null },
      baseUrl: `http://${each.datacenter}.test`,
    }),
  );
  return { ...result, capacity };
}

describe('saved capacities that are judged by another peak', () => {
  const once = combineResults([searched()], { peakPerSecond: 400, headroom: 0.3 }, at);
  const again = combineResults([once], { peakPerSecond: 500, headroom: 0 }, at);

  it('speak of that peak alone, in every row', () => {
    expect(again.validity?.performance.reasons).toEqual(again.reasonCodes);
    const { headline, why, judged, next } = summaryContent(again);
    expect(JSON.stringify([headline, why, judged, next, again.validity])).not.toContain('520/s');
  });

  it('are not said to be measured as they are, where this machine was the limit', () => {
    expect(again).toMatchObject({
      verdict: 'INVALID',
      judgements: { measurement: { judgement: 'bounds', because: ['capacity'] } },
    });
    expect(summaryContent(again).judged.find(({ label }) => label === 'Measurement')).toMatchObject({
      value: 'what is carried is the least',
      detail: 'this machine was the limit of us',
    });
  });

  it('name what is to be done about a search whose time was over', () => {
    const { next } = summaryContent(again);
    expect(next).toContainEqual(
      expect.stringContaining('search of eu more time to confirm its answer: raise capacity.maxD'),
    );
    expect(next.join(' ')).not.toContain('named above');
  });

  it('are no run that sent anything', () => {
    expect(once).toMatchObject({ run: { startedAt: at.toISOString(), durationSeconds: 0 }, endpoints: [] });
  });

  it('count of a datacenter what its newest run measured, whatever order they are named in, and say what was replaced', () => {
    const older = searched();
    const [eu] = older.capacity;
    if (eu === undefined) throw new Error('nothing was searched');
    const newer = {
      ...older,
      run: { ...older.run, id: 'newer', startedAt: '2030-01-01T00:00:00.000Z' },
      capacity: [{ ...eu, sustainablePerSecond: { low: 1, best: 2, high: 3 } }],
    };
    for (const results of [
      [older, newer],
      [newer, older],
    ]) {
      const replaced: string[] = [];
      const { capacity } = combineResults(results, null, at, (...one) => replaced.push(one.join(' of ')));
      expect(capacity.map(({ datacenter }) => datacenter)).toEqual(older.capacity.map(({ datacenter }) => datacenter));
      expect(capacity[0]?.sustainablePerSecond).toEqual({ low: 1, best: 2, high: 3 });
      expect(replaced).toEqual([`${eu.datacenter} of ${older.run.id}`]);
    }
  });

  it('name the address of each datacenter', () => {
    expect(targetWords(again)).toBe('eu http://eu.test, us http://us.test');
  });
});

import { describe, expect, it } from 'vitest';
import { cellText } from '../../../src/report/content/content.ts';
import { fleetTable } from '../../../src/report/content/runTables.ts';
import { progressLine } from '../../../src/report/text/progressText.ts';
import type { FleetWorkerResult } from '../../../src/result/fleetResult.ts';
import { sampleProgress } from '../../support/sampleProgress.ts';
import { sampleResult } from '../../support/sampleResults.ts';

const good: FleetWorkerResult = {
  name: 'a',
  host: 'machine-1',
  threads: 8,
  clockOffsetMs: -1.5,
  roundTripMs: 0.4,
  startDoubtMs: 0.2,
  arrivals: 1200,
  requests: 9000,
  cpuPercent: 41.6,
  eventLoopDelayP99Ms: 3,
  busyShare: 0,
  lateShare: 0,
  lost: null,
};

describe('the machines of a run', () => {
  it('are told with clock, load, health and what became of each', () => {
    const workers = [
      good,
      { ...good, name: 'b', busyShare: 0.5 },
      { ...good, name: 'c', lateShare: 0.2 },
      { ...good, name: 'd', lost: { afterSeconds: 12, why: 'nothing was heard of it for 15 s' } },
    ];
    const table = fleetTable({ ...sampleResult(), fleet: { name: 'f', startApartMs: 0.4, workers } });
    expect(table.note).toContain('up to 400 µs apart');
    expect(table.rows.map((row) => row.map(cellText))).toEqual([
      ['a (machine-1)', '8', '−1.5 ms', '400 µs', '1,200', '9,000', '42 %', '3 ms', 'kept up'],
      expect.arrayContaining(['b (machine-1)', 'at its limit']),
      expect.arrayContaining(['c (machine-1)', 'late']),
      expect.arrayContaining(['d (machine-1)', 'lost after 12 s (nothing was heard of it for 15 s)']),
    ]);
  });

  it('say how many messages were dropped, by the leader and by each of them', () => {
    const workers = [good, { ...good, droppedMessages: 2 }];
    const { rows } = fleetTable({ ...sampleResult(), fleet: { name: 'f', startApartMs: 0, workers } });
    expect(rows.map((row) => cellText(row.at(-1) ?? ''))).toEqual([
      'kept up',
      "kept up (2 of a stranger's messages dropped)",
    ]);
    const noteOf = (droppedMessages: number) =>
      fleetTable({ ...sampleResult(), fleet: { name: 'f', startApartMs: 0, droppedMessages, workers } }).note;
    expect(noteOf(3)).toContain(' 5 messages were dropped, as nobody with the key');
    expect(
      fleetTable({ ...sampleResult(), fleet: { name: 'f', startApartMs: 0, workers: [good] } }).note,
    ).not.toContain('dropped');
  });

  it('are no part of a run on one machine', () => {
    expect(fleetTable(sampleResult()).rows).toEqual([]);
  });

  it('are counted while it goes on', () => {
    const progress = sampleProgress(sampleResult(), 5);
    expect(progressLine(progress)).not.toContain('worker');
    expect(progressLine({ ...progress, fleet: { present: 3, wanted: 3 } })).toContain(', 3 workers, ');
    expect(progressLine({ ...progress, fleet: { present: 2, wanted: 3 } })).toContain(', 2 of 3 workers, ');
  });
});

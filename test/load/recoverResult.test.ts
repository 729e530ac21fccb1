import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { nothingAcceptable } from '../../src/judging/baseline/standing.ts';
import { runResultOf } from '../../src/judging/run/runResultOf.ts';
import { recoverResult } from '../../src/load/recoverResult.ts';
import { JournalWriter, journalName } from '../../src/result/journal.ts';
import { Tally } from '../../src/result/tally/tally.ts';
import { TimelineTally } from '../../src/result/tally/timelineTally.ts';
import { folderOf } from '../support/folder.ts';
import { sampleMeta, trialProfile } from '../support/loadRun.ts';
import { sampleDelta, sampleEndpoint, sampleHealth } from '../support/sampleDeltas.ts';

let directory = '';
beforeEach(() => {
  directory = folderOf({});
});

const meta = sampleMeta(trialProfile('http://127.0.0.1:9'));
const seconds = Array.from({ length: 5 }, (_, second) =>
  sampleDelta({
    second,
    arrivals: 4,
    ends: { completed: 3 },
    endpoints: { take: sampleEndpoint({ ok: 4 }, 1000 * (second + 1)) },
    coverage: { ...sampleDelta().coverage, checked: { 'TAKE-HTTP-01': 4 } },
    health: [sampleHealth()],
  }),
);

async function writeJournal(): Promise<void> {
  const journal = await JournalWriter.open(directory, meta);
  for (const delta of seconds) journal.add({ delta, thresholds: [] });
  expect(await journal.close()).toBeNull();
}

describe('the journal of a killed run', () => {
  it('gives the result that the run had so far', async () => {
    await writeJournal();
    const recovered = await recoverResult(directory);
    const tally = new Tally();
    const timeline = new TimelineTally();
    for (const delta of seconds) {
      tally.add(delta);
      timeline.add(delta);
    }
    const whole = runResultOf(meta, tally, timeline.timeline, {
      endedAt: '2026-03-01T10:00:05.000Z',
      interrupted: true,
      recovered: true,
      thresholds: [],
      audit: null,
      created: [],
      acceptable: nothingAcceptable,
      troubles: recovered.reasonCodes ?? [],
    });
    expect(recovered).toEqual(whole);
    expect(recovered).toMatchObject({ verdict: 'INVALID', run: { recovered: true, durationSeconds: 5 } });
    expect(recovered.reasons[0]).toContain('killed after 5 of');
  });

  it('counts what each shard told last of seconds that were never summed', async () => {
    const journal = await JournalWriter.open(directory, meta);
    const told = (second: number, shard: number, arrivals: number) => sampleDelta({ second, shard, arrivals });
    const parts = [told(0, 0, 1), told(0, 1, 2), told(1, 0, 10), told(1, 0, 30), told(1, 1, 40), told(2, 0, 500)];
    for (const part of parts) journal.add({ part });
    journal.add({ delta: told(0, 0, 7), thresholds: [] });
    await journal.close();
    const { respondents, timeline } = await recoverResult(directory);
    expect(respondents.started).toBe(7 + (30 + 40) + 500);
    // Nobody saw how their walks ended.
    expect(respondents.stopped).toBe(respondents.started);
    expect(timeline.points.map(({ arrivals }) => arrivals)).toEqual([7, 70, 500]);
  });

  it('may end in the middle of a line', async () => {
    await writeJournal();
    const text = await readFile(join(directory, journalName), 'utf8');
    await writeFile(join(directory, journalName), text.slice(0, -200));
    expect((await recoverResult(directory)).respondents.started).toBe(16);
  });

  it('is read up to what is no journal', async () => {
    await writeJournal();
    await appendFile(join(directory, journalName), '{"delta":{"second":5}}\nnonsense\n');
    expect((await recoverResult(directory)).respondents.started).toBe(20);
  });

  it('is never written over another', async () => {
    await writeJournal();
    await expect(JournalWriter.open(directory, meta)).rejects.toThrow('cannot be written');
  });

  it.each([
    ['is missing', null],
    ['is empty', ''],
    ['is something else', '{"journal":"other"}\n'],
  ])('that %s gives one clear error', async (_, text) => {
    if (text !== null) await writeFile(join(directory, journalName), text);
    await expect(recoverResult(directory)).rejects.toMatchObject({ code: 'RESULT_UNREADABLE' });
  });
});

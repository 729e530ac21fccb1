import { beforeAll, describe, expect, test } from 'vitest';
import { sections } from '../../../src/contract/clause.ts';
import type { Completion } from '../../../src/service/completedResponses.ts';
import { chooseFaults } from '../../../src/service/faults/faultChoice.ts';
import { faults } from '../../../src/service/faults/faults.ts';
import { startService } from '../../../src/service/service.ts';
import { CompletedResponsesInMemory } from '../../support/completedInMemory.ts';
import { isForAccounts, transcriptOf } from './transcript.ts';

/** Runs the script until a line differs from the clean one; undefined when nothing does. */
async function firstDifference(list: string, clean: readonly string[]): Promise<string | undefined> {
  const completed = new CompletedResponsesInMemory();
  const service = await startService({ faults: chooseFaults(list), completed });
  try {
    let index = 0;
    for await (const line of transcriptOf(service)) {
      if (line !== clean[index]) return line;
      index += 1;
    }
    const kept = storedLine(completed.all());
    return kept === clean[index] ? undefined : kept;
  } finally {
    await service.close();
  }
}

function storedLine(completions: Iterable<Completion>): string {
  return JSON.stringify([...completions].map(({ surveyId, answers }) => ({ surveyId, answers })));
}

describe('injected faults', () => {
  const clean: string[] = [];
  beforeAll(async () => {
    const completed = new CompletedResponsesInMemory();
    const service = await startService({ completed });
    for await (const line of transcriptOf(service)) clean.push(line);
    clean.push(storedLine(completed.all()));
    await service.close();
  });

  test('a clean service says the same to the same script', async () => {
    expect(await firstDifference('', clean)).toBeUndefined();
  });

  const respondentsSee = faults.filter((fault) => !isForAccounts(fault) && fault.how.kind !== 'store');
  test.each(respondentsSee.map(({ id }) => id))('%s shows', async (id) => {
    expect(await firstDifference(`${id}:1`, clean)).toBeDefined();
  });

  test('a rare fault happens once in so many opportunities', async () => {
    const service = await startService({ faults: chooseFaults('take-created:3') });
    const statuses: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      const response = await fetch(`${service.baseUrl}/a/api/v2/surveys/1001/take`, {
        headers: { 'api-key': 'canvass-key' },
      });
      await response.text();
      statuses.push(response.status);
    }
    await service.close();
    expect(statuses).toEqual([200, 200, 201, 200, 200, 201]);
  });
});

test('every fault has an id of its own, a sentence, and a section', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  for (const { id, description, section } of faults) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(description).toMatch(/^[\w].*\.$/);
    expect(sections).toHaveProperty(section);
  }
});

test.each([
  ['no-such-fault', /there is no fault "no-such-fault"/],
  ['take-created:0', /is no whole number/],
  ['take-created:x', /is no whole number/],
])('the list %s is refused with a reason', (list, reason) => {
  expect(() => chooseFaults(list)).toThrow(reason);
});

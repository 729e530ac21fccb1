import { describe, expect, test } from 'vitest';
import { sections } from '../../../src/contract/clause.ts';
import { altered } from '../../../src/selftest/altered.ts';
import { chooseFaults, faults } from '../../../src/selftest/faults/faults.ts';
import { startService } from '../../../src/service/service.ts';
import { changingAnswers } from '../../service/changedAnswers.ts';
import { Story } from '../../service/story.ts';

const story = new Story();
const alone = faults.filter(({ among, variants }) => among === 'anybody' && Object.keys(variants).length === 0);
const changing = changingAnswers(alone.map(({ how }) => how));

describe('injected faults', () => {
  const subjects = faults.map((fault) => [fault.id, fault] as const);
  test.each(subjects)('%s shows', async (_id, fault) => {
    if ((await changing).has(fault.how)) return;
    const isOfAccounts =
      ['administration', 'store'].includes(fault.how.kind) || /^route-(?!take|submit|previous)/.test(fault.id);
    const ofAccounts = /^(authentication|regenerate-key)$/.test(fault.section) ? 'keyStory' : 'administrationStory';
    const first = isOfAccounts ? ofAccounts : 'respondentStory';
    expect(await story.firstDifference({ faults: [{ fault, everyNth: 1 }] }, first)).toBeDefined();
  });

  test('a clean service says the same to the same script, whatever was injected before', async () => {
    expect(await story.firstDifference({}, 'respondentStory')).toBeUndefined();
  });

  test('a rare fault happens once in so many opportunities', async () => {
    const service = await startService(altered({ faults: chooseFaults('take-created:3') }));
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

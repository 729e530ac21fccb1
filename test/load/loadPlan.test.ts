import { describe, expect, it } from 'vitest';
import { budgetConflict } from '../../src/load/loadPlan.ts';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';

describe('a rate budget', () => {
  it('that a schedule cannot keep is said before the run', () => {
    const profile = (arrivalsPerSecond: number) =>
      resolveProfile({
        target: {
          baseUrl: 'http://survey.test',
          apiKeys: ['key-one', 'key-two'],
          authorization: 'a test',
          rateBudget: { perKeyPerMinute: 300, perOrganizationPerMinute: 2400 },
        },
        surveys: { walk: [{ id: 1 }] },
        load: { stages: [{ durationSeconds: 60, arrivalsPerSecond }] },
      });
    expect(budgetConflict(profile(5))).toBeNull();
    expect(budgetConflict(profile(6))).toMatchObject({ neededPerMinute: 720, allowedPerMinute: 600 });
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { compareTwins } from '../../src/report/compare/compareTwins.ts';
import { differencePlace } from '../../src/report/content/differencePlace.ts';
import { altered } from '../../src/selftest/altered.ts';
import { chooseFaults } from '../../src/selftest/faults/faults.ts';
import { startService } from '../../src/service/service.ts';
import { duetJudgement, duetOf } from '../support/duetRun.ts';

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
});

async function service(options: Parameters<typeof startService>[0] = {}): Promise<string> {
  const running = await startService(options);
  closing.push(() => running.close());
  return running.baseUrl;
}

/** So many walks of each side, at once. */
const walks = (count: number) => ({
  load: { stages: [{ durationSeconds: count / 120, arrivalsPerSecond: 120 }], gracefulStopSeconds: 600 },
});
/** As many walks again, of each side against itself, are left out where what differs anyway is not in the way. */
const nothingLearnt = { duet: { learnSeconds: 0 } };
/** Surveys in which so little is drawn that a few walks show it. */
const littleDrawn = { duet: { learnSeconds: 0.04 }, surveys: { walk: [{ id: 1001 }, { id: 1002 }] } };

describe('twins', () => {
  it('of equal services show no difference, and are in the records of both, whatever carries their sessions', async () => {
    const [base, candidate] = [await service({ session: 'cookie' }), await service({ session: 'token' })];
    const findings = await duetOf(base, candidate, { admin: { surveyId: 1001 }, ...walks(18) });
    expect(findings.differences).toEqual([]);
    expect(findings.pairs).toMatchObject({ walks: 18, parted: 0 });
    expect(findings.pairs.compared).toBeGreaterThan(90);
    const { respondents, coverage, audit, violations } = findings.base;
    // How many walk at once is a matter of time.
    expect(findings.candidate.respondents).toEqual({ ...respondents, peak: expect.any(Number) });
    expect(findings.candidate.coverage.transitions).toEqual(coverage.transitions);
    expect(violations).toEqual([]);
    expect(audit).toMatchObject({ lost: 0, duplicated: 0, altered: 0 });
    expect(audit?.completed).toBeGreaterThan(0);
    // How soon records are seen is each side's own.
    expect(findings.candidate.audit).toEqual({ ...audit, visibility: expect.anything() });
  });

  it('of which one is gone leave nothing to say of the other', async () => {
    const gone = await startService({});
    await gone.close();
    const report = compareTwins(
      await duetOf(await service(), gone.baseUrl, { ...walks(12), ...nothingLearnt }),
      duetJudgement,
    );
    expect(report.verdict).toBe('INVALID');
    expect(report.latency).toBe("CAN'T TELL");
    expect(report.reasonCodes).toContainEqual(expect.objectContaining({ code: 'side-invalid', side: 'candidate' }));
  });
});

describe('a fault of the candidate alone', () => {
  it.each([
    {
      faults: 'back-loses-answers,final-page-string,server-error',
      clauses: ['PAGE-FINAL-01', 'PREVIOUS-SELECTED-01', 'SANITY-5XX-01'],
      differs: 'type',
      count: 24,
    },
    {
      // Walks that are complete early break no promise that a walk alone could see.
      faults: 'complete-early,page-answers-dropped-at-times:2',
      clauses: ['SANITY-ALTERED-01'],
      differs: 'status',
      // Enough for some of those whose answers are dropped to be complete in the survey that is audited.
      count: 72,
    },
  ])(
    'is a regression or a difference, whatever else is broken: $faults',
    async ({ faults, clauses, differs, count }) => {
      const candidate = await service(altered({ faults: chooseFaults(faults) }));
      const twins = await duetOf(await service(), candidate, {
        admin: { surveyId: 1001 },
        ...walks(count),
        ...nothingLearnt,
      });
      const report = compareTwins(twins, duetJudgement);
      expect(report.verdict).toBe('FAIL');
      const regressions = report.promises.filter(({ standing }) => standing === 'REGRESSION');
      expect(regressions.map(({ violation }) => violation.clause)).toEqual(expect.arrayContaining(clauses));
      expect(report.differences.map(({ id }) => id.split(':')[0])).toContain(differs);
      const shown = JSON.stringify(report);
      expect(shown).not.toContain('canvass-key');
      expect(shown).not.toMatch(/[0-9A-F]{32}/);
    },
  );

  it('is named by survey, page and answers; what the twins ask after it follows from it', async () => {
    const candidate = await service(altered({ faults: chooseFaults('single-refused') }));
    const { differences, headline, reasons } = compareTwins(
      await duetOf(await service(), candidate, walks(16)),
      duetJudgement,
    );
    const [first] = differences;
    if (first === undefined) throw new Error('they differ');
    expect(first).toMatchObject({ aspect: 'status', standing: { kind: 'UNEXPECTED' } });
    const place = differencePlace(first);
    expect(place).toMatch(/^survey \d+.*, “[^”]+”: \S/);
    expect(headline).toMatch(/^New: Valid answers are refused\. The candidate breaks/);
    expect(reasons.join('\n')).toMatch(/: Valid answers are refused, in survey \d+.*, “[^”]+” \(question \d+\)/);
    expect(reasons.join('\n')).toContain(`twins were answered differently: submit-page of ${place}`.slice(0, 80));
    const ways = differences.filter(({ standing: { kind } }) => kind === 'UNEXPECTED');
    const follows = differences.filter(({ standing: { kind } }) => kind === 'FOLLOWS');
    expect(ways.filter(({ aspect }) => aspect === 'request')).toEqual([]);
    expect(follows.map(({ aspect }) => aspect)).toContain('request');
    expect(headline).toContain(`in ${ways.length === 1 ? 'one way' : `${ways.length} ways`} that nobody expects`);
  });

  it('is named by what all had done before whom it met', async () => {
    const candidate = await service(altered({ faults: chooseFaults('stuck-after-back') }));
    // Many go back, so that the same difference comes often enough to be told from chance.
    const changes = { ...littleDrawn, respondent: { thinkTimeMs: { distribution: 'fixed', value: 1 }, back: 0.3 } };
    const found = await duetOf(await service(), candidate, changes);
    const { differences, reasons } = compareTwins(found, duetJudgement);
    const stuck = differences.filter(({ standing: { kind }, count }) => kind === 'UNEXPECTED' && count >= 3);
    expect(stuck).not.toEqual([]);
    for (const each of stuck) expect(differencePlace(each)).toMatch(/^survey \d+, .*after .*going back/);
    expect(reasons.join('\n')).toMatch(/twins were answered differently: .*after .*going back/);
  });

  it('is expected where the profile says so, until its day', async () => {
    const findings = await duetOf(
      await service(),
      await service(altered({ faults: chooseFaults('final-page-flag-sticks') })),
      littleDrawn,
    );
    const ids = findings.differences.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    const until = (expires: string) =>
      compareTwins(findings, {
        ...duetJudgement,
        expected: [...ids, 'value:none'].map((difference) => ({ difference, reason: 'wanted', expires })),
      });
    const standings = (report: ReturnType<typeof until>) =>
      new Set(report.differences.map(({ standing }) => standing.kind));
    expect(standings(until('2026-06-01'))).toEqual(new Set(['EXPECTED']));
    expect(until('2026-06-01').notMet.map(({ difference }) => difference)).toEqual(['value:none']);
    expect(standings(until('2026-05-31'))).toEqual(new Set(['EXPIRED']));
    expect(until('2026-05-31').verdict).toBe('FAIL');
  });

  it('is mended when the base alone has it, with both walks to show it', async () => {
    const report = compareTwins(
      await duetOf(await service(altered({ faults: chooseFaults('back-two-pages') })), await service(), {
        ...walks(16),
        ...littleDrawn,
      }),
      duetJudgement,
    );
    expect(report.promises.map(({ standing }) => standing)).toContain('MENDED');
    expect(report.promises.map(({ standing }) => standing)).not.toContain('REGRESSION');
    const [difference] = report.differences;
    for (const side of ['base', 'candidate'] as const) {
      const witness = difference?.example[side];
      expect(witness?.steps.at(-1)?.response.body).toContain('questions');
      expect(witness?.curl).toContain('send 1 0 GET');
    }
    expect(difference?.example.base.steps.map(({ path }) => path)).toEqual(
      difference?.example.candidate.steps.map(({ path }) => path),
    );
  });
});

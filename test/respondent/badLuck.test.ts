import { expect, onTestFinished, test } from 'vitest';
import { RealClock } from '../../src/client/clock.ts';
import { createTransport } from '../../src/client/httpTransport.ts';
import { auditRules } from '../../src/judging/rules/sanity.ts';
import { AdministrationClient } from '../../src/respondent/administrationClient.ts';
import { auditCompletions } from '../../src/respondent/audit/auditCompletions.ts';
import { usualAudit } from '../../src/respondent/audit/auditOptions.ts';
import { CompletionLedger } from '../../src/respondent/audit/completionLedger.ts';
import { ClientRecords } from '../../src/respondent/audit/recordSource.ts';
import type { AuditResult } from '../../src/result/runResult.ts';
import { type AlteredOptions, altered } from '../../src/selftest/altered.ts';
import { chooseFaults } from '../../src/selftest/faults/faults.ts';
import { badLuckFaults } from '../../src/selftest/faults/tables/badLuckFaults.ts';
import { defaultKeys } from '../../src/service/apiKeys.ts';
import { startService } from '../../src/service/service.ts';
import { targetOptions } from '../support/targetOptions.ts';
import { virtualService } from './virtualService.ts';
import { straight, type Walked, walkMany } from './walking.ts';

const allOfIt = { doubleSubmit: 0.15, retry: 0.15, lostConnection: 0.15, twoTabs: 0.15 };

/** A service with sockets, which lose what was under way, and in real time, which services count. */
async function httpService(options: AlteredOptions) {
  const service = await startService(altered(options));
  const { baseUrl } = service;
  const transport = createTransport(targetOptions(baseUrl));
  const clock = new RealClock();
  onTestFinished(async () => {
    clock.clear();
    await transport.close();
    await service.close();
  });
  return { baseUrl, client: new AdministrationClient({ transport, clock, apiKeys: defaultKeys.valid }) };
}

interface Audited {
  readonly walked: Walked;
  readonly audit: AuditResult;
}

/** Lets respondents with bad luck walk survey 1001, and audits what became of their completions. */
async function walkAndAudit(
  options: AlteredOptions,
  badLuck: object,
  changes: object = {},
  walks = 24,
  isHttp = false,
): Promise<Audited> {
  const service = isHttp ? await httpService(options) : await virtualService(options);
  const completions = new CompletionLedger();
  const respondent = { ...straight, badLuck, ...changes };
  const walked = await walkMany({
    ...service,
    walks,
    surveys: [1001],
    respondent,
    completions,
    underWayMs: 300,
  });
  const { audit } = await auditCompletions([completions.kept()], new ClientRecords(service.client, 1001), {
    ...usualAudit,
    runTag: 'tests1',
    surveyId: 1001,
  });
  return { walked, audit };
}

/** Clauses that walks or the audit found broken. */
function brokenBy({ walked, audit }: Audited): string[] {
  const kinds = ['lost', 'duplicated', 'altered', 'foreign', 'unread'] as const;
  const found = kinds.filter((kind) => audit[kind] > 0).map((kind) => auditRules[kind].clause);
  return [...walked.sightings.keys(), ...found];
}

const short = { slowReadSeconds: 0.05, hesitateSeconds: 0.02 };

test.each(['cookie', 'token', 'both'] as const)(
  'respondents with any bad luck find a sound service sound, by %s',
  async (session) => {
    const badLuck = { ...allOfIt, slowReader: 0.05, hesitate: 0.05, ...short };
    const outcome = await walkAndAudit({ session }, badLuck, { back: 0.1, resume: 0.1 });
    expect([...outcome.walked.sightings.values()]).toEqual([]);
    expect(brokenBy(outcome)).toEqual([]);
    expect(outcome.audit.completed).toBeGreaterThan(session === 'token' ? 3 : 18);
    expect(outcome.audit.stored).toBe(outcome.audit.completed);
    expect(outcome.walked.ends.failed).toBeUndefined();
  },
);

test.each([
  { doubleSubmit: 'success-same', submitAfterComplete: 'session-error' },
  { doubleSubmit: 'success-next', takeAfterComplete: 'new-session' },
  { doubleSubmit: 'error', takeAfterComplete: 'session-error', resumeAfterBack: 'furthest-page' },
  { doubleSubmit: 'validation_errors', submitAfterComplete: 'survey_complete' },
])('whatever a service does with pages of before is followed: %j', async (variants) => {
  const outcome = await walkAndAudit({ variants }, allOfIt, { back: 0.1, resume: 0.1 });
  expect([...outcome.walked.sightings.values()]).toEqual([]);
  expect(brokenBy(outcome)).toEqual([]);
  // Passing a page without its required answers is refused.
  const seen = variants.doubleSubmit === 'success-next' ? 'validation_errors' : variants.doubleSubmit;
  expect(outcome.walked.observations.get('Q-DOUBLE-SUBMIT')).toContain(seen);
  expect(outcome.walked.observations.get('Q-OLDER-PAGE')).toContain(seen);
});

interface Shown {
  readonly fault: string;
  readonly badLuck: object;
  readonly options?: AlteredOptions;
  readonly walks?: number;
  readonly isHttp?: true;
}

/** Each fault, with the bad luck that shows it. */
const shown: readonly Shown[] = [
  { fault: 'double-click-stored-twice', badLuck: { doubleSubmit: 0.5 } },
  { fault: 'repeated-submission-undone', badLuck: { retry: 0.3 } },
  { fault: 'unheard-completion-lost', badLuck: { lostConnection: 0.4 }, options: { latency: () => 30 }, isHttp: true },
  { fault: 'older-page-drops-answers', badLuck: { twoTabs: 0.3 } },
  { fault: 'unread-answer-cut-off', badLuck: { slowReader: 1, slowReadSeconds: 1.5 }, walks: 3, isHttp: true },
  { fault: 'left-alone-begins-anew', badLuck: { hesitate: 0.3, hesitateSeconds: 1 }, walks: 8, isHttp: true },
  { fault: 'completion-visible-after-an-hour', badLuck: {} },
];

test.each(shown)('the fault $fault is found by respondents with bad luck $badLuck', async (each) => {
  const { fault, badLuck, options = {}, walks, isHttp } = each;
  const outcome = await walkAndAudit({ ...options, faults: chooseFaults(fault) }, badLuck, {}, walks, isHttp);
  const [clause] = badLuckFaults.find(({ id }) => id === fault)?.clauses ?? [];
  expect(brokenBy(outcome)).toContain(clause);
});

/** Those that no delay of this machine brings about. */
test.each(shown.slice(0, 4))('without bad luck the fault $fault is not met', async ({ fault, options = {} }) => {
  const outcome = await walkAndAudit({ ...options, faults: chooseFaults(fault) }, {}, {}, 15);
  expect(brokenBy(outcome)).toEqual([]);
});

test('every fault that takes bad luck has its test', () => {
  expect(shown.map(({ fault }) => fault)).toEqual(badLuckFaults.map(({ id }) => id));
});

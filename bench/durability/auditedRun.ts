import { RealClock } from '../../src/client/clock.ts';
import { createTransport } from '../../src/client/httpTransport.ts';
import { resolveProfile } from '../../src/profile/resolveProfile.ts';
import { AdministrationClient } from '../../src/respondent/administrationClient.ts';
import { auditCompletions } from '../../src/respondent/audit/auditCompletions.ts';
import { usualAudit } from '../../src/respondent/audit/auditOptions.ts';
import { CompletionLedger } from '../../src/respondent/audit/completionLedger.ts';
import { ClientRecords } from '../../src/respondent/audit/recordSource.ts';
import type { AuditResult } from '../../src/result/runResult.ts';
import { defaultKeys } from '../../src/service/apiKeys.ts';
import { targetOptions } from '../../test/support/targetOptions.ts';
import { KillableService } from './killableService.ts';
import { SubmittedTexts, type Truth, truthOf } from './truth.ts';
import { walkUntil } from './walkUntil.ts';

const run = 'durable';

const profile = resolveProfile({
  name: 'durability',
  target: { baseUrl: 'http://127.0.0.1:1', apiKeys: [...defaultKeys.valid], timeoutMs: 5000 },
  surveys: { walk: [{ id: 1001 }], required: { 1001: [101, 103, 105, 106, 107] } },
  respondent: {
    thinkTimeMs: { distribution: 'none' },
    back: 0.1,
    resume: 0.05,
    abandon: 0.02,
    invalid: 0.05,
    expire: { probability: 0.01, kinds: ['drop', 'forge', 'stale'] },
  },
});

export interface AuditedRun {
  readonly audit: AuditResult;
  readonly truth: Truth;
  readonly failedWalks: number;
  readonly violations: number;
  readonly walkSeconds: number;
  readonly auditSeconds: number;
  readonly auditCalls: number;
}

/**
 * Walks until `completions` were accepted, kills the service with SIGKILL in the middle and starts it again, audits,
 * and reads the store file for the truth.
 *
 * @param faults as `canvass serve --faults` takes them; `''` for none.
 */
export async function auditedRun(storeFile: string, completions: number, faults: string): Promise<AuditedRun> {
  const service = new KillableService(storeFile, faults);
  await service.start();
  const ledger = new CompletionLedger();
  const texts = new SubmittedTexts();
  let restarted: Promise<void> | undefined;
  const restart = async (): Promise<void> => {
    await service.kill();
    await service.start();
  };
  try {
    const start = performance.now();
    const ends = await walkUntil({
      profile,
      baseUrl: service.baseUrl,
      run,
      atOnce: 48,
      completions: {
        accepted: (completion) => {
          ledger.accepted(completion);
          texts.accepted(completion);
          if (ledger.count >= completions / 2) restarted ??= restart();
        },
        indeterminate: (completion) => {
          ledger.indeterminate(completion);
        },
      },
      isEnough: () => ledger.count >= completions,
      mayGoOn: async () => restarted,
    });
    const walked = performance.now();
    const { audit, calls } = await auditOf(service.baseUrl, ledger);
    const audited = performance.now();
    await service.kill();
    return {
      audit,
      truth: truthOf(storeFile, texts),
      failedWalks: ends.failed,
      violations: ends.violations,
      walkSeconds: (walked - start) / 1000,
      auditSeconds: (audited - walked) / 1000,
      auditCalls: calls,
    };
  } finally {
    await service.kill();
  }
}

async function auditOf(baseUrl: string, ledger: CompletionLedger): Promise<{ audit: AuditResult; calls: number }> {
  const transport = createTransport(targetOptions(baseUrl));
  const clock = new RealClock();
  const client = new AdministrationClient({ transport, clock, apiKeys: defaultKeys.valid });
  const options = { ...usualAudit, runTag: run, surveyId: 1001, maxExamplesPerKind: Number.POSITIVE_INFINITY };
  const { audit } = await auditCompletions([ledger.kept()], new ClientRecords(client, 1001), options);
  clock.clear();
  await transport.close();
  return { audit, calls: client.calls };
}

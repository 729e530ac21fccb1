import { RealClock } from '../../client/clock.ts';
import { reachTransport } from '../../client/rateLimitedTransport.ts';
import { Redactor } from '../../client/redact.ts';
import type { Transport } from '../../client/transport.ts';
import { witnessOfExchanges } from '../../client/witnessStep.ts';
import type { EntityId } from '../../contract/entityId.ts';
import { type Profile, secretsOf } from '../../profile/profile.ts';
import { AdministrationClient } from '../../respondent/administrationClient.ts';
import { type Audited, auditCompletions } from '../../respondent/audit/auditCompletions.ts';
import { usualAudit } from '../../respondent/audit/auditOptions.ts';
import type { KeptCompletions } from '../../respondent/audit/completionLedger.ts';
import { givenAndStored } from '../../respondent/audit/givenAndStored.ts';
import { LiveReader } from '../../respondent/audit/liveReader.ts';
import { ClientRecords, countResponses, recordIn } from '../../respondent/audit/recordSource.ts';
import type { Exchange } from '../../result/exchange.ts';
import type { AuditResult, RunResult } from '../../result/runResult.ts';
import type { SecondDelta } from '../../result/tally/delta.ts';
import type { StoredAnswers } from '../../result/verdict.ts';
import { type AuditProof, deltaOfAudit } from './auditFindings.ts';

/** Records fetched one by one where a budget makes every call dear. */
const fetchesWithinBudget = 200;
const liveEveryMs = 1000;
const connections = 8;

/**
 * The durability audit of one run: counts the records before the walks, watches the list while they go on where the
 * profile says so, and reconciles at the end. Reads with the profile's keys, within its rate budget, on connections of
 * its own.
 */
export class DurabilityAudit {
  readonly #profile: Profile;
  readonly #surveyId: EntityId;
  readonly #runTag: string;
  readonly #clock = new RealClock();
  readonly #transport: Transport;
  readonly #client: AdministrationClient;
  readonly #records: ClientRecords;
  readonly #redactor: Redactor;
  #totalBefore: number | null = null;
  #live: LiveReader | null = null;

  private constructor(profile: Profile, surveyId: EntityId, baseUrl: string, runTag: string) {
    const keys = profile.target.apiKeys.map((key) => key.reveal());
    this.#profile = profile;
    this.#surveyId = surveyId;
    this.#runTag = runTag;
    const shared = { mode: 'shared', max: connections } as const;
    this.#transport = reachTransport({ profile, baseUrl, connections: shared, clock: this.#clock });
    this.#client = new AdministrationClient({ transport: this.#transport, clock: this.#clock, apiKeys: keys });
    this.#records = new ClientRecords(this.#client, surveyId);
    this.#redactor = new Redactor(secretsOf(profile.target));
  }

  /**
   * Begins the audit that a profile wants, before the walks. With `audit.enabled: auto` it wants one when
   * `admin.surveyId` is among the surveys that are walked.
   *
   * @returns null when the profile wants none.
   */
  static async begin(profile: Profile, baseUrl: string, runTag: string): Promise<DurabilityAudit | null> {
    const { surveyId } = profile.admin;
    const isWalked = profile.surveys.walk.some(({ id }) => id === surveyId);
    const { enabled } = profile.audit;
    if (surveyId === null || enabled === false || (enabled === 'auto' && !isWalked)) return null;
    const audit = new DurabilityAudit(profile, surveyId, baseUrl, runTag);
    await audit.#begin();
    return audit;
  }

  /**
   * Reconciles, after the walks, and ends the audit.
   *
   * @param created what canvass itself created meanwhile
   * @param isOver whether nobody waits any longer for records that may still become visible
   * @returns what it found, for the result, and what it adds to the sum of the run
   */
  async conclude(
    completions: readonly KeptCompletions[],
    created: RunResult['created'],
    isOver: () => boolean,
    onNotice: (notice: string) => void,
  ): Promise<{ audit: AuditResult; delta: SecondDelta }> {
    await this.#live?.stop();
    try {
      const made = created.filter(({ endpoint }) => endpoint === 'create-response').length;
      const audited = await auditCompletions(completions, this.#records, {
        ...usualAudit,
        runTag: this.#runTag,
        surveyId: this.#surveyId,
        callsAtOnce: connections,
        maxFetches: this.#profile.target.rateBudget === null ? Number.POSITIVE_INFINITY : fetchesWithinBudget,
        totalBefore: this.#totalBefore,
        createdMeanwhile: () => made,
        seenLive: this.#live?.seen ?? new Map(),
        demanded: this.#profile.audit.enabled === true,
        settleMs: this.#profile.audit.settleSeconds * 1000,
        isOver,
        redact: (text) => this.#redactor.redact(text),
        onWait: (missing, longestMs) => onNotice(waitingWords(missing, longestMs)),
      });
      const delta = await deltaOfAudit(audited, (example) => this.#proofOf(example, audited));
      audited.close();
      return { audit: audited.audit, delta };
    } finally {
      await this.close();
    }
  }

  /** Ends the audit without a conclusion. */
  async close(): Promise<void> {
    await this.#live?.stop();
    this.#clock.clear();
    await this.#transport.close();
  }

  async #begin(): Promise<void> {
    this.#totalBefore = await countResponses(this.#records);
    if (!this.#profile.audit.live) return;
    this.#live = new LiveReader({
      source: this.#records,
      runTag: this.#runTag,
      perPage: usualAudit.perPage,
      totalBefore: this.#totalBefore ?? 0,
      everyMs: liveEveryMs,
    });
  }

  /** The records of an example as they are now; where there is none, the list that does not have it. */
  async #proofOf({ token, responseIds }: AuditResult['examples'][number], audited: Audited): Promise<AuditProof> {
    const exchanges: Exchange[] = [];
    const survey = { survey_id: this.#surveyId };
    for (const responseId of responseIds.slice(0, 2)) {
      const ids = { ...survey, response_id: responseId };
      exchanges.push(await this.#client.call({ endpoint: 'fetch-response', ids }));
    }
    const walk = audited.store.walkOf(token);
    const [record] = exchanges.map(recordIn);
    if (exchanges.length === 0) {
      const query = { page: 1, perPage: 100 };
      exchanges.push(await this.#client.call({ endpoint: 'list-responses', ids: survey, query }));
    }
    return {
      witness: witnessOfExchanges(exchanges, this.#redactor),
      answers:
        walk === null
          ? null
          : redacted(givenAndStored(walk, record ?? null, audited.store.differingFor(token)), this.#redactor),
    };
  }
}

function waitingWords(missing: number, longestMs: number): string {
  const records = missing === 1 ? 'The record of one completion is' : `The records of ${missing} completions are`;
  return `${records} not visible yet: looking again for up to ${Math.max(1, Math.round(longestMs / 1000))} s (audit.settleSeconds).`;
}

function redacted({ questions, submitted, ...rest }: StoredAnswers, redactor: Redactor): StoredAnswers {
  const clean = (text: string): string => redactor.redact(text);
  return {
    ...rest,
    questions: questions.map((each) => ({ ...each, given: clean(each.given), stored: clean(each.stored) })),
    submitted: submitted.map(clean),
  };
}

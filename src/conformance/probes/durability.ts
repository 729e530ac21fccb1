import type { EntityId } from '../../contract/entityId.ts';
import { keysOf } from '../../judging/reading/answerForm.ts';
import { judgeTimes } from '../../judging/rules/recordMembers.ts';
import { judgeFreeText, judgeTextless } from '../../judging/rules/records.ts';
import { auditRules, judgeAudited, judgeFiltered, judgeUnlearnt } from '../../judging/rules/sanity.ts';
import type { PageQuery } from '../../respondent/administrationClient.ts';
import { parsedBody } from '../../respondent/answers/knownValid.ts';
import { type Audited, type AuditedCompletion, auditCompletions } from '../../respondent/audit/auditCompletions.ts';
import { usualAudit } from '../../respondent/audit/auditOptions.ts';
import { CompletionLedger } from '../../respondent/audit/completionLedger.ts';
import {
  countResponses,
  type RecordPage,
  type RecordSource,
  recordPageIn,
} from '../../respondent/audit/recordSource.ts';
import type { ProbeExchange } from '../drive/conversation.ts';
import { Administrator, lacksAdmin, restMs } from './administrator.ts';
import { type Completion, completeMany } from './completions.ts';
import type { ListedItem } from './listedItems.ts';
import type { Probe, ProbeContext, ProbeSettings } from './probeContext.ts';
import { compareReadings } from './recordLists.ts';

/** Records of walks that are fetched by their ids. */
const fetchedRecords = 3;
/** Pages of records that are read at most, from the last one backwards and from the first one on. */
const mostPages = 40;

/** Completed walks against response records: the audit of all commands, with completions of its own. */
export const durability: Probe = {
  id: 'durability',
  area: 'sanity',
  asks: [
    'Q-WALK-RECORD',
    'Q-TIME-TAKEN-UNIT',
    'Q-TIMESTAMP-ZONE',
    'Q-OTHER-TEXT-IN',
    'Q-NUMBER-IN',
    'Q-OPERATING-SYSTEM',
    'Q-DEVICE-TYPE',
    'Q-BROWSER',
    'Q-FILTER-WITHOUT',
  ],
  lacks: (settings) => (settings.surveys.walk.length > 0 ? lacksAdmin('surveyId')(settings) : 'surveys.walk is empty'),
  async run(context) {
    const { auditedWalks } = context.environment;
    const main = auditedSurvey(context.settings);
    const { noBack } = context.settings.surveys;
    const others = [...new Set(context.walkSurveys.concat(noBack ?? []))].filter((id) => id !== main);
    // Enough for answers of each kind to differ.
    const walksEach = Math.floor(auditedWalks / Math.max(8, 2 * others.length));
    const open: AuditedWalks[] = [];
    const places: Audited['reconciliation']['places'] = new Map();
    const auditEach = async (surveyId: EntityId, walks: number): Promise<void> => {
      const walked = await auditWalks(context, surveyId, walks);
      const { reconciliation } = walked.audited;
      for (const [kind, place] of reconciliation.places) places.set(kind, place);
      if (reconciliation.unlearnt.length > 0) open.push(walked);
      else await judge(walked);
    };
    try {
      // What is lost with each so manyth completion shows where nobody else walks meanwhile.
      await auditEach(main, auditedWalks - others.length * walksEach);
      await context.inEach(others, (surveyId) => auditEach(surveyId, walksEach));
    } finally {
      for (const walked of open) await judge({ ...walked, audited: walked.audited.comparedAt(places) });
    }
  },
};

/** What came of the walks through a survey. */
interface AuditedWalks {
  readonly admin: Administrator;
  readonly records: WalkRecords;
  readonly audited: Audited;
  readonly completions: readonly Completion[];
}

/** Has so many respondents walk a survey to its end, and compares what they gave with the survey's records. */
async function auditWalks(context: ProbeContext, surveyId: EntityId, walks: number): Promise<AuditedWalks> {
  const { environment, settings } = context;
  const isOwn = surveyId === settings.admin.surveyId;
  const admin = new Administrator(context, undefined, surveyId);
  const records = new WalkRecords(admin);
  await admin.granted('list-responses', { query: 'page=1&perPage=1' });
  await context.begin(surveyId);
  const totalBefore = await countResponses(records);
  const completions = await completeMany(context, surveyId, walks);
  const ledger = new CompletionLedger(() => admin.now());
  for (const completion of completions) ledger.accepted(completion);
  const audited = await auditCompletions([ledger.kept()], records, {
    ...usualAudit,
    runTag: environment.runTag,
    surveyId,
    mostPages,
    maxFetches: 0,
    totalBefore,
    // Each record that the run has created the list may show no sooner than after it was first counted.
    createdMeanwhile: () =>
      isOwn ? environment.created.filter(({ endpoint }) => endpoint === 'create-response').length : 0,
    demanded: settings.audit.enabled === true,
    // Where completions are known to be lost, none of them is waited for as long again.
    settleMs: Math.min(
      settings.audit.settleSeconds * 1000,
      environment.evidence.broken.has(auditRules.lost.clause) ? restMs : Number.POSITIVE_INFINITY,
    ),
    isOver: environment.isOver,
  });
  return { admin, records, audited, completions };
}

/** The survey of the administration; where nobody walks that, the one that most do. */
function auditedSurvey({ admin, surveys }: ProbeSettings): EntityId {
  const [most] = surveys.walk.toSorted((a, b) => b.weight - a.weight);
  return surveys.walk.find(({ id }) => id === admin.surveyId)?.id ?? most?.id ?? 0;
}

async function judge(walked: AuditedWalks): Promise<void> {
  try {
    await judgeRecords(walked);
  } finally {
    walked.audited.close();
  }
}

async function judgeRecords({ admin, records, audited, completions: completed }: AuditedWalks): Promise<void> {
  const completions = new Map(completed.map((each) => [each.token, each]));
  const list = records.last.get('list');
  if (list === undefined) return;
  const all = [...audited.completions()];
  list.findingsAll.observe('Q-WALK-RECORD', audited.audit.stored === 0 ? 'no' : 'yes');
  if (all.length > 0 && all.every(({ outcome }) => outcome.isTextless)) {
    const [first] = all;
    judgeTextless(
      list.findingsAll,
      `record ${first?.outcome.responseIds[0]}`,
      freeTextsOf(completions.get(first?.outcome.token ?? '')),
    );
    return;
  }
  for (const what of audited.reconciliation.unlearnt) judgeUnlearnt(list.findings, what);
  const { places } = audited.reconciliation;
  const [other, number] = [places.get('other'), places.get('rank') ?? places.get('allocation')];
  if (other !== undefined) list.findings.observe('Q-OTHER-TEXT-IN', other);
  if (number !== undefined) list.findings.observe('Q-NUMBER-IN', number, number);
  for (const each of all) {
    const completion = completions.get(each.outcome.token);
    if (completion !== undefined) judgeCompletion(completion, each, records, audited.conditions);
  }
  const listed = all.flatMap(({ outcome }) => records.of(outcome.responseIds));
  await compareReadings(admin, listed.slice(0, fetchedRecords));
  judgeFilter(records, audited, all);
}

function judgeCompletion(
  completion: Completion,
  { outcome, wrong }: AuditedCompletion,
  records: WalkRecords,
  conditions: Audited['conditions'],
): void {
  const { findings } = completion.last;
  const own = records.of(outcome.responseIds).map(({ item }) => item);
  const differences = outcome.foreign === null ? outcome.differences : [];
  const isStored = own.length > 0 || outcome.foreign !== null;
  const readBy = records.requestOf(outcome.responseIds);
  // What is stored twice may be so because its last page was submitted again.
  const ofRepeat = completion.again?.findings ?? findings;
  judgeAudited(findings, { isStored, differences, wrong, conditions, readBy }, ofRepeat);
  for (const record of own) judgeFreeText(findings.shownAt('list-responses'), record, freeTextsOf(completion));
  const [first] = own;
  if (first === undefined) return;
  judgeTimes(findings, first);
  const { timeTaken, timestamp } = first;
  if (typeof timeTaken === 'number') findings.observe('Q-TIME-TAKEN-UNIT', unitOf(timeTaken, completion.durationMs));
  const zone = typeof timestamp === 'string' ? /(?:AM|PM) (\S.*)$/.exec(timestamp)?.[1] : undefined;
  if (zone !== undefined) findings.observe('Q-TIMESTAMP-ZONE', zone);
}

/** The filter without a condition leaves nothing out, where it shows these records at all: whether it does is open. */
function judgeFilter(records: WalkRecords, audited: Audited, all: readonly AuditedCompletion[]): void {
  const findings = records.last.get('filter')?.findings;
  const found = all.filter(({ outcome }) => outcome.isListed);
  if (findings === undefined || found.length === 0) return;
  const missing = found.filter(({ outcome }) => !outcome.isFiltered);
  if (audited.reading.isFilterWhole)
    judgeFiltered(
      findings,
      missing.flatMap(({ outcome }) => outcome.responseIds.map(String)),
    );
  else if (missing.length === found.length && !records.isFilterEmpty)
    findings.observe('Q-FILTER-WITHOUT', 'created-only');
}

/** Clocks of two machines and rounding play their part: a second either way. */
function unitOf(timeTaken: number, durationMs: number): string {
  if (timeTaken <= Math.ceil(durationMs / 1000) + 1) return 'seconds';
  return timeTaken <= durationMs + 1000 ? 'ms' : 'longer than the walk';
}

/** What answers text questions. */
function freeTextsOf(completion: Completion | undefined): string[] {
  return (completion?.pages ?? []).flatMap(({ questions, body }) => {
    const given = parsedBody(body);
    const keys = questions.filter(({ form }) => form.kind === 'text').flatMap(({ form }) => keysOf(form));
    return keys.map((key) => given[key]).filter((text): text is string => typeof text === 'string' && text !== '');
  });
}

const endpointOf = { list: 'list-responses', filter: 'filter-responses' } as const;

/** The records as a probe reads them: every answer is judged, and remembered. */
export class WalkRecords implements RecordSource {
  /** Records of the list, by id. */
  readonly #listed = new Map<EntityId, ListedItem>();
  /** The answers that came last, by the way of reading. */
  readonly last = new Map<'list' | 'filter', ProbeExchange>();
  /** Whether the filter showed any record at all. */
  isFilterEmpty = true;
  readonly #admin: Administrator;

  constructor(admin: Administrator) {
    this.#admin = admin;
  }

  async page(way: 'list' | 'filter', { page, perPage }: PageQuery): Promise<RecordPage | string> {
    const exchange = await this.#admin.call(endpointOf[way], { query: `page=${page}&perPage=${perPage}` });
    this.last.set(way, exchange);
    const read = recordPageIn(exchange.exchange);
    if (typeof read === 'string') return read;
    if (way === 'filter') this.isFilterEmpty &&= read.records.length === 0;
    else for (const item of read.records) this.#listed.set(item.responseID, { item, page: exchange });
    return read;
  }

  /** The request that reads the first record of these ids by itself; `''` where the list showed none. */
  requestOf(ids: readonly EntityId[]): string {
    const [id] = ids.filter((each) => this.#listed.has(each));
    const path = this.last.get('list')?.exchange.path.replace(/\?.*/, '') ?? '';
    return id === undefined ? '' : `GET ${path}/${id}`;
  }

  /** The records of the list with these ids. */
  of(ids: readonly EntityId[]): ListedItem[] {
    return ids.map((id) => this.#listed.get(id)).filter((record) => record !== undefined);
  }

  /** Fetched records are compared with those of the list member by member (`compareReadings`), not here. */
  async one(): Promise<string> {
    return 'not fetched';
  }

  nowMs(): number {
    return this.#admin.now();
  }

  wait(durationMs: number): Promise<void> {
    return this.#admin.context.pause(durationMs);
  }
}

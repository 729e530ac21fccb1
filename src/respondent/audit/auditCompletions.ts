import { byId, type EntityId } from '../../contract/entityId.ts';
import { classifyChanges } from '../../judging/classifyAnswer.ts';
import { rhythm } from '../../judging/evidence/inOrder.ts';
import type { AuditFinding } from '../../judging/rules/sanity.ts';
import type { AuditResult } from '../../result/runResult.ts';
import { type Came, commonCame } from '../../result/symptom.ts';
import type { Condition } from '../../result/verdict.ts';
import type { AuditOptions } from './auditOptions.ts';
import { AuditStore } from './auditStore.ts';
import type { KeptCompletions } from './completionLedger.ts';
import { type CompletionOutcome, Reconciliation } from './reconciliation.ts';
import type { RecordSource } from './recordSource.ts';
import { foundResponses, SurveyReading } from './surveyReading.ts';
import { visibilityOf } from './visibility.ts';

/**
 * The one audit, of every command: reconciles the completions that the service accepted with its response records, read
 * by list, filter and fetch. Every accepted completion must be stored once, unaltered; one whose answer never came may
 * be stored or not. Only reads. The caller closes it.
 */
export async function auditCompletions(
  ledgers: readonly KeptCompletions[],
  source: RecordSource,
  options: AuditOptions,
): Promise<Audited> {
  const store = new AuditStore(ledgers, options.runTag, options.surveyId);
  const reconciliation = new Reconciliation(store);
  const reading = new SurveyReading(store, reconciliation, source, options);
  if (store.row('SELECT 1 FROM completion LIMIT 1') !== undefined) await reading.read();
  reconciliation.compare();
  return new Audited(store, reconciliation, reading, options);
}

/** What is wrong with one completion. */
interface Wrong {
  readonly kind: AuditFinding;
  readonly responseIds: readonly EntityId[];
  readonly detail: string;
}

/** One completion that was looked for. */
export interface AuditedCompletion {
  readonly outcome: CompletionOutcome;
  readonly wrong: readonly Wrong[];
}

/** What an audit found (design, How a run is judged). */
export class Audited {
  readonly store: AuditStore;
  readonly reading: SurveyReading;
  readonly reconciliation: Reconciliation;
  readonly #options: AuditOptions;
  readonly audit: AuditResult;
  /** What became of the answers of all that are altered; `null` where none is. */
  readonly alteredAs: Came | null;
  /** Under which a kind of what is wrong comes: with each so manyth completion, or where a text is longer than so much. */
  readonly conditions: ReadonlyMap<AuditFinding, Condition>;

  constructor(store: AuditStore, reconciliation: Reconciliation, reading: SurveyReading, options: AuditOptions) {
    this.store = store;
    this.reconciliation = reconciliation;
    this.reading = reading;
    this.#options = options;
    const places = new Map<AuditFinding, number[]>();
    const examples: AuditResult['examples'] = [];
    let [audited, stored, withTexts] = [0, 0, 0];
    let came: Came | null = null;
    for (const { outcome, wrong } of this.completions()) {
      const { indeterminate, differences, token } = outcome;
      if (!indeterminate) {
        audited++;
        if (isStored(outcome)) stored++;
        if (outcome.hasTexts) withTexts++;
      }
      for (const { kind, responseIds, detail } of wrong) {
        const at = places.get(kind) ?? [];
        places.set(kind, at);
        at.push(audited);
        if (at.length <= options.maxExamplesPerKind)
          examples.push({ kind, token, responseIds: [...responseIds], detail });
        if (kind === 'altered')
          came = came === null ? classifyChanges(differences) : commonCame(came, classifyChanges(differences));
      }
    }
    this.alteredAs = came;
    const numbers = new Set(Array.from({ length: audited }, (_, before) => before + 1));
    const rhythms = [...places].map(([kind, at]) => [kind, rhythm(at, numbers, 'completion')] as const);
    const cut = this.#cutAfter(places.get('altered')?.length ?? 0, stored);
    this.conditions = new Map([
      ...(cut === null ? [] : [['altered', cut] as const]),
      ...rhythms.flatMap(([kind, found]) => (found === null ? [] : [[kind, found] as const])),
    ]);
    const count = (kind: AuditFinding): number => places.get(kind)?.length ?? 0;
    this.audit = {
      ...store.counts,
      audited,
      silent: this.isSilent && reading.isListWhole ? reading.completed - reading.pending.size : 0,
      stored,
      lost: count('lost') + (this.isSilent ? 0 : this.#countNameless()),
      duplicated: count('duplicated'),
      altered: count('altered'),
      unread: count('unread'),
      foreign: count('foreign'),
      ...(this.#textsIn === undefined ? {} : { misplaced: count('misplaced'), withTexts }),
      visibility: visibilityOf(store, reading, options),
      unseen: [...reading.unseen, ...reconciliation.unlearnt, ...this.#unaudited()],
      ...(reconciliation.unlearnt.length === 0 ? {} : { uncompared: [...reconciliation.unlearnt] }),
      examples,
    };
  }

  /** As it is where numbers whose place these records leave open are compared where other surveys have them. */
  comparedAt(places: Reconciliation['places']): Audited {
    this.reconciliation.compare(places);
    return new Audited(this.store, this.reconciliation, this.reading, this.#options);
  }

  /** Where free texts are; `undefined` where there are none. */
  get #textsIn(): string | undefined {
    return this.reconciliation.places.get('text');
  }

  /**
   * Whether no completion at all is to be seen: that completed walks become records is nowhere promised, so nothing can
   * be said of them, unless the profile says that they do. A list that grows says so of completions that can only be
   * counted; others may fill it meanwhile.
   */
  get isSilent(): boolean {
    const { added, completed } = this.reading;
    const named = this.store.count('completion WHERE NOT nameless AND NOT indeterminate');
    const isCounted = named === 0 && added !== 0;
    if (this.#options.demanded || completed === 0 || isCounted) return false;
    return this.store.row('SELECT 1 FROM reading WHERE completion IS NOT NULL LIMIT 1') === undefined;
  }

  /** Each completion that can be looked for, in the order in which they were accepted. */
  *completions(): Generator<AuditedCompletion> {
    if (this.isSilent) return;
    for (const outcome of this.reconciliation.outcomes()) {
      if (!outcome.nameless) yield { outcome, wrong: this.#wrongWith(outcome) };
    }
  }

  /** That texts are cut at a length, where nothing else is wrong with answers. */
  #cutAfter(failed: number, stored: number): Condition | null {
    const cut = this.alteredAs?.[0]?.endsWith('-cut') === true ? this.reconciliation.cutTexts() : null;
    if (cut === null) return null;
    const of = Math.max(failed, cut.longer);
    return { words: cut.words, failed, of, others: Math.max(0, stored - of), isSure: true };
  }

  close(): void {
    this.store.close();
  }

  #wrongWith(outcome: CompletionOutcome): Wrong[] {
    const { row, responseIds, foreign, differences, indeterminate, isListed, isFiltered } = outcome;
    const { pending, isListWhole, isFilterWhole } = this.reading;
    const wrong: Wrong[] = [];
    const add = (kind: AuditFinding, detail: string, ids = responseIds): void => {
      wrong.push({ kind, responseIds: ids, detail: this.#options.redact(detail) });
    };
    if (responseIds.length > 1) add('duplicated', `stored ${responseIds.length} times`);
    if (foreign !== null) add('foreign', foreign);
    else if (differences.length > 0) add('altered', differences.map(({ words }) => words).join('; '));
    const textsIn = this.#textsIn;
    if (outcome.hasTexts && textsIn !== 'text') add('misplaced', `its free texts are in ${textsIn}`);
    if (pending.has(row)) return wrong;
    if (isStored(outcome)) {
      const unread = [this.reading.unfetched(row) ?? []].flat();
      if (responseIds.length > 0 && isListWhole && !isListed) unread.push('missing from the list');
      if (responseIds.length > 0 && isFilterWhole && !isFiltered) unread.push('missing from the filter');
      if (unread.length > 0) add('unread', unread.join('; '));
    } else if (!indeterminate) {
      const before = this.#options.seenLive.get(outcome.token)?.responseId;
      if (!isListWhole) add('unread', 'not found in the part of the list that could be read');
      else if (before === undefined) add('lost', 'no record carries its token');
      else add('lost', `response ${before} carried its token during the walks, and is gone`, [before]);
    }
    return wrong;
  }

  /** Completions without any text can only be counted, where it is known how many records there were before. @returns the missing */
  #countNameless(): number {
    const { added } = this.reading;
    const nameless = this.store.count('completion WHERE nameless AND NOT indeterminate');
    if (nameless === 0) return 0;
    if (added === null) {
      this.reading.tell(
        `${nameless} ${nameless === 1 ? 'completion carries' : 'completions carry'} no text that could name a respondent`,
      );
      return 0;
    }
    const records = this.store.count(foundResponses);
    const missing = Math.max(0, records + nameless - added);
    this.reading.tell(
      `${nameless} ${nameless === 1 ? 'completion carries' : 'completions carry'} no text: only counted, ${missing} missing`,
    );
    return missing;
  }

  /** What was not looked for. */
  #unaudited(): string[] {
    const { otherSurveys, unaccepted } = this.store;
    const promise = 'the document does not promise that completed walks become records, so there is nothing to audit';
    const strangers = `${unaccepted.size} records carry tokens of respondents who did not complete, as far as known`;
    return [
      ...(this.isSilent && this.reading.isListWhole ? [`survey ${this.#options.surveyId}: ${promise}`] : []),
      ...(otherSurveys.size > 0
        ? [`surveys not audited (conform audits each): ${[...otherSurveys].sort(byId).join(', ')}`]
        : []),
      ...(unaccepted.size > 0 ? [strangers] : []),
    ];
  }
}

/** Whether the answers of a completion stand in a record, be it that of another. */
function isStored({ responseIds, foreign }: CompletionOutcome): boolean {
  return responseIds.length > 0 || foreign !== null;
}

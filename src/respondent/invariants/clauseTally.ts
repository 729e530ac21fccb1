import { type ClauseId, clauseIds } from '../../contract/clauses/catalogue.ts';
import { questionClauseIds } from '../answers/questionPlan.ts';
import type { CountsByName } from '../crowd.ts';

/**
 * Clauses that one compiled schema decides together: a body that fits is evidence for each of them. What does not fit
 * is looked at field by field.
 */
const groups = {
  page: [
    'ENVELOPE-RESPONSE-01',
    'ENVELOPE-REQUEST-ID-01',
    'STATUS-KNOWN-01',
    'PAGE-STATUS-01',
    'PAGE-FINAL-01',
    'PAGE-PROGRESS-01',
    'PAGE-PREVIOUS-TYPE-01',
    'PAGE-NEXT-TYPE-01',
    'PAGE-THEME-CSS-01',
    'PAGE-THEME-JS-01',
    'PAGE-QUESTIONS-01',
    'PAGE-QUESTION-HTML-01',
  ],
  pageLinks: [
    'PAGE-VALIDATION-02',
    'PAGE-REDIRECT-02',
    'PAGE-PROGRESS-RANGE-01',
    'PAGE-NEXT-URL-01',
    'VERSION-PATH-01',
    'STATUS-SUCCESS-01',
  ],
  previousLink: ['PAGE-PREVIOUS-URL-01', 'VERSION-PATH-01'],
  validation: [
    'PAGE-VALIDATION-01',
    'PAGE-VALIDATION-ID-01',
    'PAGE-VALIDATION-MESSAGE-01',
    'PAGE-VALIDATION-ANSWERS-01',
  ],
  noPage: ['ENVELOPE-RESPONSE-01', 'ENVELOPE-REQUEST-ID-01', 'STATUS-KNOWN-01', 'PAGE-STATUS-01'],
  sessionError: ['ENVELOPE-ERROR-01', 'SESSION-ERROR-SHAPE-01', 'SESSION-ERROR-SHAPE-02'],
  standardError: [
    'ENVELOPE-ERROR-01',
    'ERROR-SHAPE-01',
    'ERROR-DOCS-01',
    'ERROR-NAME-01',
    'ERROR-HTTP-STATUS-01',
    'ERROR-ID-01',
    'ERROR-MESSAGE-01',
    'ERROR-RESOURCE-01',
  ],
  question: questionClauseIds,
  harmless: ['SANITY-ISOLATION-01', 'SANITY-SECRET-01', 'SANITY-SECRET-02'],
  json: ['ENVELOPE-JSON-01', 'SANITY-HTML-01', 'SANITY-TRUNCATED-01', 'SANITY-CONNECTION-01', 'SANITY-5XX-01'],
} as const satisfies Record<string, readonly ClauseId[]>;

export type ClauseGroup = keyof typeof groups;

interface ClauseCount {
  checked: number;
  failed: number;
}

/** How often each clause was checked and failed: the evidence without which nothing is green. */
export class ClauseTally {
  readonly #single = new Map<ClauseId, ClauseCount>(clauseIds.map((id) => [id, { checked: 0, failed: 0 }]));
  readonly #grouped: Record<ClauseGroup, number> = {
    page: 0,
    pageLinks: 0,
    previousLink: 0,
    validation: 0,
    noPage: 0,
    sessionError: 0,
    standardError: 0,
    question: 0,
    harmless: 0,
    json: 0,
  };

  passed(clause: ClauseId): void {
    const count = this.#single.get(clause);
    if (count !== undefined) count.checked++;
  }

  failed(clause: ClauseId): void {
    const count = this.#single.get(clause);
    if (count === undefined) return;
    count.checked++;
    count.failed++;
  }

  passedGroup(group: ClauseGroup, times: number): void {
    this.#grouped[group] += times;
  }

  /** Checks and failures by clause since the last call, clauses never checked left out. */
  takeCounts(): { readonly checked: CountsByName; readonly failed: CountsByName } {
    const checked: Record<string, number> = {};
    const failed: Record<string, number> = {};
    for (const [id, count] of this.#single) {
      if (count.checked > 0) checked[id] = count.checked;
      if (count.failed > 0) failed[id] = count.failed;
      count.checked = 0;
      count.failed = 0;
    }
    for (const group in groups) {
      const name = group as ClauseGroup;
      const times = this.#grouped[name];
      this.#grouped[name] = 0;
      if (times > 0) for (const id of groups[name]) checked[id] = (checked[id] ?? 0) + times;
    }
    return { checked, failed };
  }
}

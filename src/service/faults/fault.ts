import type { SectionId } from '../../contract/clause.ts';
import type { Answering } from '../administration/area.ts';
import type { KeyStanding } from '../apiKeys.ts';
import type { Rules } from '../respondent/rules.ts';
import type { Store } from '../store/store.ts';
import type { Survey } from '../survey/survey.ts';
import type { Variants } from '../variants.ts';
import type { ResponseContext, ResponseDraft } from './responseDraft.ts';

/** The id of a clause of the catalogue, or of a habit: `ODD-MONTHS`. A test checks that there is such a one. */
export type BrokenClause = string;

/** Decides at each opportunity whether a fault happens: always, or one time in N. */
export type Occurs = () => boolean;

/** What a fault comes around: a decision, a response, an answer, the store or a key. The clean code knows of none of it. */
export type Injection =
  | { readonly kind: 'rules'; readonly replace: (clean: Rules, occurs: Occurs) => Partial<Rules> }
  | {
      readonly kind: 'response';
      /** Whether a response is an opportunity for the fault. */
      readonly applies: (draft: ResponseDraft, context: ResponseContext) => boolean;
      readonly change: (draft: ResponseDraft, context: ResponseContext) => unknown;
    }
  | {
      /** Around the answering of endpoints 4 to 12: changes the call, its answer, or both. */
      readonly kind: 'administration';
      readonly around: (clean: Answering, occurs: Occurs) => Answering;
    }
  | {
      readonly kind: 'store';
      /** @param now milliseconds since the epoch, as the service counts them. */
      readonly replace: (clean: Store, occurs: Occurs, now: () => number) => Store;
    }
  /** Completions are kept once their answer has left, and never where nobody hears it. */
  | { readonly kind: 'unheard' }
  /** Other surveys than those of the files: other ids, other rules. */
  | { readonly kind: 'surveys'; readonly replace: (survey: Survey) => Survey }
  | { readonly kind: 'keys'; readonly standing: (key: string | undefined, clean: KeyStanding) => KeyStanding };

/** An injection, and when it happens: each fault is one, and so is each dimension that departs from its first value. */
export interface Injected {
  readonly how: Injection;
  readonly everyNth: number;
  readonly among: 'anybody' | 'others' | 'crowd';
}

/** What a fault does, and when. */
export interface FaultBehaviour {
  readonly how: Injection;
  /** Happens at 1 in this many opportunities, unless the caller says otherwise; at each by default. */
  readonly everyNth?: number;
  /** Whose requests have to come between two of one session; others than `anybody` come under load only. */
  readonly among?: Injected['among'];
  /** What the service answers beside the fault, where its usual answer would hide the fault. */
  readonly variants?: Partial<Variants>;
}

/** One way of breaking the document, before it stands in the table of a section. */
interface FaultRow extends Required<FaultBehaviour> {
  /** Kebab-case. */
  readonly id: string;
  /** Clauses that the fault breaks, each of which it must trip; never empty. */
  readonly clauses: readonly BrokenClause[];
  /** One sentence: what the service does wrong. */
  readonly description: string;
}

/** A fault that can be injected: one way of breaking one promise of the document. */
export interface Fault extends FaultRow {
  /** The section of the document that the fault breaks. */
  readonly section: SectionId;
}

/** A row of a table of faults. Its clauses are written from the description, not from what was found to fail. */
export function fault(
  id: string,
  clauses: readonly BrokenClause[],
  description: string,
  { how, everyNth = 1, among = 'anybody', variants = {} }: FaultBehaviour,
): FaultRow {
  return { id, clauses, description, how, everyNth, among, variants };
}

/** The table of faults of one section of the document. */
export function inSection(section: SectionId, rows: readonly FaultRow[]): readonly Fault[] {
  return rows.map((row) => ({ ...row, section }));
}

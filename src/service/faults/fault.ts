import type { ClauseId } from '../../contract/clauses/catalogue.ts';
import type { SectionId } from '../../contract/sections.ts';
import type { Answering } from '../administration/area.ts';
import type { KeyStanding } from '../keys.ts';
import type { Rules } from '../respondent/rules.ts';
import type { Store } from '../store/store.ts';
import type { Crowd } from './crowd.ts';
import type { ReplyContext, ReplyDraft } from './replyDraft.ts';

/** Decides at each opportunity whether a fault happens: always, or one time in N. */
export type Occurs = () => boolean;

/** What a fault may change: one decision, one reply, or what a key is worth. The clean code knows of none of it. */
export type Defect =
  | { readonly kind: 'rules'; readonly replace: (clean: Rules, occurs: Occurs, crowd: Crowd) => Partial<Rules> }
  | {
      readonly kind: 'reply';
      /** Whether a reply is an opportunity for the fault. */
      readonly applies: (draft: ReplyDraft, context: ReplyContext) => boolean;
      readonly change: (draft: ReplyDraft, context: ReplyContext) => void;
    }
  | {
      /** Around the answering of endpoints 4 to 12: changes the call, its answer, or both. */
      readonly kind: 'administration';
      readonly around: (clean: Answering, occurs: Occurs) => Answering;
    }
  | { readonly kind: 'store'; readonly replace: (clean: Store, occurs: Occurs) => Store }
  | { readonly kind: 'keys'; readonly standing: (key: string | undefined, clean: KeyStanding) => KeyStanding };

/** A planted fault: one way of breaking one promise of the document. */
export interface Fault {
  /** Kebab-case. */
  readonly id: string;
  /** One sentence: what the service does wrong. */
  readonly description: string;
  /** The section of the document that the fault breaks. */
  readonly section: SectionId;
  /** Clauses that the fault breaks, each of which it must trip; never empty in the catalogue. */
  readonly clauses: readonly ClauseId[];
  /** 1 in this many opportunities, unless the caller says otherwise. */
  readonly everyNth: number;
  /** Whether the fault shows only where many sessions are served at once. */
  readonly needsCrowd: boolean;
  readonly defect: Defect;
}

export interface FaultText {
  readonly id: string;
  readonly section: SectionId;
  readonly description: string;
  readonly everyNth?: number;
  readonly needsCrowd?: boolean;
}

/** A fault from what is said of it and what it does. */
export function fault(
  { id, section, description, everyNth = 1, needsCrowd = false }: FaultText,
  defect: Defect,
): Fault {
  return { id, description, section, clauses: [], everyNth, needsCrowd, defect };
}

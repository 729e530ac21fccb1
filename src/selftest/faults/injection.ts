import type { Answering } from '../../service/administration/administrationArea.ts';
import type { KeyStanding } from '../../service/apiKeys.ts';
import type { Rules } from '../../service/respondent/rules.ts';
import type { Store } from '../../service/store/sqliteStore.ts';
import type { Survey } from '../../service/survey/survey.ts';
import type { ResponseContext, ResponseDraft } from './responseDraft.ts';

/** Decides at each opportunity whether a fault happens: always, or one time in N. */
export type Occurs = () => boolean;

/** What a fault comes around: a decision, a response, an answer, the store or a key. The clean code knows of none of it. */
export type Injection =
  | {
      readonly kind: 'rules';
      readonly replace: (clean: Rules, occurs: Occurs, now: () => number) => Partial<Rules>;
    }
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

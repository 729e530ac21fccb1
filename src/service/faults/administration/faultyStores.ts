import type { Completion, GivenAnswer } from '../../completedResponses.ts';
import { ForwardingStore } from '../../store/forwardingStore.ts';
import type { ResponseFilter, Slice, Store, StoredResponse, Window } from '../../store/store.ts';

/** True when a fault is due; asked once at every opportunity. */
type Due = () => boolean;

/** Loses completions that are due. */
export class LosingStore extends ForwardingStore {
  readonly #due: Due;

  constructor(inner: Store, due: Due) {
    super(inner);
    this.#due = due;
  }

  override add(completion: Completion): void {
    if (!this.#due()) super.add(completion);
  }
}

/** Stores completions that are due twice. */
export class DoublingStore extends ForwardingStore {
  readonly #due: Due;

  constructor(inner: Store, due: Due) {
    super(inner);
    this.#due = due;
  }

  override add(completion: Completion): void {
    super.add(completion);
    if (this.#due()) super.add({ ...completion, id: `${completion.id} again` });
  }
}

/** Holds a completion that is due back until the next of its survey, and swaps all answers but the texts of the two. */
export class SwappingStore extends ForwardingStore {
  readonly #due: Due;
  readonly #held = new Map<number, Completion>();

  constructor(inner: Store, due: Due) {
    super(inner);
    this.#due = due;
  }

  override add(completion: Completion): void {
    const { surveyId } = completion;
    const held = this.#held.get(surveyId);
    if (held !== undefined) {
      this.#held.delete(surveyId);
      super.add({ ...held, answers: [...notTexts(completion), ...texts(held)] });
      super.add({ ...completion, answers: [...notTexts(held), ...texts(completion)] });
    } else if (this.#due()) this.#held.set(surveyId, completion);
    else super.add(completion);
  }
}

/** Cuts the texts of completions that are due in half. */
export class TruncatingStore extends ForwardingStore {
  readonly #due: Due;

  constructor(inner: Store, due: Due) {
    super(inner);
    this.#due = due;
  }

  override add(completion: Completion): void {
    super.add(this.#due() ? { ...completion, answers: completion.answers.map(cut) } : completion);
  }
}

/** Leaves every Nth of the responses that a filter finds out, in its count too. */
export class OverlookingStore extends ForwardingStore {
  readonly #everyNth: number;

  constructor(inner: Store, everyNth: number) {
    super(inner);
    this.#everyNth = everyNth;
  }

  override matching(surveyId: number, filter: ResponseFilter, { offset, limit }: Window): Slice<StoredResponse> {
    const n = this.#everyNth;
    const kept = n - 1;
    const from = kept === 0 ? 0 : Math.floor(offset / kept) * n + (offset % kept);
    const to = from + Math.ceil((limit / Math.max(1, kept)) * n) + n;
    const { items, totalItems } = super.matching(surveyId, filter, { offset: from, limit: to - from });
    const shown = items.filter((_, index) => (from + index + 1) % n !== 0).slice(0, limit);
    return { items: shown, totalItems: totalItems - Math.floor(totalItems / n) };
  }
}

function cut(given: GivenAnswer): GivenAnswer {
  if (given.kind !== 'text') return given;
  return { ...given, texts: given.texts.map((each) => ({ ...each, text: each.text.slice(0, each.text.length / 2) })) };
}

function texts({ answers }: Completion): GivenAnswer[] {
  return answers.filter(({ kind }) => kind === 'text');
}

function notTexts({ answers }: Completion): GivenAnswer[] {
  return answers.filter(({ kind }) => kind !== 'text');
}

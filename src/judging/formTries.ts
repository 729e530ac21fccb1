import type { EntityId } from '../contract/entityId.ts';
import type { Findings } from './findings.ts';
import type { QuestionView } from './reading/question.ts';
import { isFiner, judgeFormRefused, judgeOtherRefused, type TriedForm, triedForms } from './rules/keys.ts';
import { Tries } from './tries.ts';

/** After so many different answers to each of so many questions, all refused, a form is known not to be taken. */
export interface EnoughTries {
  readonly answers: number;
  readonly questions: number;
}

/** Which forms of answers a service took over a run, and of which it refused every one that was tried. */
export class FormTries {
  readonly #enough: (form: TriedForm) => EnoughTries | null;
  readonly #forms = new Map<TriedForm, Tries>();
  /** Forms that can be judged, of which answers were refused and none was taken. */
  readonly #open = new Map<TriedForm, EnoughTries>();

  /** @param enough `null` for a form that is never judged */
  constructor(enough: (form: TriedForm) => EnoughTries | null) {
    this.#enough = enough;
  }

  /** Whether a form is in doubt: only then is it worth telling what was taken. */
  get isOpen(): boolean {
    return this.#open.size > 0;
  }

  taken(question: QuestionView, given: Readonly<Record<string, unknown>>): void {
    for (const form of triedForms(question, given)) {
      this.#triesOf(form).taken(question.id);
      this.#open.delete(form);
    }
  }

  /**
   * @param given an answer that was not refused before; @param findings about the refusal
   * @returns its forms.
   */
  refused(question: QuestionView, given: Readonly<Record<string, unknown>>, findings: Findings): readonly TriedForm[] {
    const forms = triedForms(question, given);
    for (const form of forms) {
      const tries = this.#triesOf(form);
      tries.refused(question.id, findings);
      const enough = this.#enough(form);
      if (enough !== null && !tries.isTaken) this.#open.set(form, enough);
    }
    return forms;
  }

  /** Judges the forms of which the service took no answer at all. @param forms all, unless some are given */
  judge(forms: Iterable<TriedForm> = this.#open.keys()): void {
    for (const form of forms) {
      const enough = this.#open.get(form);
      const tries = this.#triesOf(form);
      if (enough === undefined || tries.last === null) continue;
      const isPassed = (id: EntityId): boolean => [...this.#forms.values()].some((each) => each.hasTaken(id));
      const exhausted = tries.exhausted(enough.answers);
      const refused = (isFiner(form) ? exhausted.filter(isPassed) : exhausted).length;
      if (refused >= enough.questions) judgeFormRefused(tries.last, form, refused);
      else if (refused > 0 && form.startsWith('other')) judgeOtherRefused(tries.last);
    }
  }

  #triesOf(form: TriedForm): Tries {
    const known = this.#forms.get(form);
    if (known !== undefined) return known;
    const fresh = new Tries();
    this.#forms.set(form, fresh);
    return fresh;
  }
}

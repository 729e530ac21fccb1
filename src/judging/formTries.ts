import type { Findings } from './findings.ts';
import type { QuestionView } from './reading/question.ts';
import { judgeFormRefused, type TriedForm, triedForms, widerForm } from './rules/keys.ts';

/** What became of the answers of one form, by question. */
interface Tries {
  readonly taken: Set<number>;
  /** Different answers that were refused. */
  readonly refused: Map<number, number>;
  last: Findings | null;
}

/** After so many different answers to each of so many questions, all refused, a form is known not to be taken. */
export interface EnoughTries {
  readonly answers: number;
  readonly questions: number;
}

/** Which forms of answers a service took over a run, and of which it refused every one that was tried. */
export class FormTries {
  readonly #enough: (form: TriedForm) => EnoughTries;
  readonly #forms = new Map<TriedForm, Tries>();
  #isOpen = false;

  constructor(enough: (form: TriedForm) => EnoughTries) {
    this.#enough = enough;
  }

  /** Whether answers of a form that can be judged were refused, and none was taken: only then is it worth telling what was. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  taken(question: QuestionView, given: Readonly<Record<string, unknown>>): void {
    for (const form of triedForms(question, given)) this.#triesOf(form).taken.add(question.id);
    this.#look();
  }

  /**
   * @param given an answer that was not refused before; @param findings about the refusal
   * @returns its forms.
   */
  refused(question: QuestionView, given: Readonly<Record<string, unknown>>, findings: Findings): readonly TriedForm[] {
    const forms = triedForms(question, given);
    for (const form of forms) {
      const tries = this.#triesOf(form);
      tries.refused.set(question.id, (tries.refused.get(question.id) ?? 0) + 1);
      tries.last = findings;
    }
    this.#look();
    return forms;
  }

  #look(): void {
    this.#isOpen = [...this.#forms].some(
      ([form, { taken, last }]) => last !== null && taken.size === 0 && Number.isFinite(this.#enough(form).answers),
    );
  }

  /** Judges the forms of which the service took no answer at all. @param forms all, unless some are given */
  judge(forms: Iterable<TriedForm> = this.#forms.keys()): void {
    for (const form of forms) {
      const tries = this.#triesOf(form);
      if (tries.last === null) continue;
      const refused = this.#exhausted(form, tries);
      if (tries.taken.size > 0 || refused < this.#enough(form).questions) continue;
      judgeFormRefused(tries.last, form, refused);
    }
  }

  /** Questions of which every answer of a form was refused, and enough were tried. */
  #exhausted(form: TriedForm, { refused }: Tries): number {
    const wider = widerForm[form];
    const passed = wider === undefined ? null : this.#forms.get(wider)?.taken;
    const isPassed = (id: number): boolean => passed === null || passed?.has(id) === true;
    return [...refused].filter(([id, tries]) => tries >= this.#enough(form).answers && isPassed(id)).length;
  }

  #triesOf(form: TriedForm): Tries {
    const known = this.#forms.get(form);
    if (known !== undefined) return known;
    const fresh: Tries = { taken: new Set(), refused: new Map(), last: null };
    this.#forms.set(form, fresh);
    return fresh;
  }
}

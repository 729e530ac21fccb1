import type { EntityId } from '../../contract/entityId.ts';
import type { Findings } from '../../judging/findings.ts';
import { entryOf } from '../../judging/memoised.ts';
import { keysOf } from '../../judging/reading/answerForm.ts';
import type { QuestionView } from '../../judging/reading/questionView.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { enoughInWalks, FormTries } from '../../judging/refusedAnswers.ts';
import { type Refusal, refusalLaw } from '../../result/refusal.ts';
import { answerIn, picked, type SubmitBody } from './knownValid.ts';
import { textKinds } from './texts.ts';

const longestShown = 200;
/** So many texts of the usual kind that were refused, and none that was taken, say that the question wants another one. */
const enoughRefused = 3;
/** Questions of a survey that are known to be answerable. */
const mostTaken = 500;

/** Answers that are told apart. */
const maxDifferent = 5000;

/** Stands for the kind of a text that the profile gives: nothing is learnt from it. */
export const givenText = -1;

/** What was found out about the texts of one question. */
interface Learnt {
  usualRefused: number;
  usualTaken: boolean;
  /** Index in `textKinds`; 0: nothing yet. */
  kind: number;
}

/**
 * What the service refused although it looked valid, by question, and the kind of text that it takes instead. Shared by
 * the respondents of a crowd: what one has found out the others need not.
 */
export class Refusals {
  readonly #learns: boolean;
  readonly #learnt = new Map<string, Learnt>();
  /** Questions of which an answer was taken, by survey. */
  readonly #taken = new Map<EntityId, Set<EntityId>>();
  readonly #forms = new FormTries(enoughInWalks);
  readonly #different = new Set<string>();
  /** Pages of which each question was answered, in their survey. */
  readonly #answered = new WeakMap<ShownPage, EntityId>();
  #noted = refusalLaw.empty();

  /** @param learns whether later respondents answer with the kind of text that was taken */
  constructor(learns: boolean) {
    this.#learns = learns;
  }

  /**
   * The kind of text to answer a question with, index in `textKinds`.
   *
   * @param refused the kind that the respondent was refused last; `undefined` before
   */
  kindFor(surveyId: EntityId, questionId: EntityId, refused: number | undefined): number {
    const learnt = this.#learnt.size === 0 ? undefined : this.#learnt.get(keyOf(surveyId, questionId));
    const isKnown = learnt !== undefined && learnt.kind > 0 && learnt.kind !== refused;
    if (this.#learns && isKnown && !learnt.usualTaken && learnt.usualRefused >= enoughRefused) return learnt.kind;
    return refused === undefined ? 0 : (refused + 1) % textKinds.length;
  }

  /** An answer was refused. @param kind of its text, index in `textKinds`; @param said what the service said of it, secrets taken out */
  refused(surveyId: EntityId, question: QuestionView, answers: SubmitBody, said: string, kind: number): void {
    const { id, form } = question;
    if (form.kind === 'text' && kind !== givenText) {
      const learnt = this.#learntOf(surveyId, id);
      if (kind === 0) learnt.usualRefused++;
      else if (learnt.kind === kind) learnt.kind = 0;
    }
    this.#note(surveyId, question, { count: 1, tried: JSON.stringify(picked(answers, keysOf(form))), said });
  }

  /** An answer was refused that the service named, or that was the only one: judges its forms, of which it may take none. */
  judge(question: QuestionView, answers: SubmitBody, findings: Findings): void {
    const answer = `${question.id} ${answerIn(question, answers)}`;
    if (this.#different.has(answer) || this.#different.size >= maxDifferent) return;
    this.#different.add(answer);
    this.#forms.judge(this.#forms.refused(question, answers, findings));
  }

  /** The values that the profile gives for a question are none that it takes. */
  notOffered(surveyId: EntityId, question: QuestionView, values: readonly string[]): void {
    const ids = question.answers.map(({ id }) => id).join(', ');
    this.#note(surveyId, question, {
      count: 1,
      tried: values.join(', '),
      said: `not asked: the question offers ${ids}`,
    });
  }

  /** The profile gives no value for a question in the row of a respondent, who leaves it out. */
  leftOut(surveyId: EntityId, question: QuestionView): void {
    this.#note(surveyId, question, {});
  }

  /** Whether some form is in doubt, so that it matters what was taken. */
  get areFormsOpen(): boolean {
    return this.#forms.isOpen;
  }

  /** Whether a page that is answered once more teaches nothing: all of it was answered, and no form nor text is in doubt. */
  teachesNothing(surveyId: EntityId, page: ShownPage): boolean {
    return !this.areFormsOpen && this.#learnt.size === 0 && this.#answered.get(page) === surveyId;
  }

  /** Each question of a page was answered, and that was told with `taken`. */
  answered(surveyId: EntityId, page: ShownPage): void {
    this.#answered.set(page, surveyId);
  }

  /** An answer was taken. @param answers `null` unless {@link areFormsOpen}; @param kind of its text, index in `textKinds` */
  taken(surveyId: EntityId, question: QuestionView, answers: SubmitBody | null, kind: number): void {
    this.#noteTaken(surveyId, question);
    if (answers !== null) this.#forms.taken(question, answers);
    if (this.#learnt.size === 0 || kind === givenText || question.form.kind !== 'text') return;
    const learnt = this.#learnt.get(keyOf(surveyId, question.id));
    if (learnt === undefined) return;
    if (kind === 0) learnt.usualTaken = true;
    else if (learnt.kind === 0 && !learnt.usualTaken && learnt.usualRefused >= enoughRefused) {
      learnt.kind = kind;
      this.#note(surveyId, question, { learnt: textKinds[kind] ?? null });
    }
  }

  /** What was noted since the last call. */
  take(): Refusal[] {
    const taken = refusalLaw.value(this.#noted);
    if (taken.length > 0) this.#noted = refusalLaw.empty();
    return taken;
  }

  /** Once a question: that it can be answered tells one that nobody passes from one that is hard. */
  #noteTaken(surveyId: EntityId, question: QuestionView): void {
    const taken = this.#taken.get(surveyId) ?? new Set<EntityId>();
    if (taken.has(question.id) || taken.size >= mostTaken) return;
    this.#taken.set(surveyId, taken.add(question.id));
    this.#note(surveyId, question, { taken: true });
  }

  #note(surveyId: EntityId, { id, form, answers }: QuestionView, noted: Partial<Refusal>): void {
    const { count = 0, tried = '', said = '', learnt = null, taken = false } = noted;
    const shown = { tried: tried.slice(0, longestShown), said: said.slice(0, longestShown) };
    const offered = answers[0]?.id ?? null;
    refusalLaw.add(this.#noted, [
      { surveyId, questionId: id, form: form.kind, count, ...shown, learnt, offered, taken },
    ]);
  }

  #learntOf(surveyId: EntityId, questionId: EntityId): Learnt {
    const fresh = (): Learnt => ({ usualRefused: 0, usualTaken: false, kind: 0 });
    return entryOf(this.#learnt, keyOf(surveyId, questionId), fresh);
  }
}

function keyOf(surveyId: EntityId, questionId: EntityId): string {
  return `${surveyId} ${questionId}`;
}

import { byId, type EntityId } from '../../contract/entityId.ts';
import type { Findings } from '../../judging/findings.ts';
import type { QuestionView } from '../../judging/reading/questionView.ts';
import type { Rejection, ShownPage } from '../../judging/reading/shownPage.ts';
import { enoughInProbes, enoughOfProbes, FormTries, Tries, UnreadAnswers } from '../../judging/refusedAnswers.ts';
import { formsUsed, judgePagesTried } from '../../judging/rules/keys.ts';
import { FixedChooser, maxAttempts } from '../../respondent/answers/answerChooser.ts';
import { AnswerSheet, answerQuestion } from '../../respondent/answers/answerFromFormParam.ts';
import { answerIn, KnownValidAnswers, parsedBody, type SubmitBody } from '../../respondent/answers/knownValid.ts';

/** What a probe wants to answer with; what is left out is plain. */
export interface AnswerChoice {
  /** Which option is taken, counted round. */
  readonly option: number;
  /** Which kind of text, counted round; as `option` unless it is given. */
  readonly variety: number;
  /** Take the Other option where there is one. */
  readonly other: boolean;
}

/** Answers that are refused are remembered up to this many. */
const maxRefused = 5000;

/**
 * What a run has learnt of the answers that a service takes: a probe answers as it wants, and where that was refused
 * before, as the service took it, or in another way that it was not asked about yet.
 */
export class LearntAnswers {
  readonly known = new KnownValidAnswers();
  readonly #refused = new Set<string>();
  readonly #ordered = new WeakMap<QuestionView, QuestionView>();
  readonly #forms = new FormTries(enoughInProbes);
  readonly #unread = new UnreadAnswers();
  /** Answers to several questions of a page, by its first one. */
  readonly #together = new Tries();
  /** Likewise, where the refusal named one of them: it may be about that answer alone. */
  readonly #oneNamed = new Tries();
  #turn = 0;
  readonly #sheet = new AnswerSheet();
  readonly #allocationTotal: number;
  readonly #today = new Date().toISOString().slice(0, 10);

  constructor(allocationTotal: number) {
    this.#allocationTotal = allocationTotal;
  }

  /** A body that answers every question of a page; one in turn, where it must be found out whether that one is taken alone. */
  bodyFor(page: ShownPage, choice: Partial<AnswerChoice>, token: string): SubmitBody {
    const body: Record<string, unknown> = {};
    const unknown =
      this.#isNeverTogether(page) && page.questions.find((each) => !this.known.acceptedAnswer(each, token));
    if (unknown) return this.attempt(unknown, this.#turn++ % maxAttempts, token, choice);
    for (const question of page.questions) Object.assign(body, this.#answerTo(question, choice, token));
    return body;
  }

  /** The service took this body for this page. */
  accepted(page: ShownPage, body: SubmitBody): void {
    this.known.accept(page, JSON.stringify(body));
    for (const question of page.questions) {
      this.#forms.taken(question, body);
      this.#unread.taken(question, body);
    }
    if (answersSeveral(page, body)) this.#together.taken(firstOf(page));
  }

  /**
   * The service refused this body, which answered the whole page.
   *
   * @param rejections what it said of which questions. @param findings about the refusal.
   * @returns the questions whose answers it may be that were refused: those that it names, else all in doubt.
   */
  refused(
    page: ShownPage,
    body: SubmitBody,
    rejections: readonly Rejection[],
    findings: Findings,
  ): readonly QuestionView[] {
    const named = rejections.map(({ questionId }) => questionId);
    const doubtful = page.questions.filter((question) => !this.known.isKnown(question, body));
    const blamed = doubtful.filter(({ id }) => named.includes(id));
    const questions = blamed.length > 0 ? blamed : doubtful;
    if (answersSeveral(page, body)) {
      const tries = named.length === 1 ? this.#oneNamed : this.#together;
      tries.refused(firstOf(page), findings);
    }
    // Where one question alone is named, an option of it that is offered may be refused as none was given.
    for (const question of named.length === 1 && blamed.length === 0 ? page.questions : []) {
      if (question.id === named[0]) this.#nameOf(question, body, rejections, findings);
    }
    for (const question of questions) {
      const key = keyOf(question, body);
      if (this.#refused.has(key) || this.#refused.size >= maxRefused) continue;
      this.#refused.add(key);
      this.#forms.refused(question, body, findings);
      this.#nameOf(question, body, rejections, findings);
    }
    return questions;
  }

  /** The service refused this body, which left out the answers to some questions: without their keys, or with blanks. */
  leftOut(
    questions: readonly QuestionView[],
    body: SubmitBody,
    rejections: readonly Rejection[],
    findings: Findings,
  ): void {
    for (const question of questions) {
      if (formsUsed(question, body).length === 0) this.#nameOf(question, body, rejections, findings);
    }
  }

  /** What is said of a question where answers are refused. */
  #nameOf(question: QuestionView, body: SubmitBody, rejections: readonly Rejection[], findings: Findings): void {
    const said = rejections.find(({ questionId }) => questionId === question.id);
    if (said !== undefined) this.#unread.refused(question, body, wordsOf(said), findings);
  }

  /** Judges at the end of a run the key forms of which the service took no answer at all. */
  judgeForms(): void {
    this.#forms.judge();
    this.#forms.judgeSome();
    this.#unread.judge();
    const { last, isTaken } = this.#together;
    if (last !== null && !isTaken) judgePagesTried(last, this.#together.exhausted(enoughOfProbes).length);
  }

  #isNeverTogether(page: ShownPage): boolean {
    return !this.#together.isTaken && this.#oneNamed.exhausted(enoughOfProbes).includes(firstOf(page));
  }

  /** The question with its options by id: the same choice is the same answer, in whatever order they are shown. */
  #inOrder(question: QuestionView): QuestionView {
    const known = this.#ordered.get(question);
    if (known !== undefined) return known;
    const { form } = question;
    const answers = question.answers.toSorted((a, b) => byId(a.id, b.id));
    const ordered = form.kind === 'rank' || form.kind === 'allocation' ? { ...form, keys: form.keys.toSorted() } : form;
    const view = { ...question, answers, form: ordered };
    this.#ordered.set(question, view);
    return view;
  }

  /** What is tried of a question after so many refusals, from 0 on. */
  attempt(question: QuestionView, attempt: number, token: string, choice: Partial<AnswerChoice> = {}): SubmitBody {
    const { option = 0, variety = option, other = false } = choice;
    const { allocationTotal, today } = { allocationTotal: this.#allocationTotal, today: this.#today };
    answerQuestion(
      this.#inOrder(question),
      new FixedChooser({ option, variety, other, token, allocationTotal, attempt, today }),
      this.#sheet,
    );
    return parsedBody(this.#sheet.finish());
  }

  /** Of a question that takes none of the answers that are tried, none is given: it may be left out. */
  #answerTo(question: QuestionView, choice: Partial<AnswerChoice>, token: string): SubmitBody {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const answer = this.attempt(question, attempt, token, choice);
      if (!this.#refused.has(keyOf(question, answer))) return answer;
      const accepted = this.known.acceptedAnswer(question, token);
      // An Other option may have a rule for its words: before it is left it is tried in others.
      if (accepted !== null && !isInWords(question, answer)) return accepted;
    }
    return {};
  }
}

/** Whether an answer takes an Other option, with words for it. */
function isInWords({ form }: QuestionView, answer: SubmitBody): boolean {
  return 'key' in form && form.other?.isCertain === true && answer[form.other.key] !== undefined;
}

function wordsOf({ message, answerErrors }: Rejection): string {
  return `${message} ${JSON.stringify(answerErrors)}`;
}

function keyOf(question: QuestionView, body: SubmitBody): string {
  return `${question.id} ${answerIn(question, body)}`;
}

function answersSeveral({ questions }: ShownPage, body: SubmitBody): boolean {
  return questions.filter((question) => formsUsed(question, body).length > 0).length > 1;
}

function firstOf({ questions }: ShownPage): EntityId {
  return questions.map(({ id }) => id).toSorted(byId)[0] ?? 0;
}

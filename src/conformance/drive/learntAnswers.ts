import type { KeyFormId } from '../../contract/keyForms.ts';
import type { Findings } from '../../judging/findings.ts';
import type { ShownPage } from '../../judging/reading/page.ts';
import type { QuestionView } from '../../judging/reading/question.ts';
import { formsUsed, judgeFormTried } from '../../judging/rules/keys.ts';
import { FixedChooser, maxAttempts } from '../../respondent/answers/answerChooser.ts';
import { answerQuestion } from '../../respondent/answers/answerQuestion.ts';
import { AnswerSheet } from '../../respondent/answers/answerSheet.ts';
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

/** What became of the answers of one key form: by question. */
interface FormTries {
  readonly taken: Set<number>;
  /** Different answers that were refused. */
  readonly refused: Map<number, number>;
  last: Findings | null;
}

/** Different answers to one question after which it is known to take none of this form. */
const enoughTries = 6;
/** With the Other option only its words differ. */
const otherTries = 2;

/** Answers that are refused are remembered up to this many. */
const maxRefused = 5000;

/**
 * What a run has learnt of the answers that a service takes: a probe answers as it wants, and where that was refused
 * before, as the service took it, or in another way that it was not asked about yet.
 */
export class LearntAnswers {
  readonly known = new KnownValidAnswers();
  readonly #refused = new Set<string>();
  readonly #forms = new Map<KeyFormId, FormTries>();
  readonly #sheet = new AnswerSheet();
  readonly #allocationTotal: number;
  readonly #today = new Date().toISOString().slice(0, 10);

  constructor(allocationTotal: number) {
    this.#allocationTotal = allocationTotal;
  }

  /** A body that answers every question of a page. */
  bodyFor(page: ShownPage, choice: Partial<AnswerChoice>, token: string): SubmitBody {
    const body: Record<string, unknown> = {};
    for (const question of page.questions) Object.assign(body, this.#answerTo(question, choice, token));
    return body;
  }

  /** The service took this body for this page. */
  accepted(page: ShownPage, body: SubmitBody): void {
    this.known.accept(page, JSON.stringify(body));
    for (const question of page.questions) {
      for (const form of formsUsed(question, body)) this.#tries(form).taken.add(question.id);
    }
  }

  /**
   * The service refused this body, which answered the whole page.
   *
   * @param findings about the refusal.
   * @returns the questions whose answers it may be that were refused: those that it names, else all in doubt.
   */
  refused(page: ShownPage, body: SubmitBody, named: readonly number[], findings: Findings): readonly QuestionView[] {
    const doubtful = page.questions.filter((question) => !this.known.isKnown(question, body));
    const blamed = doubtful.filter(({ id }) => named.includes(id));
    const questions = blamed.length > 0 ? blamed : doubtful;
    for (const question of questions) {
      const key = keyOf(question, body);
      if (this.#refused.has(key) || this.#refused.size >= maxRefused) continue;
      this.#refused.add(key);
      for (const form of formsUsed(question, body)) {
        const tries = this.#tries(form);
        tries.refused.set(question.id, (tries.refused.get(question.id) ?? 0) + 1);
        tries.last = findings;
      }
    }
    return questions;
  }

  /** Judges at the end of a run the key forms of which the service took no answer at all. */
  judgeForms(): void {
    for (const [form, { taken, refused, last }] of this.#forms) {
      const exhausted = [...refused.values()].filter((tries) => tries >= (form === 'other' ? otherTries : enoughTries));
      if (last !== null) judgeFormTried(last, { form, taken: taken.size, refused: exhausted.length });
    }
  }

  #tries(form: KeyFormId): FormTries {
    const known = this.#forms.get(form);
    if (known !== undefined) return known;
    const fresh: FormTries = { taken: new Set(), refused: new Map(), last: null };
    this.#forms.set(form, fresh);
    return fresh;
  }

  /** Of a question that takes none of the answers that are tried, none is given: it may be left out. */
  #answerTo(question: QuestionView, choice: Partial<AnswerChoice>, token: string): SubmitBody {
    const { option = 0, variety = option, other = false } = choice;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const { allocationTotal, today } = { allocationTotal: this.#allocationTotal, today: this.#today };
      answerQuestion(
        question,
        new FixedChooser({ option, variety, other, token, allocationTotal, attempt, today }),
        this.#sheet,
      );
      const answer = parsedBody(this.#sheet.finish());
      if (!this.#refused.has(keyOf(question, answer))) return answer;
      const accepted = this.known.acceptedAnswer(question, token);
      if (accepted !== null) return accepted;
    }
    return {};
  }
}

function keyOf(question: QuestionView, body: SubmitBody): string {
  return `${question.id} ${answerIn(question, body)}`;
}
